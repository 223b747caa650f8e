import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { ExchangeFailure } from '../../../nodes/WorkspaceTaskService/outcome';
import { exchange } from '../../../nodes/WorkspaceTaskService/http/exchange';
import { classifyThrown } from '../../../nodes/WorkspaceTaskService/http/thrown';

const baseUrl = 'https://tasks.example.com';
const request: ApiRequest = { call: CALLS.createTask, body: { title: 'a' } };

async function outcomeOf(response: object) {
	const helper = async () => response as IN8nHttpFullResponse;
	return await exchange(helper, request, { baseUrl });
}
const responded = async (body: Buffer, contentType: string) =>
	await outcomeOf({ statusCode: 201, headers: { 'content-type': contentType }, body });

describe('exchange', () => {
	it('does not treat a response that it cannot read as a request that was not sent', async () => {
		expect(await outcomeOf({ statusCode: 201, body: '{}' })).toMatchObject({
			kind: 'noResponse',
			cause: {
				message: expect.stringMatching(/^n8n could not read the response: Cannot read/),
				hint: 'Report this to the maintainers.',
			},
		});
	});

	it.each([
		['UTF-16 by its charset', Buffer.from('{"a":"é"}', 'utf16le'), 'text/json; charset=utf-16le'],
		['Latin-1 by its charset', Buffer.from('{"a":"é"}', 'latin1'), 'text/json; charset=ISO-8859-1'],
		['UTF-8 with a byte order mark', Buffer.from('\ufeff{"a":"é"}'), 'application/json'],
		['UTF-8 under an unknown charset', Buffer.from('{"a":"é"}'), 'text/json; charset=utf8mb4'],
	])('decodes %s', async (_, bytes, type) => {
		expect(await responded(bytes, type)).toMatchObject({ body: { a: 'é' } });
	});

	it('asks n8n for bytes and all responses', async () => {
		const helper = jest.fn(async () => await Promise.reject(new Error('no')));
		await exchange(helper, request, { baseUrl });
		const encoding = 'arraybuffer';
		const all = { ignoreHttpStatusErrors: true, disableFollowRedirect: true };
		const target = { baseURL: baseUrl, url: '/api/v1/tasks' };
		expect(helper).toHaveBeenCalledWith(
			expect.objectContaining({ ...target, json: true, encoding, ...all }),
		);
	});

	it('of a cancelled execution does not log in', async () => {
		const helper = jest.fn();
		const outcome = await exchange(helper, request, { baseUrl, cancel: AbortSignal.abort() });
		expect(outcome).toMatchObject({
			kind: 'cancelled',
			cause: { message: 'The execution was cancelled' },
		});
		expect(helper).not.toHaveBeenCalled();
	});

	it('ends as what a login found out, however n8n wraps it', async () => {
		const refused: Outcome = { kind: 'loginRefused', cause: { message: 'no', hint: '' } };
		const cause = new ExchangeFailure('no', refused);
		expect(classifyThrown(cause, baseUrl)).toBe(refused);
		expect(classifyThrown({ cause, code: 'ECONNRESET' }, baseUrl)).toBe(refused);
	});

	it('was not sent if n8n itself failed', () => {
		const hint = 'Nothing reached the service. Check n8n, then try again.';
		const cause = { message: 'n8n did not send the request: locked', hint };
		expect(classifyThrown(new Error('locked'), baseUrl)).toEqual({ kind: 'notSent', cause });
	});
});
