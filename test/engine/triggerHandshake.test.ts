import type { DeliverOptions } from '../support/engine/engine';
import { BOTH, TriggerEnvironment } from '../support/engine/triggerEnvironment';

let environment: TriggerEnvironment;
beforeEach(async () => (environment = await TriggerEnvironment.open()));
afterEach(async () => await environment.close());

interface Check {
	method?: string;
	query?: Record<string, string>;
	headers?: Record<string, string>;
	body?: object;
}

const CHECKS: Array<[string, Check, string]> = [
	['GET', { method: 'GET' }, ''],
	['hub.challenge', { method: 'GET', query: { 'hub.challenge': 'c-1' } }, 'c-1'],
	['a challenge in the body', { body: { challenge: 'c-1' } }, '{"challenge":"c-1"}'],
	['X-Hook-Secret', { headers: { 'x-hook-secret': 's-1' }, body: {} }, ''],
	['a ping', { body: { event: 'ping' } }, ''],
];

async function check(
	{ query = {}, body, ...others }: Check,
	key = 'any',
	options?: DeliverOptions,
) {
	const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
	const request = { ...others, query: { ...query, key }, body, rawBody };
	return await environment.engine.deliver(request, { parameters: BOTH }, options);
}

describe('an address check', () => {
	it.each(CHECKS)('by %s starts nothing with the current key', async (_, request, body) => {
		await environment.activate(BOTH);
		await environment.createTask('a');
		const key = environment.keyOf(await environment.received());
		const { response, returned } = await check(request, key);
		expect(response).toMatchObject({ status: 200, body });
		expect(returned).toEqual({ noWebhookResponse: true });
	});

	it('is not a test event', async () => {
		const { returned } = await check({ method: 'GET' }, 'any', { mode: 'manual' });
		expect(returned).toEqual({ noWebhookResponse: true });
	});

	it('by X-Hook-Secret gets the secret in the response', async () => {
		const headers = { 'x-hook-secret': 's-1' };
		expect((await check({ headers })).response.headers).toEqual(headers);
	});

	it.each(CHECKS)('by %s passes during the registration', async (_, request, body) => {
		const service = await environment.useScriptedService();
		service.reply(async () => {
			const { response } = await check(request);
			return response.status === 200 && response.body === body ? 201 : 422;
		});
		await expect(environment.activate(BOTH)).resolves.toBeUndefined();
		expect(service.requests).toHaveLength(1);
	});

	it.each<[string, Check]>([
		['a verification', { body: { type: 'verification', task: { id: 1 } } }],
		['a ping', { body: { event: 'ping', task: { id: 1 } } }],
		['a query with a challenge', { query: { challenge: 'c-1' }, body: { event: 'task.created' } }],
		[
			'X-Hook-Secret, without a body',
			{ headers: { 'x-hook-secret': 's-1', 'x-webhook-event': 'task.created' } },
		],
	])('is an event instead if it has the current key and an event: %s', async (_, request) => {
		await environment.activate(BOTH);
		await environment.createTask('a');
		const key = environment.keyOf(await environment.received());
		const { response, returned } = await check(request, key);
		expect(response).toEqual({});
		expect(returned.workflowData?.[0]).toHaveLength(1);
		expect((await check(request)).returned).toEqual({ noWebhookResponse: true });
	});
});
