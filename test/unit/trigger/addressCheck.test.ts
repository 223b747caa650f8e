import fc from 'fast-check';

import checks from '../../corpus/checks.json';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import {
	findAddressCheckResponse,
	hasSmallBody,
} from '../../../nodes/WorkspaceTaskService/trigger/addressCheck';
import type { WebhookRequest } from '../../../nodes/WorkspaceTaskService/trigger/webhookRequest';

const KNOWN = ['task.created', 'task.updated'];
const checkOf = (request: WebhookRequest) =>
	findAddressCheckResponse(request, readDelivery(request), KNOWN);

type Sent = Partial<Omit<WebhookRequest, 'rawBody'>>;

function responseTo({ body, ...others }: Sent) {
	const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
	return checkOf({ method: 'POST', query: {}, headers: {}, body, rawBody, ...others });
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
const JSON_TYPE = {
	'content-type': 'application/json; charset=utf-8',
	'x-content-type-options': 'nosniff',
};
const task = { id: 1, title: 'Call' };

describe('findAddressCheckResponse', () => {
	it.each(checks.map((check) => [check.service, check] as const))(
		'answers what the service waits for: %s',
		(_, { method, query, headers, body, answer, answered }) => {
			const response = responseTo({ method, query, headers, body } as Sent);
			expect(response?.body ?? null).toBe(answer);
			if (answered !== undefined) expect(response?.headers).toEqual(answered);
		},
	);

	it('responds to a ping, whatever is before the word, with an empty body', () => {
		const body = { type: 'webhook.ping', data: {} };
		expect(responseTo({ body })).toEqual({ headers: {}, body: '' });
	});

	it('echoes a challenge of the query before that of the body, as text', () => {
		const request = { query: { challenge: 'c-1' }, body: { challenge: 'c-2' } };
		expect(responseTo(request)).toEqual({ headers: PLAIN, body: 'c-1' });
	});

	it('echoes a challenge in JSON that n8n did not parse, as JSON', () => {
		const body = '{"challenge":"c-1"}';
		const rawBody = Buffer.from(body);
		const request = { method: 'POST', query: {}, headers: {}, body: undefined, rawBody };
		expect(checkOf(request)).toEqual({ headers: JSON_TYPE, body });
	});

	it.each(['', '{}\n', '{"data":null}', '{"events":[]}'])(
		'echoes X-Hook-Secret with the empty body %j',
		(text) => {
			const headers = { 'x-hook-secret': 's-1' };
			const rawBody = Buffer.from(text);
			const request = { method: 'POST', query: {}, headers, body: undefined, rawBody };
			expect(checkOf(request)).toEqual({ headers, body: '' });
		},
	);

	it.each([{ ok: false }, { data: { name: 'A' } }, ['task.created'], 'text'])(
		'does not echo X-Hook-Secret with %j',
		(body) => expect(responseTo({ body, headers: { 'x-hook-secret': 's-1' } })).toBeUndefined(),
	);

	it.each([
		{ event: 'ping', tasks: [{ id: 7 }] },
		{ type: 'validation', task_id: 9, changes: {} },
		{ type: 'validation', notifications: [{ task_id: 7 }] },
		{ event: 'verification', content: task },
		{ challenge: 'x', events: [{ type: 'task.created' }] },
		{ challenge: 'x', change: { of: { task: { name: 'Call' } } } },
		{ challenge: 'x', subscription: { event: 'task.created' } },
		{},
		{ challenge: 'x'.repeat(2001) },
	])('does not treat a body that shows a task or an event as a check: %j', (body) => {
		expect(responseTo({ body })).toBeUndefined();
	});

	it('does not treat a list with a task as a check, whatever its headers say', () => {
		expect(responseTo({ body: [task], headers: { 'x-event': 'ping' } })).toBeUndefined();
	});

	it.each([
		{ event: 'ping', events: ['task.created'] },
		{ event: 'ping', events: [{ type: 'ping' }] },
		{ event: 'ping', boards: [{ id: 1, name: 'Roadmap' }] },
		{ event: { name: 'ping' } },
		{ challenge: 'x', user: { id: 7, name: 'Ada', type: 'admin' } },
	])('treats a body that shows neither as a check: %j', (body) => {
		expect(responseTo({ body })).toBeDefined();
	});

	it.each([
		[{ 'content-length': '10000' }, true],
		[{ 'content-length': '10001' }, false],
		[{ 'transfer-encoding': 'chunked' }, false],
		[{}, true],
	])('goes by the declared size of a form: %j', (headers, expected) => {
		expect(hasSmallBody({ rawBody: undefined, headers })).toBe(expected);
	});

	it('does not echo a secret that is not a valid header', () => {
		const headers = { 'x-hook-secret': 'a\r\nb' };
		expect(responseTo({ headers })).toBeUndefined();
	});

	it('never responds with HTML or with more than 2,000 characters', () => {
		const text = fc.oneof(fc.string({ maxLength: 5000 }), fc.constant('<script>alert(1)</script>'));
		const name = fc.constantFrom('hub.challenge', 'validationToken', 'challenge', 'event');
		const fields = fc.dictionary(name, text);
		const property = fc.property(fields, fields, text, (query, body, secret) => {
			const response = responseTo({ query, body, headers: { 'x-hook-secret': secret } });
			const type = response?.headers['content-type'] ?? '';
			expect(type).toMatch(/^$|^text\/plain|^application\/json/);
			if (type !== '') expect(response?.headers['x-content-type-options']).toBe('nosniff');
			expect(response?.body.length ?? 0).toBeLessThan(2000 * 6 + 20);
		});
		fc.assert(property);
	});
});
