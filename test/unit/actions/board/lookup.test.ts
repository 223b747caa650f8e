/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { BoardLists } from '../../../../nodes/WorkspaceTaskService/actions/board/boardLists';
import { noteBoardCreate } from '../../../../nodes/WorkspaceTaskService/actions/board/creates';
import { boardIdOf } from '../../../../nodes/WorkspaceTaskService/actions/board/lookup';
import { findBoardFirst } from '../../../../nodes/WorkspaceTaskService/actions/steps/findBoardFirst';
import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/calls';
import { systemClock } from '../../../../nodes/WorkspaceTaskService/time/clock';
import type { Client } from '../../../../nodes/WorkspaceTaskService/transport/client';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
const REFUSED: Outcome = { kind: 'refused', response };
let services = 0;

/** A service with boards, and runs that use it. */
class Service {
	readonly boards: Array<{ id: number; name: string }> = [];
	lists = 0;
	refusals: Error[] = [];
	private readonly account = { baseUrl: `https://service-${++services}.example.com` };

	/** What a run begins with. */
	open(): BoardLists {
		const list = async () => {
			this.lists += 1;
			const entries = [...this.boards];
			await new Promise(setImmediate);
			const refusal = this.refusals.shift();
			if (refusal) throw refusal;
			return { entries, hasMore: false };
		};
		const context = { getNode: () => ({ name: 'Node' }) };
		const client = { account: this.account, context, list } as unknown as Client;
		return new BoardLists(client, {} as never);
	}

	/** The look-up of one run. */
	run(signal = new AbortController().signal) {
		const lists = this.open();
		return async (
			name: string,
			workspaceId?: number,
			outcome: Outcome | 'interrupted' = DONE,
		): Promise<string> => {
			const create = async () => {
				await new Promise(setImmediate);
				if (outcome === DONE) this.boards.push({ id: this.boards.length, name });
				if (outcome === 'interrupted') throw new Error(outcome);
				return outcome;
			};
			const note = noteBoardCreate(this.account, { call: CALLS.createBoard, body: { name } });
			const find = findBoardFirst(lists, { wantedBoard: { name, workspaceId }, signal });
			const ended = find(note(create))();
			return await ended.then(
				({ kind }) => kind,
				() => 'failed',
			);
		};
	}
}

let service: Service;
/** In milliseconds; each look at the clock takes a little. */
let now: number;
beforeEach(() => {
	service = new Service();
	now = 0;
	jest.spyOn(systemClock, 'now').mockImplementation(() => (now += 0.001));
});

describe('Find or Create', () => {
	it('reads it again for a name that another run may have created since', async () => {
		const [find, findToo] = [service.run(), service.run()];
		expect(await Promise.all([find('a'), findToo('b')])).toEqual(['done', 'done']);
		expect(await find('c')).toBe('done');
		expect(await findToo('d')).toBe('done');
		expect(service.lists).toBe(2);
		expect(await findToo('C')).toBe('found');
		expect(service.lists).toBe(3);
	});

	it('reads it again for a name that the run itself created in another workspace', async () => {
		const find = service.run();
		await find('other');
		expect(await find('a', 7)).toBe('done');
		expect(await find('a')).toBe('found');
		expect(service.lists).toBe(3);
	});

	it('reads one list for all names of a run, however long the run takes', async () => {
		const find = service.run();
		await find('a');
		now += 60_000;
		expect(await find('b')).toBe('done');
		expect(service.lists).toBe(1);
	});

	it('reads it again for a name whose create was refused long ago', async () => {
		const find = service.run();
		expect(await find('a', undefined, REFUSED)).toBe('refused');
		now += 6_000;
		expect(await find('b')).toBe('done');
		service.boards.push({ id: 7, name: 'a' });
		now += 6_000;
		expect(await find('a')).toBe('found');
	});

	it('reads it again for a name whose create was interrupted', async () => {
		const [find, findToo] = [service.run(), service.run()];
		const interrupted = find('a', undefined, 'interrupted');
		await new Promise(setImmediate);
		expect(await findToo('b')).toBe('done');
		expect(await interrupted).toBe('failed');
		service.boards.push({ id: 7, name: 'a' });
		expect(await findToo('a')).toBe('found');
	});

	it('finds a board in a list of any age', async () => {
		service.boards.push({ id: 7, name: 'a' });
		const find = service.run();
		await find('a');
		now += 60_000;
		expect(await find('a')).toBe('found');
		expect(service.lists).toBe(1);
	});

	it('finds no board in the list of an earlier run', async () => {
		service.boards.push({ id: 7, name: 'a' });
		await service.run()('a');
		service.boards.pop();
		expect(await service.run()('a')).toBe('done');
	});

	it('creates each board once for two runs with the same names, with few lists', async () => {
		const [find, findToo] = [service.run(), service.run()];
		const names = Array.from({ length: 300 }, (_, n) => `board ${n}`);
		const outcomes = await Promise.all(
			[find, findToo].flatMap((one) => names.map(async (name) => await one(name))),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(300);
		expect(outcomes.filter((outcome) => outcome === 'found')).toHaveLength(300);
		expect(service.boards).toHaveLength(300);
		expect(service.lists).toBeLessThan(10);
	});

	it('fails the items that wait for a list that fails, and reads it again for the next one', async () => {
		service.refusals = [new Error('no')];
		const find = service.run();
		expect(await Promise.all([find('a'), find('b')])).toEqual(['failed', 'failed']);
		expect(await find('a')).toBe('done');
		expect(service.lists).toBe(2);
	});

	it('reads one list of its own if that of another run fails', async () => {
		service.refusals = [new Error('no')];
		const [find, findToo] = [service.run(), service.run()];
		expect(await Promise.all([find('a'), findToo('b'), findToo('c')])).toEqual([
			'failed',
			'done',
			'done',
		]);
		expect(service.lists).toBe(2);
	});

	it('lets each execution look for the same name, if a list failed', async () => {
		service.refusals = Array.from({ length: 3 }, () => new Error('no'));
		const runs = Array.from({ length: 4 }, async () => await service.run()('a'));
		expect(await Promise.all(runs)).toEqual(['failed', 'failed', 'failed', 'done']);
		expect(service.lists).toBe(4);
	});

	it('does not keep a cancelled run waiting for the create of another', async () => {
		const cancel = new AbortController();
		const first = service.run()('a');
		const second = service.run(cancel.signal)('a');
		cancel.abort(new Error('cancelled'));
		expect(await Promise.race([first, second])).toBe('failed');
		expect(await first).toBe('done');
	});
});

describe('a board by its name', () => {
	it('is read again if it may be newer than the list of an earlier run', async () => {
		await service.run()('a');
		service.boards.push({ id: 7, name: 'b' });
		expect(await boardIdOf(service.open(), ' B')).toBe(7);
		expect(service.lists).toBe(2);
	});
});
