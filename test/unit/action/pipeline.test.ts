import type { Item, Run } from '../../../nodes/WorkspaceTaskService/action/item';
import { sendThroughSteps } from '../../../nodes/WorkspaceTaskService/action/pipeline';
import { findOrCreateBoard } from '../../../nodes/WorkspaceTaskService/operations/board.findOrCreate';
import type { Operation } from '../../../nodes/WorkspaceTaskService/operations/operation';
import { createTask } from '../../../nodes/WorkspaceTaskService/operations/task.create';
import { getMember } from '../../../nodes/WorkspaceTaskService/reading/json';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { VirtualClock } from '../../support/virtualClock';

/** The client of a test has its lists. */
jest.mock('../../../nodes/WorkspaceTaskService/http/pages', () => ({
	requestPages: async ({ list }: { list: (request: unknown) => unknown }, request: unknown) =>
		await list(request),
}));

const response = { status: 201, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: { id: 7 } };
const REFUSED: Outcome = { kind: 'rateLimited', response };

const settled = async () => await new Promise(setImmediate);

/** A run whose creates end like this, one after the other, and then succeed; and what it sends. */
function openRun(...outcomes: Array<Outcome | Promise<Outcome>>) {
	const log: string[] = [];
	const clock = new VirtualClock();
	const limitedRun = new Limiter(clock).limitRun(50);
	const { signal } = new AbortController();
	const context = {
		helpers: {
			checkProcessedAndRecord: async () => ({ processed: [] }),
			removeProcessed: async () => {},
		},
		getNode: () => ({ id: 'node', name: 'Action', type: 'action' }),
		getWorkflow: () => ({ id: 'workflow' }),
	};
	const client = {
		account: { baseUrl: 'https://tasks.example.com', key: 'account', id: '1' },
		send: async ({ body }: ApiRequest) => {
			log.push(`create ${String(getMember(body, 'name'))}`);
			return await (outcomes.shift() ?? DONE);
		},
		list: async ({ query }: ApiRequest) => {
			log.push(`list of workspace ${String(getMember(query, 'workspace_id'))}`);
			return { entries: [], isPartial: false };
		},
	};
	const sendOptions = { limitedRun, signal, maxRetries: 4, timeoutMs: 1 };
	const memory = { boardLists: new Map(), maybeCreated: new Map(), outcomesByIdentity: new Map() };
	const run = { context, client, operation: findOrCreateBoard, sendOptions, ...memory };
	return { clock, log, run: run as unknown as Run };
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
		let release: (outcome: Outcome) => void = () => {};
		const held = new Promise<Outcome>((resolve) => (release = resolve));
		const { log, run } = openRun(held);
		const items = [boardItem('A', 1), boardItem('B', 2)];
		const sent = items.map(async (item) => await sendThroughSteps(run, item));
		for (let turns = 0; turns < 10; turns++) await settled();
		const first = ['list of workspace 1', 'list of workspace 1', 'create A'];
		expect(log).toEqual(first);
		release(DONE);
		await Promise.all(sent);
		const second = ['list of workspace 2', 'list of workspace 2', 'create B'];
		expect(log).toEqual([...first, ...second]);
	});

	it('look for its board before the first try only', async () => {
		const { clock, log, run } = openRun(REFUSED, REFUSED);
		const sent = sendThroughSteps(run, boardItem('A', 1));
		for (let turns = 0; turns < 10; turns++) await settled();
		await clock.runAll();
		expect(await sent).toMatchObject({ kind: 'done', attempts: 3 });
		const lists = ['list of workspace 1', 'list of workspace 1'];
		expect(log).toEqual([...lists, 'create A', 'create A', 'create A']);
	});

	it('end by its signal, also in a pause before it is sent with another token', async () => {
		const { run } = openRun();
		const send = jest.spyOn(run.client, 'send');
		const item = itemWith({ call: CALLS.createTask });
		await sendThroughSteps({ ...run, operation: createTask as Operation }, item);
		const { request, signal } = item;
		expect(send).toHaveBeenCalledWith(request, { timeoutMs: 1, pauseSignal: signal });
	});

	it('record an own task each time it is sent', async () => {
		const track = jest.spyOn(OwnTasks.prototype, 'trackCreateInFlight');
		const { clock, run } = openRun(REFUSED, REFUSED);
		const task = itemWith({ call: CALLS.createTask, body: { title: 'Call' } });
		const kept = { continuesChain: false, ownIds: [], isInDatabase: false };
		const tasks = OwnTasks.open('w', 'x');
		const origin = { ...kept, tasks, chain: 'chain', explanation: '' };
		const sent = sendThroughSteps({ ...run, origin, operation: createTask as Operation }, task);
		await clock.runAll();
		expect(await sent).toMatchObject({ kind: 'done', attempts: 3 });
		expect(track).toHaveBeenCalledTimes(3);
		track.mockRestore();
	});
});
