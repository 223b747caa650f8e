import { NodeOperationError } from 'n8n-workflow';

import { BOTH, CREATED_ONLY } from '../support/engine/triggerEnvironment';
import {
	causeDelivery,
	environment,
	passForItems,
	publish,
	restart,
	setUpTrigger,
	unpublish,
} from '../support/engine/triggerSuite';
import { ALL_BUT_THE_CLOCK } from '../support/jest/clock';

setUpTrigger();

describe('activation', () => {
	it('registers the URL of the workflow with a key, once, and does not store the key', async () => {
		await publish(BOTH);
		await publish(BOTH);
		expect(environment.registrations()).toBe(1);
		const [webhook] = environment.sandbox.webhooks();
		expect(webhook).toMatchObject({ events: ['task.created', 'task.updated'], active: true });
		const key = environment.keyOf(await causeDelivery());
		expect(key.length).toBeGreaterThan(20);
		expect(JSON.stringify(environment.engine.staticData)).not.toContain(key);
	});

	it.each([
		['a rename of the node', BOTH, { name: 'Renamed' }],
		['fewer events', CREATED_ONLY, {}],
	])('reuses the registration after %s', async (_, parameters, settings) => {
		await publish(BOTH);
		await unpublish();
		await restart();
		await publish(parameters, settings);
		expect(environment.registrations()).toBe(1);
	});

	it('registers again for one more event', async () => {
		await publish(CREATED_ONLY);
		await publish(BOTH);
		await publish(BOTH);
		expect(environment.registrations()).toBe(2);
	});

	it.each([
		['another credential', { id: '7', name: 'Other' }, '/webhook'],
		['another public URL', { id: '1', name: 'Sandbox account' }, '/n8n/webhook'],
	])('registers again for %s', async (_, workspaceTaskServiceApi, path) => {
		await publish(BOTH);
		environment.engine.webhookBaseUrl = `${environment.front.url}${path}`;
		await publish(BOTH, { credentials: { workspaceTaskServiceApi } });
		expect(environment.registrations()).toBe(2);
	});

	it('remembers its registration if the stored record is unreadable', async () => {
		await publish(BOTH);
		const stored = JSON.stringify(environment.engine.staticData);
		environment.engine.staticData = JSON.parse(
			stored.replace(/"registeredAt":"[^"]+"/, '"registeredAt":0'),
		);
		expect(await passForItems(await causeDelivery())).toHaveLength(1);
	});

	it('rejects an event type with a space before any call', async () => {
		const parameters = { ...BOTH, events: '={{ ["task created"] }}' };
		await expect(publish(parameters)).rejects.toThrow('"Trigger On" must be a list');
		expect(environment.sandbox.requests()).toEqual([]);
	});

	it.each([
		['one event type from an expression', { events: '={{ "task.created" }}' }],
		['text with spaces', { events: '={{ " task.created , " }}' }],
		['custom events alone', { events: [], options: { customEvents: 'task.created' } }],
		['custom events without the field', { options: { customEvents: 'task.created' } }],
	])('accepts %s', async (_, parameters) => {
		await publish(parameters);
		const [webhook] = environment.sandbox.webhooks();
		expect(webhook?.events).toEqual(['task.created']);
	});

	it('masks the key if the service repeats it', async () => {
		const service = await environment.useScriptedService();
		service.reply(({ body }) => ({ status: 422, body }));
		const message = await publish(BOTH).catch((error: Error) => error.message);
		const { url } = JSON.parse((await environment.received()).body) as { url: string };
		expect(message).toContain('?key=***');
		expect(message).not.toContain(new URL(url).searchParams.get('key'));
	});

	it('sends nothing, and names the missing setting, if the service cannot call n8n', async () => {
		environment.engine.webhookBaseUrl = 'http://n8n.example.com:5678/webhook';
		const failure: unknown = await publish(BOTH).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure).toMatchObject({
			message: expect.stringMatching(
				/^The service at http:.* cannot call this n8n at http:\/\/n8n\.example\.com:5678\/webhook.*If "Base URL" .*Ask the administrator.*N8N_WEBHOOK_URL \(older n8n: WEBHOOK_URL\).* then try again\.$/,
			),
		});
		expect(environment.sandbox.requests()).toEqual([]);
	});
});

describe('after unpublishing', () => {
	const DAY_MS = 24 * 60 * 60 * 1000;

	beforeEach(() => jest.useFakeTimers({ doNotFake: ALL_BUT_THE_CLOCK }));
	afterEach(() => jest.useRealTimers());
	const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

	it.each([
		['reuses the registration for 24 hours', 0, 1],
		['registers again, once, a millisecond later', 1, 2],
	])('%s', async (_, more, calls) => {
		await publish(BOTH);
		await unpublish();
		pass(DAY_MS + more);
		await publish(BOTH);
		await publish(BOTH);
		expect(environment.registrations()).toBe(calls);
	});

	it('does not count the time before unpublishing', async () => {
		for (let round = 0; round < 2; round += 1) {
			await publish(BOTH);
			pass(30 * DAY_MS);
			await unpublish();
		}
		await publish(BOTH);
		expect(environment.registrations()).toBe(1);
	});

	it('does not restart the 24 hours when n8n cleans up after a refused activation', async () => {
		await publish(BOTH);
		await unpublish();
		pass(DAY_MS);
		await unpublish();
		pass(1);
		await publish(BOTH);
		expect(environment.registrations()).toBe(2);
	});
});

describe('unpublishing', () => {
	it('sends no request, even if the service is gone', async () => {
		await publish(BOTH);
		const before = environment.sandbox.requests().length;
		expect(await unpublish()).toBe(true);
		expect(environment.sandbox.requests()).toHaveLength(before);
		await environment.sandbox.close();
		expect(await unpublish()).toBe(true);
	});

	it('logs once what stays registered and how to remove it', async () => {
		const { engine, front, sandbox } = environment;
		await publish(BOTH);
		await unpublish();
		// After a failed activation.
		await unpublish();
		expect(engine.logged).toHaveLength(1);
		const [line] = engine.logged;
		expect(line).toContain(front.url);
		expect(line).toContain(sandbox.url);
		expect(line).toMatch(/\(task\.created, task\.updated; of \d{4}-\d\d-\d\d\)/);
		expect(line).toContain('delete it in the settings of the service');
		expect(line).not.toContain(environment.keyOf(await causeDelivery()));
	});
});

describe('a delivery', () => {
	it('becomes one item that names the event and the task', async () => {
		await publish(BOTH);
		await environment.createTask('Call the supplier');
		const delivery = await environment.received();
		await environment.sandbox.idle();
		const { returned, response } = await environment.pass(delivery);
		expect(response).toEqual({});
		const json = {
			event: 'task.created',
			task: { title: 'Call the supplier' },
			deliveryId: environment.sandbox.deliveries()[0]?.deliveryId,
			payload: JSON.parse(delivery.body),
		};
		expect(returned.workflowData).toMatchObject([[{ json }]]);
	});

	it('starts the workflow if the selection cannot be read', async () => {
		await publish(BOTH);
		const unreadable = { events: '={{ $("Nowhere").first() }}' };
		expect(await passForItems(await causeDelivery(), unreadable)).toHaveLength(1);
		const warning = /^"Node" could not read its parameters and uses none: /;
		expect(environment.engine.warnings).toContainEqual(expect.stringMatching(warning));
	});
});
