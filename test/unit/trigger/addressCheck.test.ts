import fc from 'fast-check';

import checks from '../../corpus/checks.json';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import {
	findCheckAnswer,
	isSmallRequest,
} from '../../../nodes/WorkspaceTaskService/trigger/addressCheck';
import type { WebhookRequest } from '../../../nodes/WorkspaceTaskService/trigger/webhookRequest';

const KNOWN = ['task.created', 'task.updated'];
const checkOf = (request: WebhookRequest) => findCheckAnswer(request, readDelivery(request), KNOWN);

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

describe('findCheckAnswer', () => {
	it.each(checks.map((check) => [check.service, check] as const))(
		'answers what the service waits for: %s',
		(_, { method, query, headers, body, answer, answered }) => {
			const response = responseTo({ method, query, headers, body } as Sent);
			expect(response?.body ?? null).toBe(answer);
			if (answered !== undefined) expect(response?.headers).toEqual(answered);
		},
	);

	it.each<[string, Sent]>([
		['GET', { method: 'GET' }],
		['HEAD', { method: 'HEAD' }],
		['a ping', { body: { event: 'ping' } }],
		['a webhook.ping', { body: { type: 'webhook.ping', data: {} } }],
	])('responds to %s with an empty body', (_, request) => {
		expect(responseTo(request)).toEqual({ headers: {}, body: '' });
	});

	it.each<[string, Sent]>([
		[
			'hub.challenge',
			{ method: 'GET', query: { 'hub.mode': 'subscribe', 'hub.challenge': 'c-1' } },
		],
		['validationToken of a GET', { method: 'GET', query: { validationToken: 'c-1' } }],
		['a challenge of the query', { method: 'GET', query: { challenge: 'c-1' } }],
		[
			'a challenge of the query before the body',
			{ query: { challenge: 'c-1' }, body: { challenge: 'c-2' } },
		],
	])('echoes %s as text', (_, request) => {
		expect(responseTo(request)).toEqual({ headers: PLAIN, body: 'c-1' });
	});

	it('echoes a challenge in the body as JSON', () => {
		const request = { body: { challenge: 'c-1' } };
		expect(responseTo(request)).toEqual({ headers: JSON_TYPE, body: '{"challenge":"c-1"}' });
	});

	it('reads a challenge in JSON that n8n did not parse', () => {
		const rawBody = Buffer.from('{"challenge":"c-1"}');
		const request = { method: 'POST', query: {}, headers: {}, body: undefined, rawBody };
		expect(checkOf(request)?.body).toBe('{"challenge":"c-1"}');
	});

	it.each(['', '{}', '{}\n', '{"data":null}', '{"events":[]}', ' [] '])(
		'echoes X-Hook-Secret with the empty body %j',
		(text) => {
			const headers = { 'x-hook-secret': 's-1' };
			const rawBody = Buffer.from(text);
			const request = { method: 'POST', query: {}, headers, body: undefined, rawBody };
			expect(checkOf(request)).toEqual({ headers, body: '' });
		},
	);

	it.each([{ ok: false }, { count: 0 }, { data: { name: 'A' } }, ['task.created']])(
		'does not echo X-Hook-Secret with %j',
		(body) => expect(responseTo({ body, headers: { 'x-hook-secret': 's-1' } })).toBeUndefined(),
	);

	const isCheck = (body: unknown, headers = {}) => responseTo({ body, headers }) !== undefined;
	const created = { type: 'task.created', task };

	it.each<[object, object?]>([
		[{ event: 'ping', tasks: [task] }],
		[{ event: 'ping', tasks: [{ id: 7 }] }],
		[{ event: 'ping', data: { tasks: [task] } }],
		[{ event: 'ping', items: [task] }],
		[{ event: 'ping', task: [task] }],
		[{ type: 'validation', notifications: [{ task_id: 7 }] }],
		[{ challenge: 'x', events: [{ type: 'task.created' }] }],
		[{ challenge: 'x', payload: { events: [created, { type: 'ping' }] } }],
		[[task], { 'x-event': 'ping' }],
		[{ challenge: 'x', detail: { events: [{ type: 'task.created', data: {} }] } }],
		[{ challenge: 'x', changes: [{ type: 'task.created' }] }],
		[{ challenge: 'x', changes: [{ task }] }],
		[{ challenge: 'x', change: { of: { task: { name: 'Call' } } } }],
		[{ event: 'verification', content: task }],
		[{ challenge: 'x', data: { payload: { event: 'task.created', id: 7 } } }],
		[{ challenge: 'x', subscription: { event: 'task.created' } }],
		[{ challenge: 'x', item: { id: 7, title: 'Call' } }],
	])('does not treat a list with a task or an event as a check: %j', (body, headers = {}) => {
		expect(isCheck(body, headers)).toBe(false);
	});

	it.each([
		{ event: 'ping', events: [] },
		{ event: 'ping', events: ['task.created'] },
		{ event: 'ping', events: [{ type: 'ping' }] },
		{ event: 'ping', boards: [{ id: 1, name: 'Roadmap' }] },
		{ challenge: 'x', scopes: [{ title: 'Read tasks' }] },
		{ event: { name: 'ping' } },
		{ challenge: 'x', hook: { events: ['task.created', 'task.updated'] } },
		{ challenge: 'x', user: { id: 7, name: 'Ada', type: 'admin' } },
	])('treats a body with no event in its list as a check: %j', (body) => {
		expect(isCheck(body)).toBe(true);
	});

	it.each<[string, Sent]>([
		['an event with a field challenge', { body: { event: 'task.created', task, challenge: 'x' } }],
		['a validation of a task', { body: { type: 'validation', task_id: 9, changes: {} } }],
		['nothing', {}],
		['a challenge of 2,001 characters', { body: { challenge: 'x'.repeat(2001) } }],
	])('does not treat %s as a check', (_, request) => {
		expect(responseTo(request)).toBeUndefined();
	});

	it.each([
		[{ 'content-length': '10000' }, true],
		[{ 'content-length': '10001' }, false],
		[{ 'transfer-encoding': 'chunked' }, false],
		[{}, true],
	])('goes by the declared size of a form: %j', (headers, expected) => {
		expect(isSmallRequest({ rawBody: undefined, headers })).toBe(expected);
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
