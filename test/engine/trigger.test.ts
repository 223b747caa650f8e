import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ALL_BUT_THE_CLOCK } from '../support/clock';
import { Engine } from '../../testkit/engine';
import { BOTH, CREATED_ONLY, TriggerScene } from '../support/trigger-scene';

let scene: TriggerScene;

beforeEach(async () => (scene = await TriggerScene.open()));
afterEach(async () => await scene.close());

describe('activation', () => {
	it('registers the address of the workflow with a key, once', async () => {
		await scene.activate(BOTH);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(1);
		expect(scene.sandbox.webhooks()).toMatchObject([
			{ events: ['task.created', 'task.updated'], active: true },
		]);
	});

	it('does not store the key itself', async () => {
		await scene.activate(BOTH);
		await scene.createTask('a');
		const { path } = await scene.received();
		const key = new URL(path, scene.front.url).searchParams.get('key') ?? '';
		expect(key.length).toBeGreaterThan(20);
		expect(JSON.stringify(scene.engine.staticData)).not.toContain(key);
	});

	it.each([
		['a rename of the node', BOTH, { name: 'Renamed' }],
		['fewer events', CREATED_ONLY, {}],
	])('reuses the registration after %s', async (_, parameters, settings) => {
		await scene.activate(BOTH);
		await scene.engine.hook('delete', { parameters: BOTH });
		await scene.activate(parameters, settings);
		expect(scene.registrations()).toBe(1);
	});

	it('registers again for one more event', async () => {
		await scene.activate(CREATED_ONLY);
		await scene.activate(BOTH);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(2);
	});

	it('ends the count of inactivity', async () => {
		await scene.activate(BOTH);
		await scene.engine.hook('delete', { parameters: BOTH });
		await scene.activate(BOTH);
		expect(JSON.stringify(scene.engine.staticData)).toContain('"inactiveSince":null');
	});

	it.each([
		['another credential', { id: '7', name: 'Other' }, '/webhook'],
		['another public address', { id: '1', name: 'Sandbox account' }, '/n8n/webhook'],
	])('registers again for %s', async (_, workspaceTaskServiceApi, path) => {
		await scene.activate(BOTH);
		scene.engine.webhookBaseUrl = `${scene.front.url}${path}`;
		await scene.activate(BOTH, { credentials: { workspaceTaskServiceApi } });
		expect(scene.registrations()).toBe(2);
	});

	it('knows its registration by a credential whose id is a number', async () => {
		const id = 5 as unknown as string;
		const settings = { credentials: { workspaceTaskServiceApi: { id, name: 'Imported' } } };
		await scene.activate(BOTH, settings);
		await scene.activate(BOTH, settings);
		expect(scene.registrations()).toBe(1);
	});

	it('keeps the keys of earlier registrations when the record of the last one is unreadable', async () => {
		await scene.activate(CREATED_ONLY);
		await scene.createTask('a');
		const early = await scene.received();
		await scene.activate(BOTH);
		const stored = JSON.stringify(scene.engine.staticData);
		scene.engine.staticData = JSON.parse(
			stored.replace(/"registeredAt":"[^"]+"/, '"registeredAt":0'),
		);
		expect((await scene.pass(early)).answer.status).toBe(410);
	});

	it.each([
		['a word', { status: 201, body: 'Created' }],
		['nothing', 204],
		['an object without an id', { status: 200, body: '{}' }],
	])('counts a 2xx with %s', async (_, answer) => {
		scene.front.reply(answer);
		scene.useEngine(await Engine.load({ baseUrl: scene.front.url, apiToken: 'token' }));
		await scene.activate(BOTH);
		await scene.activate(BOTH);
		expect(scene.front.requests).toHaveLength(1);
	});

	it.each([
		['no text', { options: { customEvents: '={{ ({ a: 1 }) }}' } }, '"Custom Events" must be text'],
		['a kind with a space', { events: '={{ ["task created"] }}' }, '"Trigger On" must be a list'],
		[
			'a typed kind with a space',
			{ options: { customEvents: 'task.deleted, Task Archived' } },
			'"Custom Events" must be event kinds without spaces, separated by commas',
		],
	])('refuses %s before any call', async (_, parameters, sentence) => {
		const attempt = scene.engine.hook('create', { parameters: { ...BOTH, ...parameters } });
		await expect(attempt).rejects.toThrow(sentence);
		expect(scene.sandbox.requests()).toEqual([]);
	});

	it.each([
		['one kind from an expression', { events: '={{ "task.created" }}' }],
		['a text with blanks', { events: '={{ " task.created , " }}' }],
		['nothing in Custom Events', { ...CREATED_ONLY, options: { customEvents: '={{ null }}' } }],
	])('takes %s', async (_, parameters) => {
		await scene.activate(parameters);
		expect(scene.sandbox.webhooks()).toMatchObject([{ events: ['task.created'] }]);
	});

	it("fails with the service's words when the service refuses", async () => {
		scene.engine = await Engine.load({ baseUrl: scene.sandbox.url, apiToken: 'wrong' });
		const attempt = scene.engine.hook('create', { parameters: BOTH });
		await expect(attempt).rejects.toBeInstanceOf(NodeApiError);
		await expect(attempt).rejects.toThrow('The service answered 401');
		expect(JSON.stringify(scene.engine.staticData)).not.toMatch(/[0-9a-f]{64}/);
	});

	it('masks the key when the service repeats it', async () => {
		scene.front.reply('hold');
		scene.useEngine(await Engine.load({ baseUrl: scene.front.url, apiToken: 'token' }));
		const attempt = scene.engine
			.hook('create', { parameters: BOTH })
			.catch((error: unknown) => error);
		const { body } = await scene.received();
		const { url } = JSON.parse(body) as { url: string };
		scene.front.release({ status: 422, body: JSON.stringify({ message: `cannot call ${url}` }) });
		const { message } = (await attempt) as Error;
		expect(message).toContain('cannot call');
		expect(message).toContain('?key=***');
		expect(message).not.toContain(new URL(url).searchParams.get('key'));
	});

	it('names the missing setting when n8n has no public address', async () => {
		scene.engine = await Engine.load({ baseUrl: 'https://tasks.example.com', apiToken: 'token' });
		const failure: unknown = await scene.engine
			.hook('create', { parameters: BOTH })
			.catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure).toMatchObject({
			message: expect.stringMatching(
				/http:\/\/localhost:5678\/webhook.*N8N_WEBHOOK_URL \(older n8n: WEBHOOK_URL\)/,
			),
			description: expect.stringContaining('restart n8n'),
		});
	});

	it('refuses a public address without https even for a service on this machine', async () => {
		scene.engine.webhookBaseUrl = 'http://n8n.example.com/webhook';
		const attempt = scene.engine.hook('create', { parameters: BOTH });
		await expect(attempt).rejects.toThrow('http://n8n.example.com/webhook');
		expect(scene.registrations()).toBe(0);
	});

	it('says that no event is selected', async () => {
		const attempt = scene.engine.hook('create', { parameters: { events: [] } });
		await expect(attempt).rejects.toThrow('"Trigger On" is empty');
		expect(scene.sandbox.requests()).toEqual([]);
	});
});

describe('after a deactivation', () => {
	const DAY_MS = 24 * 60 * 60 * 1000;

	beforeEach(() => jest.useFakeTimers({ doNotFake: ALL_BUT_THE_CLOCK }));
	afterEach(() => jest.useRealTimers());
	const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

	it.each([
		['24 hours reuse the registration', 0, 1],
		['a millisecond more registers again, once', 1, 2],
	])('%s', async (_, more, calls) => {
		await scene.activate(BOTH);
		await scene.engine.hook('delete', { parameters: BOTH });
		pass(DAY_MS + more);
		await scene.activate(BOTH);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(calls);
	});

	it('days of activity do not count', async () => {
		await scene.activate(BOTH);
		pass(30 * DAY_MS);
		await scene.engine.hook('delete', { parameters: BOTH });
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(1);
	});

	it('a clean-up after a refused activation does not restart the count', async () => {
		await scene.activate(BOTH);
		await scene.engine.hook('delete', { parameters: BOTH });
		pass(DAY_MS);
		await scene.engine.hook('delete', { parameters: BOTH });
		pass(1);
		expect(await scene.engine.hook('checkExists', { parameters: BOTH })).toBe(false);
	});
});

describe('deactivation', () => {
	it('calls nothing, even when the service is gone', async () => {
		await scene.activate(BOTH);
		const before = scene.sandbox.requests().length;
		expect(await scene.engine.hook('delete', { parameters: BOTH })).toBe(true);
		await scene.createTask('after');
		expect(scene.sandbox.requests()).toHaveLength(before + 1);
		await scene.sandbox.close();
		expect(await scene.engine.hook('delete', { parameters: BOTH })).toBe(true);
	});

	it('logs what stays registered and how to remove it', async () => {
		await scene.activate(BOTH);
		await scene.engine.hook('delete', { parameters: BOTH });
		const lines = scene.engine.logged.join('\n');
		expect(lines).toContain(scene.front.url);
		expect(lines).toContain(scene.sandbox.url);
		expect(lines).toContain('delete it in the settings of the service');
		await scene.createTask('a');
		const { path } = await scene.received();
		expect(lines).not.toContain(new URL(path, scene.front.url).searchParams.get('key'));
	});

	it('logs nothing when n8n repeats it after a failed activation', async () => {
		await scene.activate(BOTH);
		await scene.engine.hook('delete', { parameters: BOTH });
		const lines = [...scene.engine.logged];
		await scene.engine.hook('delete', { parameters: BOTH });
		expect(scene.engine.logged).toEqual(lines);
	});
});

describe('a delivery', () => {
	it('becomes one item that names the event and the task', async () => {
		await scene.activate(BOTH);
		await scene.createTask('Call the supplier');
		const delivery = await scene.received();
		await scene.sandbox.idle();
		const { returned, answer } = await scene.pass(delivery);
		expect(answer).toEqual({});
		expect(returned.workflowData).toMatchObject([
			[
				{
					json: {
						event: 'task.created',
						task: { title: 'Call the supplier' },
						deliveryId: scene.sandbox.deliveries()[0]?.deliveryId,
						payload: JSON.parse(delivery.body),
					},
				},
			],
		]);
	});

	it('starts the workflow when the selection cannot be read', async () => {
		await scene.activate(BOTH);
		await scene.createTask('a');
		const delivery = await scene.received();
		const { returned } = await scene.pass(delivery, { events: '={{ $("Nowhere").first() }}' });
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});
});
