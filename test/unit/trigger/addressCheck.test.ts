import fc from 'fast-check';

import { readDelivery } from '../../../nodes/WorkspaceTaskService/api/read/delivery';
import {
	checkResponse,
	type WebhookRequest,
} from '../../../nodes/WorkspaceTaskService/trigger/addressCheck';

const checkOf = (request: WebhookRequest) => checkResponse(request, readDelivery(request).whole);

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

describe('checkResponse', () => {
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
	])('echoes %s as text', (_, request) => {
		expect(responseTo(request)).toEqual({ headers: PLAIN, body: 'c-1' });
	});

	it.each<[string, Sent]>([
		['in the query', { method: 'GET', query: { challenge: 'c-1' } }],
		['in the body', { body: { challenge: 'c-1' } }],
	])('echoes a challenge %s as JSON', (_, request) => {
		expect(responseTo(request)).toEqual({ headers: JSON_TYPE, body: '{"challenge":"c-1"}' });
	});

	it('reads a challenge in JSON that n8n did not parse', () => {
		const rawBody = Buffer.from('{"challenge":"c-1"}');
		const request = { method: 'POST', query: {}, headers: {}, body: undefined, rawBody };
		expect(checkOf(request)?.body).toBe('{"challenge":"c-1"}');
	});

	it('echoes X-Hook-Secret with an empty object', () => {
		const headers = { 'x-hook-secret': 's-1' };
		expect(responseTo({ body: {}, headers })).toEqual({ headers, body: '' });
	});

	it.each<[string, Sent]>([
		['an event with a field challenge', { body: { event: 'task.created', task, challenge: 'x' } }],
		['a task with a field challenge', { body: { title: 'Call', challenge: 'x' } }],
		['a validation of a task', { body: { type: 'validation', task_id: 9, changes: {} } }],
		['nothing', {}],
		['a challenge of 2,001 characters', { body: { challenge: 'x'.repeat(2001) } }],
		['a large body', { body: { challenge: 'x', filler: 'x'.repeat(10_000) } }],
	])('does not treat %s as a check', (_, request) => {
		expect(responseTo(request)).toBeUndefined();
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
