import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { boardList, created } from '../../../nodes/WorkspaceTaskService/api/schemas';
import { readAnswer } from '../../../nodes/WorkspaceTaskService/transport/errors';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/transport/request';

const node: INode = {
	id: '1',
	name: 'Tasks',
	type: 'workspaceTaskService',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const post: ApiRequest = { method: 'POST', path: '/api/v1/tasks' };
const get: ApiRequest = { method: 'GET', path: '/api/v1/boards' };

const answered = (status: number, text = '', headers = {}): Outcome => ({
	status,
	headers,
	text,
	at: Date.parse('2026-03-29T10:00:00Z'),
});

function refusal(outcome: Outcome, request = post): NodeApiError {
	let thrown: unknown;
	try {
		readAnswer(outcome, { node, request, response: created, secrets: ['t0ken'], itemIndex: 3 });
	} catch (error) {
		thrown = error;
	}
	if (thrown instanceof NodeApiError) return thrown;
	throw new Error(`Not a refusal: ${String(thrown)}`);
}

describe('readAnswer', () => {
	it.each([[200], [201], [202], [299]])('takes the value of a %d', (status) => {
		const outcome = answered(status, '{"id":7}');
		expect(readAnswer(outcome, { node, request: post, response: created, secrets: [] })).toEqual([
			{ id: 7 },
		]);
	});

	it('takes an empty 204 as done', () => {
		const question = { node, request: post, response: created, secrets: [] };
		expect(readAnswer(answered(204), question)).toEqual([{ success: true }]);
	});

	it("says the service's words, the status and the item", () => {
		const error = refusal(answered(422, '{"message":"title is too long"}'));
		expect(error.message).toBe('The service answered 422: title is too long');
		expect(error.httpCode).toBe('422');
		expect(error.context.itemIndex).toBe(3);
	});

	it.each<[string, Outcome]>([
		['in an answer', answered(502, '{"message":"upstream said ECONNRESET"}')],
		['without an answer', { status: null, code: 'ECONNRESET', reason: 'said ECONNRESET' }],
	])('keeps the words that name a network code, %s', (_, outcome) => {
		expect(refusal(outcome).message).toContain('said ECONNRESET');
	});

	it.each([
		[401, 'API Token'],
		[402, 'Premium, Business or Enterprise'],
		[403, 'Premium, Business or Enterprise'],
		[410, 'Base URL'],
		[422, 'fields of this node'],
		[429, 'fewer requests'],
		[418, 'fields of this node and the credential'],
	])('says after a %d what to do: %s', (status, advice) => {
		expect(refusal(answered(status)).description).toContain(advice);
	});

	it.each([
		['to a create, in its own words', post, '{"message":"no such board"}', 'fields of this node'],
		['to a create, with a page', post, '<html><title>Not found</title></html>', 'Base URL'],
		['to a list', get, '{"message":"no such path"}', 'Base URL'],
	])('says after a 404 %s where to look', (_, request, text, advice) => {
		expect(refusal(answered(404, text), request).description).toContain(advice);
	});

	it('never repeats a secret', () => {
		const moved = refusal(answered(302, '', { location: 'https://x.io/t0ken?token=t0ken' }));
		const refused = refusal(answered(401, 'Unknown token t0ken'));
		const lost = refusal({ status: null, code: 'X', reason: 'Bearer t0ken' });
		for (const { message, description } of [moved, refused, lost]) {
			expect(`${message} ${description}`).not.toContain('t0ken');
			expect(`${message} ${description}`).toContain('***');
		}
		expect(moved.description).not.toContain('?');
	});

	it('says where a redirect leads', () => {
		const moved = answered(302, '', { location: 'https://new.example.com/' });
		expect(refusal(moved).message).toContain('https://new.example.com/');
	});

	it('takes a 200 with a page for another service', () => {
		const error = refusal(answered(200, '<html><title>Welcome</title></html>'));
		expect(error.message).toContain('did not answer as the task service does: Welcome');
		expect(error.description).toContain('Base URL');
	});

	it.each([
		['a word', 'Created', { success: true, answer: 'Created' }],
		['markup', '<p>ok</p>', { success: true, answer: '<p>ok</p>' }],
		['broken JSON', '{"id":', { success: true, answer: '{"id":' }],
		['an empty list', '[]', { success: true }],
		['a list of words', '["a"]', { success: true, answer: ['a'] }],
	])('takes a 2xx to a create as done, with %s too', (_, text, value) => {
		const question = { node, request: post, response: created, secrets: [] };
		expect(readAnswer(answered(201, text), question)).toEqual([value]);
	});

	it('does not take a word for a list', () => {
		const question = { node, request: get, response: boardList, secrets: [] };
		expect(() => readAnswer(answered(200, 'OK'), question)).toThrow('did not answer as the task');
	});
});
