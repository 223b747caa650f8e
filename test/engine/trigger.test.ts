import { NodeOperationError } from 'n8n-workflow';

import { ALL_BUT_THE_CLOCK } from '../support/jest/clock';
import { Engine } from '../support/engine/engine';
import { BOTH, CREATED_ONLY, TriggerEnvironment } from '../support/engine/triggerEnvironment';

let environment: TriggerEnvironment;

beforeEach(async () => (environment = await TriggerEnvironment.open()));
afterEach(async () => await environment.close());

describe('activation', () => {
	it('registers the URL of the workflow with a key, once', async () => {
		await environment.activate(BOTH);
		await environment.activate(BOTH);
		expect(environment.registrations()).toBe(1);
		expect(environment.sandbox.webhooks()).toMatchObject([
			{ events: ['task.created', 'task.updated'], active: true },
		]);
	});

	it('does not store the key itself', async () => {
		await environment.activate(BOTH);
		await environment.createTask('a');
		const key = environment.keyOf(await environment.received());
		expect(key.length).toBeGreaterThan(20);
		expect(JSON.stringify(environment.engine.staticData)).not.toContain(key);
	});

	it.each([
		['a rename of the node', BOTH, { name: 'Renamed' }],
		['fewer events', CREATED_ONLY, {}],
	])('reuses the registration after %s', async (_, parameters, settings) => {
		await environment.activate(BOTH);
		await environment.engine.hook('delete', { parameters: BOTH });
		await environment.activate(parameters, settings);
		expect(environment.registrations()).toBe(1);
	});

	it('registers again for one more event', async () => {
		await environment.activate(CREATED_ONLY);
		await environment.activate(BOTH);
		await environment.activate(BOTH);
		expect(environment.registrations()).toBe(2);
	});

	it.each([
		['another credential', { id: '7', name: 'Other' }, '/webhook'],
		['another public URL', { id: '1', name: 'Sandbox account' }, '/n8n/webhook'],
	])('registers again for %s', async (_, workspaceTaskServiceApi, path) => {
		await environment.activate(BOTH);
		environment.engine.webhookBaseUrl = `${environment.front.url}${path}`;
		await environment.activate(BOTH, { credentials: { workspaceTaskServiceApi } });
		expect(environment.registrations()).toBe(2);
	});

	it('remembers its registration if the stored record is unreadable', async () => {
		await environment.activate(BOTH);
		const stored = JSON.stringify(environment.engine.staticData);
		environment.engine.staticData = JSON.parse(
			stored.replace(/"registeredAt":"[^"]+"/, '"registeredAt":0'),
		);
		await environment.createTask('a');
		const { returned } = await environment.pass(await environment.received());
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});

	it.each([
		[
			'an event type with a space',
			{ events: '={{ ["task created"] }}' },
			'"Trigger On" must be a list',
		],
		[
			'a custom event type with a space',
			{ options: { customEvents: 'task.deleted, Task Archived' } },
			'"Custom Events" must be event types without spaces or quotes, separated by commas',
		],
	])('rejects %s before any call', async (_, parameters, sentence) => {
		const attempt = environment.engine.hook('create', { parameters: { ...BOTH, ...parameters } });
		await expect(attempt).rejects.toThrow(sentence);
		expect(environment.sandbox.requests()).toEqual([]);
	});

	it.each([
		['one event type from an expression', { events: '={{ "task.created" }}' }],
		['text with spaces', { events: '={{ " task.created , " }}' }],
	])('accepts %s', async (_, parameters) => {
		await environment.activate(parameters);
		expect(environment.sandbox.webhooks()).toMatchObject([{ events: ['task.created'] }]);
	});

	it('masks the key if the service repeats it', async () => {
		environment.front.reply('hold');
		await environment.useScriptedService();
		const attempt = environment.engine
			.hook('create', { parameters: BOTH })
			.catch((error: unknown) => error);
		const { body } = await environment.received();
		const { url } = JSON.parse(body) as { url: string };
		environment.front.release({
			status: 422,
			body: JSON.stringify({ message: `cannot call ${url}` }),
		});
		const { message } = (await attempt) as Error;
		expect(message).toContain('cannot call');
		expect(message).toContain('?key=***');
		expect(message).not.toContain(new URL(url).searchParams.get('key'));
	});

	it('names the missing setting if n8n has no public URL', async () => {
		const { sandbox } = environment;
		environment.engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
		environment.engine.webhookBaseUrl = 'http://n8n.example.com:5678/webhook';
		const failure: unknown = await environment.engine
			.hook('create', { parameters: BOTH })
			.catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure).toMatchObject({
			message: expect.stringMatching(
				/http:\/\/n8n.example.com:5678\/webhook.*Ask the administrator.*N8N_WEBHOOK_URL \(older n8n: WEBHOOK_URL\).*try again\.$/,
			),
		});
	});

	it.each([{ events: [] }, {}])(
		'registers custom events without selected ones: %j',
		async (selected) => {
			await environment.activate({ ...selected, options: { customEvents: 'task.archived' } });
			const [webhook] = environment.sandbox.webhooks();
			expect(webhook?.events).toContain('task.archived');
		},
	);
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
		await environment.activate(BOTH);
		await environment.engine.hook('delete', { parameters: BOTH });
		pass(DAY_MS + more);
		await environment.activate(BOTH);
		await environment.activate(BOTH);
		expect(environment.registrations()).toBe(calls);
	});

	it('does not count the time before unpublishing', async () => {
		for (let round = 0; round < 2; round += 1) {
			await environment.activate(BOTH);
			pass(30 * DAY_MS);
			await environment.engine.hook('delete', { parameters: BOTH });
		}
		await environment.activate(BOTH);
		expect(environment.registrations()).toBe(1);
	});

	it('does not restart the 24 hours when n8n cleans up after a refused activation', async () => {
		await environment.activate(BOTH);
		await environment.engine.hook('delete', { parameters: BOTH });
		pass(DAY_MS);
		await environment.engine.hook('delete', { parameters: BOTH });
		pass(1);
		expect(await environment.engine.hook('checkExists', { parameters: BOTH })).toBe(false);
	});
});

describe('unpublishing', () => {
	it('sends no request, even if the service is gone', async () => {
		await environment.activate(BOTH);
		const before = environment.sandbox.requests().length;
		expect(await environment.engine.hook('delete', { parameters: BOTH })).toBe(true);
		await environment.createTask('after');
		expect(environment.sandbox.requests()).toHaveLength(before + 1);
		await environment.sandbox.close();
		expect(await environment.engine.hook('delete', { parameters: BOTH })).toBe(true);
	});

	it('logs what stays registered and how to remove it', async () => {
		await environment.activate(BOTH);
		await environment.engine.hook('delete', { parameters: BOTH });
		const lines = environment.engine.logged.join('\n');
		expect(lines).toContain(environment.front.url);
		expect(lines).toContain(environment.sandbox.url);
		expect(lines).toMatch(/\(task\.created, task\.updated; of \d{4}-\d\d-\d\d\)/);
		expect(lines).toContain('delete it in the settings of the service');
		await environment.createTask('a');
		expect(lines).not.toContain(environment.keyOf(await environment.received()));
	});

	it('logs nothing when n8n repeats it after a failed activation', async () => {
		await environment.activate(BOTH);
		await environment.engine.hook('delete', { parameters: BOTH });
		const lines = [...environment.engine.logged];
		await environment.engine.hook('delete', { parameters: BOTH });
		expect(environment.engine.logged).toEqual(lines);
	});
});

describe('a delivery', () => {
	it('becomes one item that names the event and the task', async () => {
		await environment.activate(BOTH);
		await environment.createTask('Call the supplier');
		const delivery = await environment.received();
		await environment.sandbox.idle();
		const { returned, response } = await environment.pass(delivery);
		expect(response).toEqual({});
		expect(returned.workflowData).toMatchObject([
			[
				{
					json: {
						event: 'task.created',
						task: { title: 'Call the supplier' },
						deliveryId: environment.sandbox.deliveries()[0]?.deliveryId,
						payload: JSON.parse(delivery.body),
					},
				},
			],
		]);
	});

	it('starts the workflow if the selection cannot be read', async () => {
		await environment.activate(BOTH);
		await environment.createTask('a');
		const delivery = await environment.received();
		const { returned } = await environment.pass(delivery, {
			events: '={{ $("Nowhere").first() }}',
		});
		expect(returned.workflowData?.[0]).toHaveLength(1);
		const warning = /^"Node" could not read its parameters and uses none: /;
		expect(environment.engine.warnings).toContainEqual(expect.stringMatching(warning));
	});
});
