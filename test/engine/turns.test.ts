import { setImmediate } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { json, type Reply } from '../../tools/http/server';
import {
	CONTINUE,
	CREATE_TASK,
	FIND_BOARD,
	LIST_BOARDS,
	service,
	setUpService,
} from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';
import { Engine } from '../support/engine/engine';

const CREATED = json({ id: 9 }, 201);
const FIND: INodeParameters = { ...FIND_BOARD, name: 'New' };
const ONCE: INodeParameters = { ...CREATE_TASK, title: 'a' };

let keys: ProcessedKeys;
setUpService();
beforeEach(() => {
	service.when(LIST_BOARDS, json([]));
	keys = ProcessedKeys.install();
});

const creates = () => service.requests.filter(({ method }) => method === 'POST');
const optionsOf = (parameters: INodeParameters, maxRetries: number) => ({
	...{ maxRetries, timeout: 300 },
	...(parameters === ONCE && { createOncePer: 'A' }),
});

/** An execution, which is another workflow for a name, and the same node for a key. */
async function open(parameters: INodeParameters, maxRetries: number, settings = {}) {
	const engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
	if (parameters === ONCE) Object.assign(engine, { workflowId: 'one workflow' });
	const node = { parameters: { ...parameters, options: optionsOf(parameters, maxRetries) } };
	return { engine, start: () => engine.startRun({ ...node, settings }) };
}

/** Until it waits for its turn, in which nothing happens outside. */
async function hasLinedUp(engine: Engine) {
	while (engine.credentials.reads === 0) await setImmediate();
	for (let tick = 0; tick < 20; tick += 1) await setImmediate();
}

/** The first execution, whose request the service keeps open until the others wait. */
async function runBehind(
	first: Awaited<ReturnType<typeof open>>,
	others: Array<Awaited<ReturnType<typeof open>>>,
	reply: Reply,
) {
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	const held: Reply = async () => {
		await released;
		return reply;
	};
	service.reply(held, CREATED);
	const running = [first.start()];
	while (creates().length === 0) await setImmediate();
	for (const other of others) {
		running.push(other.start());
		await hasLinedUp(other.engine);
	}
	release();
	return (await Promise.all(running)).map((run) => Engine.outcome(run));
}

const EACH: Array<[string, INodeParameters]> = [
	['a name of Find or Create', FIND],
	['a key of Create Once Per', ONCE],
];
const LIMITED: Reply = { status: 429, headers: { 'retry-after': '1' } };

describe.each(EACH)('an execution that waits for %s', (_, parameters) => {
	it.each<[string, Reply]>([
		['a rate limit with a pause', LIMITED],
		['a 503 with a pause', { ...LIMITED, status: 503 }],
	])('sends with its own retries after one without retries met %s', async (_reply, reply) => {
		const first = await open(parameters, 0);
		const [failed, done] = await runBehind(first, [await open(parameters, 4)], reply);
		expect(failed?.error).toBeDefined();
		expect(done?.items).toMatchObject([{ json: { id: 9 } }]);
		expect(creates()).toHaveLength(2);
	});

	it('is one of several, of which one creates and the others find what it created', async () => {
		const others = await Promise.all(
			[4, 4, 4].map(async (retries) => await open(parameters, retries)),
		);
		service.when(LIST_BOARDS, () => json(creates().length > 1 ? [{ id: 9, name: 'New' }] : []));
		const [failed, ...ended] = await runBehind(await open(parameters, 0), others, LIMITED);
		expect(failed?.error).toBeDefined();
		const news = ended.map(
			({ items: [item] }) => item?.json.created ?? item?.json.skipped !== true,
		);
		expect(news).toEqual([true, false, false]);
		expect(creates()).toHaveLength(2);
	});

	it('fails by itself if it has no retries either, also with On Error → Continue', async () => {
		const other = await open(parameters, 0, CONTINUE);
		service.when(({ method }) => method === 'POST' && creates().length > 1, 429);
		const [, second] = await runBehind(await open(parameters, 0), [other], 429);
		expect(second?.items).toMatchObject([{ json: { error: expect.stringContaining('429') } }]);
		expect(creates()).toHaveLength(2);
		expect(keys.all()).toEqual([]);
	});

	it('can be cancelled, and keeps no other one waiting', async () => {
		service.reply('hold');
		const [first, cancelled, last] = await Promise.all(
			[0, 4, 4].map(async (retries) => await open(parameters, retries)),
		);
		const running = first?.start();
		while (creates().length === 0) await setImmediate();
		const waiting = cancelled?.start();
		const next = last?.start();
		for (const one of [cancelled, last]) if (one) await hasLinedUp(one.engine);
		waiting?.cancel();
		await waiting;
		expect(creates()).toHaveLength(1);
		service.release({ status: 422, body: 'no' });
		service.when(LIST_BOARDS, json([]));
		service.reply(CREATED);
		await running;
		expect(Engine.outcome((await next) as never).items).toMatchObject([{ json: { id: 9 } }]);
	});

	it('does not take over that the first was cancelled', async () => {
		service.reply('hold', CREATED);
		const [first, last] = [await open(parameters, 4), await open(parameters, 4)];
		const running = first.start();
		while (creates().length === 0) await setImmediate();
		const next = last.start();
		await hasLinedUp(last.engine);
		running.cancel();
		await running;
		const { items } = Engine.outcome(await next);
		const second = parameters === ONCE ? { skipped: true, certain: false } : { created: true };
		expect(items).toMatchObject([{ json: second }]);
	});
});
