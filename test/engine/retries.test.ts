import type { INodeParameters } from 'n8n-workflow';

import { call } from '../../tools/http/client';
import { json, type Reply } from '../../tools/http/server';
import {
	CONTINUE,
	CREATE_TASK,
	engine,
	GET_MANY,
	makeTitles,
	POST_TASK,
	readBodies,
	RETRY_ON_FAIL,
	run,
	sandbox,
	service,
	setUpSandbox,
	setUpService,
	startRun,
} from '../support/engine/actionSuite';
import { Engine } from '../support/engine/engine';
import { MAY_EXIST } from './hints';

const CREATED = json({ id: 1 }, 201);
const REFUSED = { status: 422, body: '{"message":"no"}' };

const createWith = (options: INodeParameters) => ({ ...CREATE_TASK, options });
const ONE_BY_ONE = createWith({ concurrency: 1 });
const create = async (count: number, options: INodeParameters = {}) =>
	await run(createWith(options), makeTitles(count));

describe('a rate limit', () => {
	setUpSandbox();

	it('pauses all items of the account', async () => {
		sandbox.addFault({ kind: 'status', status: 429, retryAfter: { seconds: 1 }, times: 1 });
		const other = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
		const items = makeTitles(10);
		const runs = await Promise.all([
			create(10, { concurrency: 3 }),
			other.run(
				{ parameters: createWith({ concurrency: 2 }) },
				items.map((item) => ({ json: item })),
			),
		]);
		const [limited = 0, ...later] = sandbox.requests().map(({ at }) => Date.parse(at));
		expect(later.filter((at) => at < limited + 1_000).length).toBeLessThanOrEqual(4);
		expect(later).toHaveLength(20);
		expect(runs[0].items).toHaveLength(10);
		expect(Engine.outcome(runs[1]).items).toHaveLength(10);
	});

	it('with too long a pause ends the run, and the next run sends one request', async () => {
		sandbox.addFault({ kind: 'status', status: 429, retryAfter: { seconds: 3_600 } });
		const first = await run(ONE_BY_ONE, makeTitles(3));
		const second = await run(ONE_BY_ONE, makeTitles(3));
		for (const { error } of [first, second]) {
			expect(error?.message).toContain('The service responded with 429');
		}
		expect(first.error?.description).toMatch(/Try again after .* UTC \(in 1 hour\)\.$/);
		expect(sandbox.requests()).toHaveLength(2);
	});

	it('does not delay a cancelled execution', async () => {
		sandbox.addFault({ kind: 'status', status: 429, retryAfter: { seconds: 60 } });
		const running = startRun(ONE_BY_ONE, makeTitles(3));
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

describe('a run', () => {
	setUpService(CREATED);
	const sentTitles = () => readBodies(POST_TASK).map(({ title }) => title);
	const titlesOf = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => `Task ${from + index}`);
	const repeat = (count: number, reply: Reply) => Array.from({ length: count }, () => reply);

	it.each([
		['concurrency', 0, '"Concurrency" must be from 1 to 50, not 0'],
		['maxRetries', 11, '"Max Retries" must be from 0 to 10, not 11'],
		['timeout', '={{ "soon" }}', '"Timeout (Seconds)" must be a whole number, not "soon"'],
	])('with the option %s that is %s sends nothing', async (name, value, sentence) => {
		const { error } = await create(2, { [name]: value });
		expect(error?.message).toBe(sentence);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['by default', {}, 8],
		['one by one', { concurrency: 1 }, 1],
	])('limits requests in flight %s', async (_, options, atOnce) => {
		service.reply('hold');
		const running = create(12, options);
		await service.waitFor(atOnce);
		service.release(CREATED);
		const { items } = await running;
		expect(service.maxInFlight()).toBe(atOnce);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			titlesOf(0, 11).map((_title, item) => ({ item })),
		);
		if (atOnce === 1) expect(sentTitles()).toEqual(titlesOf(0, 11));
	});

	it('has all its retries after rate limits, which a hint counts', async () => {
		service.reply(429, 429, 500, json([{ id: 1 }]));
		const list = { ...GET_MANY, options: { maxRetries: 1 } };
		const { items, hints } = await run(list);
		expect(items).toHaveLength(1);
		expect(hints).toEqual([{ message: 'The service limited the request rate (2 refusals)' }]);
		expect(service.requests).toHaveLength(4);
		expect((await run(list)).hints).toEqual([]);
	});

	it('counts the items that failed in a hint if it continues', async () => {
		service.reply(REFUSED, CREATED);
		const { hints } = await run(ONE_BY_ONE, makeTitles(3), CONTINUE);
		const message = '1 of 3 items failed: see the reasons in the output';
		expect(hints).toEqual([{ message, type: 'warning' }]);
	});

	it('sends the items before an invalid one and none after it', async () => {
		const title = '={{ $itemIndex === 2 ? "" : $json.title }}';
		const { error } = await run({ ...ONE_BY_ONE, title }, makeTitles(5));
		expect(error?.message).toBe('"Title" is empty: its expression returned nothing');
		expect(error?.description).toContain('Done: items 0–1.');
		expect(sentTitles()).toEqual(titlesOf(0, 1));
	});

	it('is not paused with a new token or another service in the same credential', async () => {
		service.reply({ status: 429, headers: { 'retry-after': '240' } }, CREATED);
		const paused = startRun(CREATE_TASK, makeTitles(3));
		await service.waitFor(3);
		for (const changed of [
			{ baseUrl: service.url, apiToken: 'another' },
			{ baseUrl: `${service.url}/other`, apiToken: 't0ken' },
		]) {
			engine.credentials.stored = changed;
			expect((await create(1, { maxRetries: 0 })).items).toHaveLength(1);
		}
		paused.cancel();
		await paused;
	});

	it('reports an item in flight as possibly done if another one fails', async () => {
		let failFirst = () => {};
		const failed = new Promise<void>((resolve) => (failFirst = resolve));
		service.reply(async ({ body }) => {
			if (body.includes('Task 2')) return CREATED;
			if (body.includes('Task 0')) {
				await service.waitFor(3);
				failFirst();
				return REFUSED;
			}
			await failed;
			// After the node has read the other response.
			for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
			return 500;
		});
		const { error } = await create(3, { concurrency: 3 });
		expect(error?.message).toContain('422');
		expect(error?.description).toContain('Done: item 2. Possibly done: item 1.');
	});

	describe('with Retry On Fail', () => {
		it('creates nothing that an earlier try created, even if its title differs each time', async () => {
			service.reply(...repeat(57, CREATED), REFUSED, REFUSED, CREATED);
			const title = '={{ $json.title + " " + Math.random() }}';
			const { items, error } = await run({ ...ONE_BY_ONE, title }, makeTitles(100), RETRY_ON_FAIL);
			expect(error).toBeUndefined();
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				titlesOf(0, 99).map((_title, item) => ({ item })),
			);
			expect(sentTitles().map((sent) => String(sent).replace(/ 0\..*/, ''))).toEqual([
				...titlesOf(0, 57),
				'Task 57',
				...titlesOf(57, 99),
			]);
		});

		it('creates everything once with several requests in flight', async () => {
			service.reply(...repeat(57, CREATED), REFUSED, CREATED);
			const { items } = await run(CREATE_TASK, makeTitles(100), RETRY_ON_FAIL);
			expect(items).toHaveLength(100);
			expect(new Set(sentTitles()).size).toBe(100);
			expect(service.requests).toHaveLength(101);
		});

		it('does not repeat what may exist and continues with the others', async () => {
			service.reply(...repeat(57, CREATED), 'reset', CREATED);
			const { error } = await run(ONE_BY_ONE, makeTitles(100), RETRY_ON_FAIL);
			expect(sentTitles()).toEqual(titlesOf(0, 99));
			expect(error?.message).toContain('The connection was closed before the service responded');
			expect(error?.description).toContain(MAY_EXIST);
			expect(error?.description).toContain('Done: items 0–56, 58–99. Possibly done: item 57.');
		});

		it('and Continue On Fail repeats only what is safe', async () => {
			service.reply('reset', REFUSED, CREATED);
			const settings = { ...RETRY_ON_FAIL, ...CONTINUE };
			const { json: output } = await run(ONE_BY_ONE, makeTitles(3), settings);
			expect(sentTitles()).toEqual(['Task 0', 'Task 1', 'Task 2', 'Task 1']);
			expect(output).toMatchObject([
				{ error: 'The connection was closed before the service responded' },
				{ id: 1 },
				{ id: 1 },
			]);
		});

		it('loop iterations and nodes with the same values each create', async () => {
			const node = { parameters: { ...CREATE_TASK, title: 'Same' }, settings: RETRY_ON_FAIL };
			const nodes = { First: node, Second: node, Third: node };
			const done = await engine.runChain(nodes, { First: ['Second', 'Third'], Third: ['Second'] });
			expect(done.data.resultData.error).toBeUndefined();
			expect(done.data.resultData.runData.Second).toHaveLength(2);
			expect(service.requests).toHaveLength(4);
			await engine.runChain({ First: node }, {});
			expect(service.requests).toHaveLength(5);
		});
	});
});
