import type { IExecuteFunctions } from 'n8n-workflow';

import * as own from '../../../../nodes/WorkspaceTaskService/action/steps/createOncePer';
import type { Item, Run } from '../../../../nodes/WorkspaceTaskService/action/item';
import { CALLS } from '../../../../nodes/WorkspaceTaskService/service/calls';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/outcome';

const response = { status: 201, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
const REFUSED: Outcome = { kind: 'refused', response };
const UNCLEAR: Outcome = { kind: 'serverError', response };
const { signal } = new AbortController();

function runWith(context: object): Run {
	const account = { baseUrl: 'https://tasks.example.com', credential: { id: '1', data: {} } };
	const operation = { call: CALLS.createTask };
	const ofNode = { ...context, continueOnFail: () => false };
	return { context: ofNode, client: { account }, operation } as unknown as Run;
}

const itemWith = (onceKey: string, ended = signal): Item => ({
	index: 0,
	signal: ended,
	letNextPass: () => {},
	parameters: {},
	request: { call: CALLS.createTask },
	onceKey,
});

/** The key that a user entered, in an entry of the list. */
const keyIn = (entry: string) => entry.replace(/\[.*"(.*)"\]$/, '$1');

/** What another process loads. */
function otherCopy(): typeof own {
	let copy = own;
	jest.isolateModules(() => {
		copy = jest.requireActual('../../../../nodes/WorkspaceTaskService/action/steps/createOncePer');
	});
	return copy;
}
const other = otherCopy();

/**
 * n8n's list of the keys of a node, which several processes use. Like n8n, it copies the keys of a call
 * at its start, reads the list, and writes it back as a whole later.
 */
class KeyList {
	keys: string[] = [];
	readonly writes: string[][] = [];
	private static nodes = 0;
	private readonly id = `n${++KeyList.nodes}`;

	worker({ skipCreateIfKeyRecorded }: typeof own = own): Worker {
		return new Worker(this, this.id, skipCreateIfKeyRecorded);
	}

	async record(keys: string[], { maxEntries = Infinity }, turn: () => Promise<void>) {
		const entries = [...keys];
		const asked = entries.map(keyIn);
		this.writes.push(asked);
		await turn();
		const before = new Set(this.keys);
		await turn();
		const fresh = asked.filter((key) => !before.has(key));
		this.keys = [...before, ...fresh].slice(-maxEntries);
		return { new: fresh, processed: entries.filter((entry) => before.has(keyIn(entry))) };
	}

	async remove(keys: string[], turn: () => Promise<void>) {
		const asked = new Set(keys.map(keyIn));
		await turn();
		const before = this.keys;
		await turn();
		this.keys = before.filter((key) => !asked.has(key));
	}
}

/** A process that gets on by single accesses to the list, so that a test decides on their order. */
class Worker {
	private readonly turns: Array<() => void> = [];
	private readonly context: IExecuteFunctions;

	constructor(
		list: KeyList,
		id: string,
		private readonly skipCreateIfKeyRecorded: typeof own.skipCreateIfKeyRecorded,
	) {
		const turn = async () => await new Promise<void>((resolve) => this.turns.push(resolve));
		const helpers = {
			checkProcessedAndRecord: async (keys: string[], _scope: string, options: object) =>
				await list.record(keys, options, turn),
			removeProcessed: async (keys: string[]) => await list.remove(keys, turn),
		};
		const node = { getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id, type: 'node' }) };
		const logger = { warn: () => {} };
		this.context = { ...node, helpers, logger } as unknown as IExecuteFunctions;
	}

	async send(key: string, outcome: Outcome | Promise<Outcome> = DONE, ended = signal) {
		const wrap = this.skipCreateIfKeyRecorded(runWith(this.context), itemWith(key, ended));
		return await wrap(async () => await outcome)();
	}

	/** One more access. A worker that gets none any more was killed. */
	async step(): Promise<void> {
		await new Promise(setImmediate);
		this.turns.shift()?.();
		await new Promise(setImmediate);
	}

	async finish<Value>(work: Promise<Value>): Promise<Value> {
		let isOver = false;
		const over = () => void (isOver = true);
		work.then(over, over);
		await this.step();
		while (!isOver && this.turns.length > 0) await this.step();
		if (!isOver) throw new Error('It waits for something else');
		return await work;
	}

	async run(...item: Parameters<Worker['send']>): Promise<Outcome> {
		return await this.finish(this.send(...item));
	}
}

const isCertain = (outcome: Outcome) =>
	outcome.kind === 'notNeeded' && outcome.remark === 'alreadyCreated';

/** After how many accesses a process is killed: more than any item needs. */
const KILLS = Array.from({ length: 9 }, (_, accesses) => accesses);

/** Another process asks for the key, and is killed. */
async function askAndKill(list: KeyList, accesses: number, outcome = DONE): Promise<void> {
	const killed = list.worker(other);
	void killed.send('a', outcome);
	for (let access = 0; access < accesses; access++) await killed.step();
}

/** All orders of the first six accesses of two workers. */
const ORDERS = Array.from({ length: 2 ** 12 }, (_, bits) => bits).filter(
	(bits) => bits.toString(2).replaceAll('0', '').length === 6,
);

/** What two workers that ask at the same time, and a later one, report as certain, in any order. */
async function certaintiesInAnyOrder(open: () => Promise<KeyList>, outcome = DONE) {
	const certainties = new Set<boolean>();
	for (const order of ORDERS) {
		const list = await open();
		const workers = [list.worker(), list.worker(other)];
		const asked = workers.map(async (worker) => await worker.send('a', outcome));
		for (let access = 0; access < 12; access++) await workers[(order >> access) & 1]?.step();
		const ended = workers.map(async (worker, one) => await worker.finish(asked[one]!));
		for (const one of await Promise.all(ended)) certainties.add(isCertain(one));
		certainties.add(isCertain(await list.worker().run('a')));
	}
	return [...certainties];
}

describe('writes', () => {
	it('of two nodes at the same time are not mixed', async () => {
		const lists = [new KeyList(), new KeyList()];
		const workers = lists.map((list) => list.worker());
		const sent = workers.map((worker, node) => [
			worker.send(`refused ${node}`, REFUSED),
			worker.send(`done ${node}`),
		]);
		for (const [node, worker] of workers.entries())
			for (const one of sent[node] ?? []) await worker.finish(one);
		expect(lists.map(({ keys }) => keys)).toEqual([['done 0'], ['done 1']]);
	});

	it('record waiting keys together and create once for each new key', async () => {
		const list = new KeyList();
		const worker = list.worker();
		await worker.run('old');
		const items = [worker.send('a')];
		await worker.step();
		items.push(...['b', 'old', 'c'].map(async (key) => await worker.send(key)));
		const outcomes = await worker.finish(Promise.all(items));
		expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'notNeeded', 'done']);
		expect(list.writes.map((keys) => keys.filter((key) => key.length < 4))).toEqual([
			['old'],
			['a'],
			['b', 'old', 'c'],
		]);
		expect(list.keys).toEqual(['old', 'a', 'b', 'c']);
	});

	it('keep 10,000 keys, also of unclear creates, beside refused ones', async () => {
		const list = new KeyList();
		const worker = list.worker();
		const creates = (prefix: string, count: number, outcome: Outcome) =>
			Array.from({ length: count }, async (_, n) => await worker.send(`${prefix}${n}`, outcome));
		await worker.finish(Promise.all(creates('k', 10_000, UNCLEAR)));
		const before = list.keys;
		await worker.finish(Promise.all(creates('refused', 1_000, REFUSED)));
		expect(list.keys).toEqual(before);
	});
});

it('a key that cannot be removed is a warning in the log, which does not contain it', async () => {
	const warn = jest.fn();
	const removeProcessed = jest.fn().mockRejectedValue(new Error('SQLITE_BUSY'));
	const helpers = { checkProcessedAndRecord: async () => ({ processed: [] }), removeProcessed };
	const node = { getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id: 'busy' }) };
	const context = { ...node, helpers, logger: { warn } } as unknown as IExecuteFunctions;
	const wrap = own.skipCreateIfKeyRecorded(runWith(context), itemWith('ada@example.com'));
	expect((await wrap(async () => REFUSED)()).kind).toBe('refused');
	expect(warn.mock.calls).toEqual([[expect.any(String), { message: 'SQLITE_BUSY' }]]);
	expect(JSON.stringify(warn.mock.calls)).not.toContain('ada@');
});

describe('two workers and a kill around a key whose outcome is unclear', () => {
	async function unclearKey(): Promise<KeyList> {
		const list = new KeyList();
		await list.worker().run('a', UNCLEAR);
		return list;
	}

	it('never report it as created, in any order of their accesses', async () => {
		expect(await certaintiesInAnyOrder(unclearKey)).toEqual([false]);
	});

	it('never report it as created while it is sent', async () => {
		expect(await certaintiesInAnyOrder(async () => new KeyList(), UNCLEAR)).toEqual([false]);
	});

	it.each(KILLS)('never report it as created after a kill: %s accesses', async (accesses) => {
		const list = await unclearKey();
		await askAndKill(list, accesses);
		expect(isCertain(await list.worker().run('a'))).toBe(false);
		expect(isCertain(await list.worker().run('a'))).toBe(false);
	});

	it.each(KILLS)(
		'report the create of a killed worker as unclear: %s accesses',
		async (accesses) => {
			const list = new KeyList();
			await askAndKill(list, accesses, UNCLEAR);
			expect(isCertain(await list.worker().run('a', UNCLEAR))).toBe(false);
			expect(isCertain(await list.worker().run('a'))).toBe(false);
		},
	);
});

it.each(KILLS)('what was created is not sent again after a kill: %s accesses', async (accesses) => {
	const list = new KeyList();
	await list.worker().run('a');
	await askAndKill(list, accesses);
	expect((await list.worker().run('a')).kind).toBe('notNeeded');
});

describe('a create that ends without an outcome', () => {
	it.each([
		['halted before it left', true, []],
		['broken in an unknown way', false, ['a', 'unclear a']],
	])('releases its key only if the request was %s', async (_, isHalted, keys) => {
		const list = new KeyList();
		const worker = list.worker();
		const reason = new Error('an earlier item failed, or a defect');
		const end = new AbortController();
		const send = async () => {
			if (isHalted) end.abort(reason);
			throw reason;
		};
		const outcome = { then: (_: unknown, fail: () => void) => void send().catch(fail) };
		const item = worker.send('a', outcome as never, end.signal);
		await expect(worker.finish(item)).rejects.toBe(reason);
		expect(list.keys).toEqual(keys);
	});
});
