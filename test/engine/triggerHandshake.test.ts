import type { DeliverOptions } from '../support/engine/engine';
import { BOTH } from '../support/engine/triggerEnvironment';
import { causeDelivery, environment, publish, setUpTrigger } from '../support/engine/triggerSuite';

setUpTrigger();

interface Check {
	method?: string;
	headers?: Record<string, string>;
	body?: object;
}

const CHALLENGE = { body: { challenge: 'c-1' } };
const STARTS_NOTHING = { noWebhookResponse: true };

async function check({ body, ...others }: Check, key = 'any', options?: DeliverOptions) {
	const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
	const request = { ...others, query: { key }, body, rawBody };
	return await environment.engine.deliver(request, { parameters: BOTH }, options);
}

async function currentKey() {
	await publish(BOTH);
	return environment.keyOf(await causeDelivery());
}

describe('an address check', () => {
	it.each<[string, Check, string, object]>([
		['GET', { method: 'GET' }, '', {}],
		['a challenge', CHALLENGE, '{"challenge":"c-1"}', { 'x-content-type-options': 'nosniff' }],
		['X-Hook-Secret', { headers: { 'x-hook-secret': 's' } }, '', { 'x-hook-secret': 's' }],
	])('by %s starts nothing, whatever the key, in a test too', async (_, sent, body, headers) => {
		const all = [
			await check(sent, await currentKey()),
			await check(sent),
			await check(sent, 'any', { mode: 'manual' }),
		];
		for (const { response, returned } of all) {
			expect(response).toMatchObject({ status: 200, headers, body });
			expect(returned).toEqual(STARTS_NOTHING);
		}
	});

	it('is nothing that is nested 4,900 deep, which is one debug line for a stranger', async () => {
		const text = '['.repeat(4_900) + ']'.repeat(4_900);
		const body = JSON.parse(text) as object;
		const debug = jest.spyOn(environment.engine.logger, 'debug');
		const headers = { 'x-hook-secret': 's-1' };
		const request = { headers, query: { key: 'any' }, body, rawBody: Buffer.from(text) };
		const { response, returned } = await environment.engine.deliver(request, { parameters: BOTH });
		expect([response.status, returned]).toEqual([401, STARTS_NOTHING]);
		expect(debug).toHaveBeenCalledTimes(1);
		debug.mockRestore();
		expect(environment.engine.warnings.filter((line) => /could not read/.test(line))).toEqual([]);
	});

	it('passes during the registration', async () => {
		const service = await environment.useScriptedService();
		service.reply(async () => ((await check(CHALLENGE)).response.status === 200 ? 201 : 422));
		await expect(publish(BOTH)).resolves.toBeUndefined();
		expect(service.requests).toHaveLength(1);
	});

	it.each<[string, Check, number]>([
		['a ping with a task', { body: { event: 'ping', task: { id: 1 } } }, 1],
		['a ping with a list', { body: { event: 'ping', tasks: [{ id: 1 }, { id: 2 }] } }, 2],
		[
			'X-Hook-Secret with an event type',
			{ headers: { 'x-hook-secret': 's-1', 'x-webhook-event': 'task.created' } },
			1,
		],
	])('is an event instead: %s', async (_, sent, count) => {
		const { response, returned } = await check(sent, await currentKey());
		expect(response).toEqual({});
		expect(returned.workflowData?.[0]).toHaveLength(count);
		expect((await check(sent)).response.status).toBe(401);
	});
});
