import {
	createBoardUnlessListed,
	findListedBoard,
	replaceBoardName,
	takeTurnOfBoardName,
} from '../../../../nodes/WorkspaceTaskService/action/steps/boardByName';
import { findOrCreateBoard } from '../../../../nodes/WorkspaceTaskService/operations/board.findOrCreate';
import type { Run } from '../../../../nodes/WorkspaceTaskService/action/item';
import { CALLS } from '../../../../nodes/WorkspaceTaskService/service/calls';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/outcome';

/** The client of a test has its lists. */
jest.mock('../../../../nodes/WorkspaceTaskService/http/pages', () => ({
	requestPages: async ({ list }: { list: (request: unknown) => unknown }, request: unknown) =>
		await list(request),
}));

const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
let services = 0;

/** A service with boards, and runs that use it. */
class Service {
	readonly boards: Array<{ id: number; name: string }> = [];
	lists = 0;
	refusals: Error[] = [];
	private readonly account = { baseUrl: `https://service-${++services}.example.com` };

	open(): Run {
		const list = async () => {
			this.lists += 1;
			const entries = [...this.boards];
			await new Promise(setImmediate);
			const refusal = this.refusals.shift();
			if (refusal) throw refusal;
			return { entries, isPartial: false };
		};
		const context = { getNode: () => ({ name: 'Node', type: 'node' }) };
		const client = { account: this.account, list };
		const sendOptions = { signal: new AbortController().signal };
		const operation = findOrCreateBoard;
		return { context, client, operation, sendOptions, boardLists: new Map() } as unknown as Run;
	}

	/** The look-up of one run. */
	run() {
		const run = this.open();
		const { signal } = run.sendOptions;
		return async (name: string): Promise<string> => {
			const create = async () => {
				await new Promise(setImmediate);
				this.boards.push({ id: this.boards.length, name });
				return DONE;
			};
			const request = { call: CALLS.createBoard, body: { name } };
			const started = { index: 0, signal, letNextPass: () => {} };
			const item = { ...started, parameters: { name }, request };
			const createUnlessListed = createBoardUnlessListed(run, item)(create);
			const createInTurn = takeTurnOfBoardName(run, item)(createUnlessListed);
			const ended = findListedBoard(run, item)(createInTurn)();
			return await ended.then(
				({ kind }) => kind,
				() => 'failed',
			);
		};
	}
}

let service: Service;
beforeEach(() => {
	service = new Service();
});

describe('Find or Create', () => {
	it('requests few lists for many names of a run', async () => {
		const find = service.run();
		const names = Array.from({ length: 50 }, (_, n) => `board ${n}`);
		expect(new Set(await Promise.all(names.map(async (name) => await find(name))))).toEqual(
			new Set(['done']),
		);
		expect(service.lists).toBe(2);
	});

	it('creates each board once for two runs with the same names, with few lists', async () => {
		const [find, findToo] = [service.run(), service.run()];
		const names = Array.from({ length: 300 }, (_, n) => `board ${n}`);
		const outcomes = await Promise.all(
			[find, findToo].flatMap((one) => names.map(async (name) => await one(name))),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(300);
		expect(outcomes.filter((outcome) => outcome === 'notNeeded')).toHaveLength(300);
		expect(service.boards).toHaveLength(300);
		expect(service.lists).toBeLessThan(10);
	});

	it('fails the items that wait for a list that fails, and reads it again for the next one', async () => {
		service.refusals = [new Error('no')];
		const find = service.run();
		expect(await Promise.all([find('a'), find('b')])).toEqual(['failed', 'failed']);
		expect(await find('a')).toBe('done');
		expect(service.lists).toBe(3);
	});
});

describe('a board by its name', () => {
	const boardIdOf = async (run: Run, boardName: string) =>
		(await replaceBoardName(run, { boardId: { boardName } })).boardId;

	it('is refused after the second look, which all names that wait share', async () => {
		const run = service.open();
		const names = ['a', 'b', 'c'];
		const ids = await Promise.allSettled(names.map(async (name) => await boardIdOf(run, name)));
		expect(ids.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(service.lists).toBe(2);
	});
});
