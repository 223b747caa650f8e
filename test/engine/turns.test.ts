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
const LIMITED: Reply = { status: 429, headers: { 'retry-after': '1' } };
const FIND: INodeParameters = { ...FIND_BOARD, name: 'New' };
const ONCE: INodeParameters = { ...CREATE_TASK, title: 'a' };

let keys: ProcessedKeys;
setUpService();
beforeEach(() => {
	service.when(LIST_BOARDS, json([]));
	keys = ProcessedKeys.install();
});

const creates = () => service.requests.filter(({ method }) => method === 'POST');

/** An execution, which is another workflow for a name, and the same node for a key. */
async function open(parameters: INodeParameters, maxRetries: number, settings = {}) {
	const engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
	const options: INodeParameters = { maxRetries, timeout: 300 };
	if (parameters === ONCE) {
		Object.assign(engine, { workflowId: 'one workflow' });
		options.createOncePer = 'A';
	}
	const node = { parameters: { ...parameters, options }, settings };
	return { engine, start: () => engine.startRun(node) };
}

/** Until it waits for its turn, in which nothing happens outside. */
async function waitUntilLinedUp(engine: Engine) {
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
		await waitUntilLinedUp(other.engine);
	}
	release();
	return (await Promise.all(running)).map((run) => Engine.outcome(run));
}

describe.each([
	['a name of Find or Create', FIND],
	['a key of Create Once Per', ONCE],
])('an execution that waits for %s', (_, parameters) => {
	it('creates with its own retries what the first did not, and others that wait find it', async () => {
		const others = await Promise.all(
			[4, 4, 4].map(async (retries) => await open(parameters, retries)),
		);
		service.when(LIST_BOARDS, () => json(creates().length > 1 ? [{ id: 9, name: 'New' }] : []));
		const [failed, ...ended] = await runBehind(await open(parameters, 0), others, LIMITED);
		expect(failed?.error).toBeDefined();
		const isNew = ended.map(({ json: [item] }) => item?.created ?? item?.skipped !== true);
		expect(isNew).toEqual([true, false, false]);
		expect(creates()).toHaveLength(2);
	});

	it('fails by itself if it has no retries either, also with On Error → Continue', async () => {
		const other = await open(parameters, 0, CONTINUE);
		service.when(({ method }) => method === 'POST' && creates().length > 1, 429);
		const [, second] = await runBehind(await open(parameters, 0), [other], 429);
		expect(second?.json).toMatchObject([{ error: expect.stringContaining('429') }]);
		expect(creates()).toHaveLength(2);
		expect(keys.all()).toEqual([]);
	});

	it('can be cancelled, and keeps no other one waiting', async () => {
		service.reply('hold');
		const first = await open(parameters, 0);
		const [cancelled, last] = [await open(parameters, 4), await open(parameters, 4)];
		const running = first.start();
		while (creates().length === 0) await setImmediate();
		const [waiting, next] = [cancelled.start(), last.start()];
		for (const { engine } of [cancelled, last]) await waitUntilLinedUp(engine);
		waiting.cancel();
		await waiting;
		expect(creates()).toHaveLength(1);
		service.release({ status: 422, body: 'no' });
		service.when(LIST_BOARDS, json([]));
		service.reply(CREATED);
		await running;
		expect(Engine.outcome(await next).json).toMatchObject([{ id: 9 }]);
	});

	it('does not take over that the first was cancelled', async () => {
		service.reply('hold', CREATED);
		const [first, last] = [await open(parameters, 4), await open(parameters, 4)];
		const running = first.start();
		while (creates().length === 0) await setImmediate();
		const next = last.start();
		await waitUntilLinedUp(last.engine);
		running.cancel();
		await running;
		const { json: output } = Engine.outcome(await next);
		const second = parameters === ONCE ? { skipped: true, certain: false } : { created: true };
		expect(output).toMatchObject([second]);
	});
});
