import type { IDataObject } from 'n8n-workflow';

import type { Item, Run } from '../../../nodes/WorkspaceTaskService/action/item';
import { sendThroughSteps } from '../../../nodes/WorkspaceTaskService/action/pipeline';
import { findOrCreateBoard } from '../../../nodes/WorkspaceTaskService/operations/board.findOrCreate';
import type { Operation } from '../../../nodes/WorkspaceTaskService/operations/operation';
import { createTask } from '../../../nodes/WorkspaceTaskService/operations/task.create';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { VirtualClock } from '../../support/virtualClock';

/** The client of a test has its lists. */
jest.mock('../../../nodes/WorkspaceTaskService/http/pages', () => ({
	requestAllPages: async ({ list }: { list: (request: unknown) => unknown }, request: unknown) =>
		await list(request),
}));

const response = { status: 201, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: { id: 7 } };
const REFUSED: Outcome = { kind: 'rateLimited', response };

const settled = async () => await new Promise(setImmediate);

function openRun(send: (request: ApiRequest) => Promise<Outcome>, log: string[] = []) {
	const clock = new VirtualClock();
	const limiter = new Limiter(clock);
	const queue = limiter.openQueue(50);
	const { signal } = new AbortController();
	const context = {
		helpers: {
			checkProcessedAndRecord: async () => ({ processed: [] }),
			removeProcessed: async () => {},
		},
		getNode: () => ({ id: 'node', name: 'Action', type: 'action' }),
		getWorkflow: () => ({ id: 'workflow' }),
	};
	const baseUrl = 'https://tasks.example.com';
	const client = {
		account: { baseUrl, key: 'account', credential: { id: '1', data: {} } },
		send,
		list: async ({ query = {} }: ApiRequest) => {
			log.push(`list of workspace ${String(query.workspace_id)}`);
			return { entries: [], hasMore: false };
		},
	};
	const sendOptions = { queue, signal, maxRetries: 4, timeoutMs: 1 };
	const operation = findOrCreateBoard;
	const memory = { maybeCreated: new Map(), shared: new Map() };
	const run = { context, client, operation, sendOptions, boardLists: new Map(), ...memory };
	return { clock, run: run as unknown as Run };
}

const itemWith = (request: ApiRequest, more: Partial<Item> = {}): Item => ({
	index: 0,
	signal: new AbortController().signal,
	letNextPass: () => {},
	parameters: {},
	request,
	...more,
});

const boardItem = (name: string, workspaceId: number) =>
	itemWith(
		{ call: CALLS.createBoard, body: { name } },
		{ parameters: { name, workspaceId }, onceKey: 'k' },
	);

describe('the steps of an item', () => {
	it('look for its board once its key has its turn', async () => {
		const log: string[] = [];
		let release: (outcome: Outcome) => void = () => {};
		const held = new Promise<Outcome>((resolve) => (release = resolve));
		const send = async ({ body }: ApiRequest) => {
			log.push(`create ${(body as IDataObject).name as string}`);
			return await held;
		};
		const { run } = openRun(send, log);
		const sent = [boardItem('A', 1), boardItem('B', 2)].map(async (item) => {
			return await sendThroughSteps(run, item);
		});
		for (let turns = 0; turns < 10; turns++) await settled();
		const twice = ['list of workspace 1', 'list of workspace 1'];
		expect(log).toEqual([...twice, 'create A']);
		release(DONE);
		await Promise.all(sent);
		const second = ['list of workspace 2', 'list of workspace 2', 'create B'];
		expect(log).toEqual([...twice, 'create A', ...second]);
	});

	it('look for its board before the first try only', async () => {
		const log: string[] = [];
		const outcomes = [REFUSED, REFUSED, DONE];
		const send = async () => {
			log.push('create');
			return outcomes.shift() ?? DONE;
		};
		const { clock, run } = openRun(send, log);
		const sent = sendThroughSteps(run, boardItem('Tried', 1));
		for (let turns = 0; turns < 10; turns++) await settled();
		await clock.runAll();
		expect(await sent).toMatchObject({ kind: 'done', attempts: 3 });
		expect(log).toEqual([
			...['list of workspace 1', 'list of workspace 1'],
			...['create', 'create', 'create'],
		]);
	});

	it('note an own task each time it is sent', async () => {
		const note = jest.spyOn(OwnTasks.prototype, 'noteCreate');
		const outcomes = [REFUSED, REFUSED, DONE];
		const { clock, run } = openRun(async () => outcomes.shift() ?? DONE);
		const task = itemWith({ call: CALLS.createTask, body: { title: 'Call' } });
		const origin = {
			...{ tasks: OwnTasks.open('w', 'x'), chain: 'chain' },
			...{ continuesChain: false, ownIds: [], isShared: false, explanation: '' },
		};
		const sent = sendThroughSteps({ ...run, origin, operation: createTask as Operation }, task);
		await clock.runAll();
		expect(await sent).toMatchObject({ kind: 'done', attempts: 3 });
		expect(note).toHaveBeenCalledTimes(3);
		note.mockRestore();
	});
});
