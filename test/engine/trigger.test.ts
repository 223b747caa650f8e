import type { INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine } from '../support/engine';
import type { ReceivedRequest, Receiver } from '../support/receiver';
import { startReceiver } from '../support/receiver';

let sandbox: Sandbox;
let engine: Engine;
/** Stands at n8n's public address and keeps what the service sends there. */
let front: Receiver;

const BOTH: INodeParameters = { events: ['task.created', 'task.updated'] };
const CREATED_ONLY: INodeParameters = { events: ['task.created'] };

beforeEach(async () => {
	sandbox = await startSandbox();
	front = await startReceiver();
	engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
	engine.webhookBaseUrl = `${front.url}/webhook`;
});
afterEach(async () => {
	await sandbox.close();
	await front.close();
});

const registrations = () =>
	sandbox.requests().filter(({ path }) => path === '/api/v1/webhooks').length;

/** What n8n does on activation. */
async function activate(parameters: INodeParameters, settings = {}) {
	if (!(await engine.hook('checkExists', { parameters, settings }))) {
		await engine.hook('create', { parameters, settings });
	}
}

async function createTask(title: string) {
	await fetch(`${sandbox.url}/api/v1/tasks`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ title, board_id: 1 }),
	});
}

/** Hands a delivery to the trigger as n8n does: JSON parsed, query parsed. */
function pass({ url, headers, body }: ReceivedRequest, parameters = BOTH) {
	const query = Object.fromEntries(new URL(url, front.url).searchParams);
	const request = { body: JSON.parse(body), rawBody: Buffer.from(body), headers, query };
	return engine.deliver(request, { parameters });
}

describe('activation', () => {
	it('registers the address of the workflow with a key, once', async () => {
		await activate(BOTH);
		await activate(BOTH);
		expect(registrations()).toBe(1);
		expect(sandbox.webhooks()).toMatchObject([
			{ events: ['task.created', 'task.updated'], active: true },
		]);
	});

	it('keeps the key itself out of what n8n stores', async () => {
		await activate(BOTH);
		await createTask('a');
		const [{ url }] = (await front.waitFor(1)) as [ReceivedRequest];
		const key = new URL(url, front.url).searchParams.get('key') ?? '';
		expect(key.length).toBeGreaterThan(20);
		expect(JSON.stringify(engine.staticData)).not.toContain(key);
	});

	it.each([
		['a deactivation', BOTH, {}],
		['a rename of the node', BOTH, { name: 'Renamed' }],
		['fewer events', CREATED_ONLY, {}],
	])('uses the registration again after %s', async (_, parameters, settings) => {
		await activate(BOTH);
		await engine.hook('delete', { parameters: BOTH });
		await activate(parameters, settings);
		expect(registrations()).toBe(1);
	});

	it('registers anew after more than 24 hours of inactivity', async () => {
		await activate(BOTH);
		await engine.hook('delete', { parameters: BOTH });
		const text = JSON.stringify(engine.staticData);
		const longAgo = text.replace(
			/"inactiveSince":"[^"]+"/,
			'"inactiveSince":"2026-01-01T00:00:00Z"',
		);
		expect(longAgo).not.toBe(text);
		engine.staticData = JSON.parse(longAgo);
		await activate(BOTH);
		expect(registrations()).toBe(2);
	});

	it('ends the inactivity, so that a long activity is not counted as one', async () => {
		await activate(BOTH);
		await engine.hook('delete', { parameters: BOTH });
		await activate(BOTH);
		expect(JSON.stringify(engine.staticData)).toContain('"inactiveSince":null');
	});

	it('registers anew for one more event', async () => {
		await activate(CREATED_ONLY);
		await activate(BOTH);
		await activate(BOTH);
		expect(registrations()).toBe(2);
	});

	it('does not revive an old registration when n8n cleans up after a refused one', async () => {
		await activate(BOTH);
		await engine.hook('delete', { parameters: BOTH });
		const stored = JSON.stringify(engine.staticData);
		const old = stored.replace(/"inactiveSince":"[^"]+"/, '"inactiveSince":"2026-01-01T00:00:00Z"');
		engine.staticData = JSON.parse(old);
		await engine.hook('delete', { parameters: BOTH });
		expect(await engine.hook('checkExists', { parameters: BOTH })).toBe(false);
	});

	it('knows its registration by a credential whose id is a number', async () => {
		const id = 5 as unknown as string;
		const settings = { credentials: { workspaceTaskServiceApi: { id, name: 'Imported' } } };
		await activate(BOTH, settings);
		await activate(BOTH, settings);
		expect(registrations()).toBe(1);
	});

	it('keeps the keys of earlier registrations when the record of the last one is unreadable', async () => {
		await activate(CREATED_ONLY);
		await createTask('a');
		const [early] = (await front.waitFor(1)) as [ReceivedRequest];
		await activate(BOTH);
		const stored = JSON.stringify(engine.staticData);
		engine.staticData = JSON.parse(stored.replace(/"registeredAt":"[^"]+"/, '"registeredAt":0'));
		expect((await pass(early)).answer.status).toBe(410);
	});

	it.each([
		['a word', { status: 201, body: 'Created' }],
		['nothing', 204],
		['an object without an id', { status: 200, body: '{}' }],
	])('counts a 2xx with %s', async (_, answer) => {
		front.react(answer);
		engine = await Engine.load({ baseUrl: front.url, apiToken: 'token' });
		engine.webhookBaseUrl = `${front.url}/webhook`;
		await activate(BOTH);
		await activate(BOTH);
		expect(front.requests).toHaveLength(1);
	});

	it.each([
		['no text', { options: { customEvents: '={{ ({ a: 1 }) }}' } }, '"Custom Events" must be text'],
		['a kind with a space', { events: '={{ ["task created"] }}' }, '"Trigger On" must be a list'],
	])('refuses %s before any call', async (_, parameters, sentence) => {
		const attempt = engine.hook('create', { parameters: { ...BOTH, ...parameters } });
		await expect(attempt).rejects.toThrow(sentence);
		expect(sandbox.requests()).toEqual([]);
	});

	it.each([
		['one kind from an expression', { events: '={{ "task.created" }}' }],
		['nothing in Custom Events', { ...CREATED_ONLY, options: { customEvents: '={{ null }}' } }],
	])('takes %s', async (_, parameters) => {
		await activate(parameters);
		expect(sandbox.webhooks()).toMatchObject([{ events: ['task.created'] }]);
	});

	it("fails with the service's words when the service refuses", async () => {
		engine = await Engine.load({ baseUrl: sandbox.url, apiToken: 'wrong' });
		const attempt = engine.hook('create', { parameters: BOTH });
		await expect(attempt).rejects.toBeInstanceOf(NodeApiError);
		await expect(attempt).rejects.toThrow('The service answered 401');
		expect(engine.staticData).toEqual({});
	});

	it('says which setting is missing when n8n has no public address', async () => {
		engine = await Engine.load({ baseUrl: 'https://tasks.example.com', apiToken: 'token' });
		const failure: unknown = await engine
			.hook('create', { parameters: BOTH })
			.catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure).toMatchObject({
			message: expect.stringContaining('http://localhost:5678/webhook'),
			description: expect.stringContaining('N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL)'),
		});
	});

	it('says that no event is selected', async () => {
		const attempt = engine.hook('create', { parameters: { events: [] } });
		await expect(attempt).rejects.toThrow('"Trigger On" is empty');
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('deactivation', () => {
	it('calls nothing, even when the service is gone', async () => {
		await activate(BOTH);
		const before = sandbox.requests().length;
		expect(await engine.hook('delete', { parameters: BOTH })).toBe(true);
		await createTask('after');
		expect(sandbox.requests()).toHaveLength(before + 1);
		await sandbox.close();
		expect(await engine.hook('delete', { parameters: BOTH })).toBe(true);
	});

	it('logs what stays registered and how to remove it', async () => {
		await activate(BOTH);
		await engine.hook('delete', { parameters: BOTH });
		const lines = engine.logged.join('\n');
		expect(lines).toContain(front.url);
		expect(lines).toContain(sandbox.url);
		expect(lines).toContain('delete it in the settings of the service');
		expect(lines).not.toContain('key=');
	});
});

describe('a delivery', () => {
	it('becomes one item that names the event and the task', async () => {
		await activate(BOTH);
		await createTask('Call the supplier');
		const [delivery] = (await front.waitFor(1)) as [ReceivedRequest];
		await sandbox.idle();
		const { returned, answer } = await pass(delivery);
		expect(answer).toEqual({});
		expect(returned.workflowData).toMatchObject([
			[
				{
					json: {
						event: 'task.created',
						task: { title: 'Call the supplier' },
						deliveryId: sandbox.deliveries()[0]?.deliveryId,
						payload: JSON.parse(delivery.body),
					},
				},
			],
		]);
	});

	it('of an edited task is task.updated', async () => {
		await activate(BOTH);
		sandbox.editTask(1, { title: 'New title' });
		const [delivery] = (await front.waitFor(1)) as [ReceivedRequest];
		const { returned } = await pass(delivery);
		expect(returned.workflowData?.[0]?.[0]?.json).toMatchObject({
			event: 'task.updated',
			task: { title: 'New title' },
		});
	});

	it('of a kind that is no longer selected is answered without a run', async () => {
		await activate(BOTH);
		sandbox.editTask(1, { title: 'New title' });
		const [delivery] = (await front.waitFor(1)) as [ReceivedRequest];
		expect(await pass(delivery, CREATED_ONLY)).toEqual({ answer: {}, returned: {} });
	});

	it.each([
		['a wrong key', 'key=guess', 401],
		['an empty key', 'key=', 401],
		['no key', '', 401],
	])('with %s is refused and starts nothing', async (_, query, status) => {
		await activate(BOTH);
		const { answer, returned } = await pass({
			method: 'POST',
			url: `/webhook?${query}`,
			headers: {},
			body: '{"event":"task.created"}',
		});
		expect(answer).toEqual({ status, ended: true });
		expect(returned).toEqual({ noWebhookResponse: true });
	});

	it('of any earlier registration is told to stop', async () => {
		await activate(CREATED_ONLY);
		await createTask('a');
		const [early] = (await front.waitFor(1)) as [ReceivedRequest];
		await activate(BOTH);
		await activate({ ...BOTH, options: { customEvents: 'task.deleted' } });
		expect(registrations()).toBe(3);
		expect((await pass(early)).answer).toEqual({ status: 410, ended: true });
	});

	it('is taken when the selection cannot be read', async () => {
		await activate(BOTH);
		await createTask('a');
		const [delivery] = (await front.waitFor(1)) as [ReceivedRequest];
		const { returned } = await pass(delivery, { events: '={{ $("Nowhere").first() }}' });
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});

	it('that is unreadable becomes an item with its text', async () => {
		await activate(BOTH);
		await createTask('a');
		const [{ url, headers }] = (await front.waitFor(1)) as [ReceivedRequest];
		const query = Object.fromEntries(new URL(url, front.url).searchParams);
		const rawBody = Buffer.from('what is this');
		const request = { body: undefined, rawBody, headers, query };
		const { returned } = await engine.deliver(request, { parameters: BOTH });
		expect(returned.workflowData?.[0]?.[0]?.json).toMatchObject({ payload: 'what is this' });
	});
});
