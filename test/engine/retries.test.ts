import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../../tools/http/client';
import { Engine, type NodeSettings } from '../support/engine/engine';
import { startServer, type Reply, type ScriptedServer } from '../../tools/http/server';
import { MAY_EXIST } from './hints';

const CREATE_TASK: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: '={{ $json.title }}',
};
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const CREATED = { status: 201, body: '{"id":1}' };
const REFUSED = { status: 422, body: '{"message":"no"}' };

const itemsTo = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { title: `Task ${index}` } }));
const hintsOf = (done: Awaited<ReturnType<Engine['run']>>) =>
	Object.values(done.data.resultData.runData).flatMap(([task]) =>
		(task?.hints ?? []).map(({ message }) => message),
	);
const creating = (options: INodeParameters = {}, settings = {}): NodeSettings => ({
	parameters: { ...CREATE_TASK, options },
	settings,
});

describe('with the sandbox', () => {
	let sandbox: Sandbox;
	let engine: Engine;

	beforeEach(async () => {
		sandbox = await startSandbox();
		engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
	});
	afterEach(() => sandbox.close());

	const run = async (node: NodeSettings, items?: INodeExecutionData[]) =>
		Engine.outcome(await engine.run(node, items));
	const arrivals = () => sandbox.requests().map(({ at }) => Date.parse(at));

	describe('an option', () => {
		it.each([
			['concurrency', 0, '"Concurrency" must be from 1 to 50, not 0'],
			['maxRetries', 11, '"Max Retries" must be from 0 to 10, not 11'],
			['timeout', '={{ "soon" }}', '"Timeout (Seconds)" must be a whole number, not "soon"'],
		])('%s that is %s is rejected before anything is sent', async (name, value, sentence) => {
			const { error } = await run(creating({ [name]: value }), itemsTo(2));
			expect(error?.message).toBe(sentence);
			expect(sandbox.requests()).toEqual([]);
		});
	});

	describe('a rate limit', () => {
		it.each([
			['seconds', { seconds: 1 }, (asked: number) => asked + 1_000],
			['a date', { date: 2 }, (asked: number) => asked + 900],
		])('stated in %s pauses all items of the account', async (_, retryAfter, allowed) => {
			sandbox.addFault({ kind: 'status', status: 429, retryAfter, times: 1 });
			const other = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
			const runs = await Promise.all([
				engine.run(creating({ concurrency: 3 }), itemsTo(10)),
				other.run(creating({ concurrency: 2 }), itemsTo(10)),
			]);
			const [limited = 0, ...later] = arrivals();
			const inFlight = later.filter((at) => at < allowed(limited));
			expect(inFlight.length).toBeLessThanOrEqual(4);
			expect(later).toHaveLength(20);
			expect(runs.map((done) => Engine.outcome(done).items.length)).toEqual([10, 10]);
		});

		it('with too long a pause ends the run, and the next run sends one request', async () => {
			const retryAfter = { seconds: 3_600 };
			sandbox.addFault({ kind: 'status', status: 429, retryAfter });
			const first = await run(creating({ concurrency: 1 }), itemsTo(3));
			expect(first.error?.message).toContain('The service responded with 429');
			expect(first.error?.description).toMatch(/Try again after .* UTC \(in 1 hour\)\.$/);
			const second = await run(creating({ concurrency: 1 }), itemsTo(3));
			expect(second.error?.message).toContain('The service responded with 429');
			expect(sandbox.requests()).toHaveLength(2);
		});

		it.each([
			['no Retry-After', undefined],
			['a Retry-After of 1', { seconds: 1 }],
		])('with %s does not use up a retry', async (_, retryAfter) => {
			sandbox.addFault({ kind: 'status', status: 429, retryAfter, times: 2 });
			const { items, error } = await run(creating({ maxRetries: 1 }), itemsTo(1));
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(sandbox.requests()).toHaveLength(3);
		});

		it('is counted in a hint', async () => {
			sandbox.addFault({ kind: 'status', status: 429, retryAfter: { seconds: 2 }, times: 1 });
			const hints = async () => hintsOf(await engine.run(creating(), itemsTo(3)));
			expect(await hints()).toEqual(['The service limited the request rate (1 refusal)']);
			expect(await hints()).toEqual([]);
		});

		it('does not delay a cancelled execution', async () => {
			sandbox.addFault({ kind: 'status', status: 429, retryAfter: { seconds: 60 } });
			const running = engine.startRun(creating({ concurrency: 1 }), itemsTo(3));
			while (sandbox.requests()[0]?.status !== 429) {
				await call('GET', `${sandbox.url}/sandbox/health`);
			}
			await call('GET', `${sandbox.url}/sandbox/health`);
			running.cancel();
			const { error } = Engine.outcome(await running);
			expect(error?.message).toContain('cancelled');
			expect(sandbox.requests()).toHaveLength(1);
		});
	});

	it('loop iterations and nodes with the same values each create with Retry On Fail', async () => {
		const node = { parameters: { ...CREATE_TASK, title: 'Same' }, settings: RETRY_ON_FAIL };
		const nodes = { First: node, Second: node, Third: node };
		const done = await engine.runChain(nodes, { First: ['Second', 'Third'], Third: ['Second'] });
		expect(done.data.resultData.error).toBeUndefined();
		expect(done.data.resultData.runData.Second).toHaveLength(2);
		expect(sandbox.requests()).toHaveLength(4);
		await engine.runChain({ First: node }, {});
		expect(sandbox.requests()).toHaveLength(5);
	});
});

describe('with a scripted service', () => {
	let service: ScriptedServer;
	let engine: Engine;

	beforeEach(async () => {
		service = await startServer();
		service.reply(CREATED);
		engine = await Engine.load({ baseUrl: service.url, apiToken: 'token' });
	});
	afterEach(() => service.close());

	const run = async (node: NodeSettings, items?: INodeExecutionData[]) =>
		Engine.outcome(await engine.run(node, items));
	const titles = () => service.requests.map(({ body }) => String(JSON.parse(body).title));
	const tasks = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => `Task ${from + index}`);

	it.each([
		['by default', {}, 8],
		['one by one', { concurrency: 1 }, 1],
	])('limits requests in flight %s', async (_, options, atOnce) => {
		service.reply('hold');
		const running = run(creating(options), itemsTo(12));
		await service.waitFor(atOnce);
		service.release(CREATED);
		const { items } = await running;
		expect(service.maxInFlight()).toBe(atOnce);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			tasks(0, 11).map((_title, item) => ({ item })),
		);
		if (atOnce === 1) expect(titles()).toEqual(tasks(0, 11));
	});

	it.each([
		['counts the items that failed', 3, ['1 of 3 items failed: see the reasons in the output']],
		['counts a single item', 1, ['1 item failed: see the reasons in the output']],
	])('%s in a hint if the run continues', async (_, count, hints) => {
		service.reply(REFUSED, CREATED);
		const node = creating({ concurrency: 1 }, { onError: 'continueRegularOutput' });
		expect(hintsOf(await engine.run(node, itemsTo(count)))).toEqual(hints);
	});

	it('sends the items before an invalid one and none after it', async () => {
		const title = '={{ $itemIndex === 2 ? "" : $json.title }}';
		const node = creating({ concurrency: 1 });
		const parameters = { ...node.parameters, title } as INodeParameters;
		const { error } = await run({ ...node, parameters }, itemsTo(5));
		expect(error?.message).toBe('"Title" is empty: its expression returned nothing');
		expect(error?.description).toContain('Done: items 0–1.');
		expect(titles()).toEqual(tasks(0, 1));
	});

	it('does not pause a new token or another service in the same credential', async () => {
		service.reply({ status: 429, headers: { 'retry-after': '240' } }, CREATED);
		const paused = engine.startRun(creating({}), itemsTo(3));
		await service.waitFor(3);
		engine.credentials.stored = { baseUrl: service.url, apiToken: 'another' };
		const { items } = await run(creating({ maxRetries: 0 }), itemsTo(1));
		expect(items).toHaveLength(1);
		engine.credentials.stored = { baseUrl: `${service.url}/other`, apiToken: 'token' };
		expect((await run(creating({ maxRetries: 0 }), itemsTo(1))).items).toHaveLength(1);
		paused.cancel();
		await paused;
	});

	it('the second try of Retry On Fail registers no URL that the first one registered', async () => {
		const register = { resource: 'webhook', operation: 'create', url: '={{ $json.url }}' };
		const parameters = { ...register, events: ['task.created'], options: { concurrency: 1 } };
		const urls = ['https://a.example', 'https://refused.example', 'https://a.example'];
		service.reply(CREATED, REFUSED, CREATED);
		const items = urls.map((url) => ({ json: { url } }));
		const done = await run({ parameters, settings: RETRY_ON_FAIL }, items);
		expect(done.items).toHaveLength(3);
		const sent = service.requests.map(({ body }) => (JSON.parse(body) as { url: string }).url);
		expect(sent).toEqual([urls[0], urls[1], urls[1]]);
	});

	it('reports an item in flight as possibly done if another one fails', async () => {
		let failFirst = () => {};
		const failed = new Promise<void>((resolve) => (failFirst = resolve));
		service.reply(async ({ body }) => {
			const { title } = JSON.parse(body) as { title: string };
			if (title === 'Task 0') {
				await service.waitFor(3);
				failFirst();
				return REFUSED;
			}
			if (title === 'Task 2') return CREATED;
			await failed;
			// After the node has read the other response.
			for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
			return 500;
		});
		const { error } = await run(creating({ concurrency: 3 }), itemsTo(3));
		expect(error?.message).toContain('422');
		expect(error?.description).toContain('Done: item 2. Possibly done: item 1.');
	});

	describe('Retry On Fail', () => {
		const times = (count: number, reaction: Reply) => Array.from({ length: count }, () => reaction);

		it.each([
			['', CREATE_TASK.title],
			['even if its title differs each time', '={{ $json.title + " " + Math.random() }}'],
		])('creates nothing that an earlier attempt created %s', async (_, title) => {
			service.reply(...times(57, CREATED), REFUSED, REFUSED, CREATED);
			const node = creating({ concurrency: 1 }, RETRY_ON_FAIL);
			const parameters = { ...node.parameters, title } as INodeParameters;
			const { items, error } = await run({ ...node, parameters }, itemsTo(100));
			expect(error).toBeUndefined();
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				tasks(0, 99).map((_title, item) => ({ item })),
			);
			expect(titles().map((sent) => sent.split(' ').slice(0, 2).join(' '))).toEqual([
				...tasks(0, 57),
				'Task 57',
				...tasks(57, 99),
			]);
		});

		it('creates everything once with several requests in flight', async () => {
			service.reply(...times(57, CREATED), REFUSED, CREATED);
			const { items } = await run(creating({}, RETRY_ON_FAIL), itemsTo(100));
			expect(items).toHaveLength(100);
			expect(new Set(titles()).size).toBe(100);
			expect(service.requests).toHaveLength(101);
		});

		it('does not repeat what may exist and continues with the others', async () => {
			service.reply(...times(57, CREATED), 'reset', CREATED);
			const node = creating({ concurrency: 1 }, RETRY_ON_FAIL);
			const { error } = await run(node, itemsTo(100));
			expect(titles()).toEqual(tasks(0, 99));
			expect(error?.message).toContain('The connection was closed before the service responded');
			expect(error?.description).toContain(MAY_EXIST);
			expect(error?.description).toContain('Done: items 0–56, 58–99. Possibly done: item 57.');
		});

		it('with Continue On Fail repeats only what is safe', async () => {
			service.reply('reset', REFUSED, CREATED);
			const settings = { ...RETRY_ON_FAIL, onError: 'continueRegularOutput' };
			const { items } = await run(creating({ concurrency: 1 }, settings), itemsTo(3));
			expect(titles()).toEqual(['Task 0', 'Task 1', 'Task 2', 'Task 1']);
			expect(items.map(({ json }) => json.id ?? json.error)).toEqual([
				expect.stringContaining('The connection was closed before the service responded'),
				1,
				1,
			]);
		});
	});
});
