import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import {
	findOrigin,
	comesFromOwnCreation,
} from '../../../nodes/WorkspaceTaskService/ownTasks/origin';

const URL = 'https://tasks.example.com';
const TRIGGER = { name: 'Trigger', type: 'x.workspaceTaskServiceTrigger' };
const never = new AbortController().signal;

let workflow: string;
let workflows = 0;
beforeEach(() => (workflow = `origin ${(workflows += 1)}`));

const tasks = () => OwnTasks.open(workflow, URL);
const noteTask = async (response: Promise<string | undefined>, title = 'Own') =>
	await tasks().noteCreate({ title, chain: 'chain', continuesChain: false }, response);

function itemOf(id: number): INodeExecutionData {
	const task: IDataObject = { id, title: 'Any' };
	const event = 'task.created';
	return { json: { event, task, receivedAt: new Date().toISOString(), payload: { event, task } } };
}

interface Execution {
	items: INodeExecutionData[];
	/** The event of each item of the action node. */
	sources?: Array<INodeExecutionData | undefined>;
	/** Nodes after the trigger. */
	after?: object[];
}

function contextOf({ items, sources = [], after = [{ name: 'Action' }] }: Execution) {
	const flow = {};
	const check = jest.fn(async () => ({ new: [], processed: [] }));
	const context = {
		getNode: () => ({ name: 'Action' }),
		getWorkflow: () => ({ id: workflow }),
		getContext: () => flow,
		getParentNodes: () => [],
		getChildNodes: () => after,
		getExecutionContext: () => ({ triggerNode: TRIGGER }),
		helpers: { checkProcessedAndRecord: check, removeProcessed: async () => {} },
		getWorkflowDataProxy: (index: number) => ({
			$: () => ({
				isExecuted: true,
				params: {},
				all: () => items,
				get item() {
					if (sources[index] === undefined) throw new Error('The pairing is lost');
					return sources[index];
				},
			}),
		}),
	};
	return { context: context as unknown as IExecuteFunctions, check };
}

async function startWith(execution: Execution) {
	const { context, check } = contextOf(execution);
	const origin = await findOrigin(context, URL, never);
	const isSkipped = (index: number) => comesFromOwnCreation({ context, origin }, index);
	return { origin, isSkipped, check };
}

describe('the items of an execution', () => {
	it('are skipped by the events that they come from', async () => {
		await noteTask(Promise.resolve('7'));
		const [own, theirs] = [itemOf(7), itemOf(8)];
		const { isSkipped } = await startWith({
			items: [own, theirs],
			sources: [theirs, own, undefined],
		});
		expect([0, 1, 2].map(isSkipped)).toEqual([false, true, false]);
	});

	it('are all skipped if all events are creations of own tasks, whatever their pairing', async () => {
		await noteTask(Promise.resolve('7'));
		const { isSkipped } = await startWith({ items: [itemOf(7)] });
		expect([0, 1].map(isSkipped)).toEqual([true, true]);
	});

	it('are never skipped without an own task', async () => {
		const { isSkipped } = await startWith({ items: [itemOf(7)] });
		expect(isSkipped(0)).toBe(false);
	});
});

describe('the first create of an execution', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('waits for the creates that were in flight when the event came, whatever their titles', async () => {
		let respond: (id: string) => void = () => {};
		void noteTask(new Promise((resolve) => (respond = resolve)), 'Another title');
		const starting = startWith({ items: [itemOf(7)] });
		await jest.advanceTimersByTimeAsync(29_000);
		respond('7');
		expect((await starting).isSkipped(0)).toBe(true);
	});

	it('waits for 30 seconds at most', async () => {
		void noteTask(new Promise(() => {}));
		const starting = startWith({ items: [itemOf(7)] });
		await jest.advanceTimersByTimeAsync(30_000);
		expect((await starting).isSkipped(0)).toBe(false);
	});

	it('does not wait for a create that was sent after the event came', async () => {
		const item = itemOf(7);
		jest.setSystemTime(Date.now() + 1);
		void noteTask(new Promise(() => {}));
		expect((await startWith({ items: [item] })).isSkipped(0)).toBe(false);
	});

	it('ends its wait if the execution is cancelled', async () => {
		void noteTask(new Promise(() => {}));
		const cancel = new AbortController();
		const starting = findOrigin(contextOf({ items: [itemOf(7)] }).context, URL, cancel.signal);
		cancel.abort(new Error('cancelled'));
		await expect(starting).rejects.toThrow('cancelled');
	});
});

describe("n8n's database", () => {
	const remove = (parameters?: object) => ({ type: 'n8n-nodes-base.removeDuplicates', parameters });

	it.each<[string, boolean, object[]]>([
		['a Remove Duplicates node has a list of its own', true, [remove({})]],
		[
			'another node has such a scope',
			true,
			[{ type: 'x', parameters: { options: { scope: 'workflow' } } }],
		],
		['a Remove Duplicates node uses the list', false, [remove({ options: { scope: 'workflow' } })]],
		['an expression chooses its list', false, [remove({ options: { scope: '={{ $json.a }}' } })]],
		['an older n8n does not say which it uses', false, [remove()]],
	])('is used or not if %s: %s', async (_, isUsed, after) => {
		const { origin, check } = await startWith({ items: [itemOf(7)], after });
		expect(check).toHaveBeenCalledTimes(isUsed ? 1 : 0);
		expect(origin?.sharedIds !== undefined).toBe(isUsed);
	});

	it('is not asked in a process that receives deliveries of the workflow', async () => {
		tasks().receivesDeliveries = true;
		const { origin, check } = await startWith({ items: [itemOf(7)] });
		expect([check.mock.calls.length, origin?.sharedIds]).toEqual([0, undefined]);
	});
});

it('the explanation names at most five tasks', async () => {
	const ids = Array.from({ length: 7 }, (_, id) => id);
	for (const id of ids) await noteTask(Promise.resolve(`${id}`));
	const { origin } = await startWith({ items: [...ids, 8].map(itemOf) });
	expect(origin?.explanation).toBe(
		'the workflow was started by tasks that it had created itself (0, 1, 2, 3, 4 and 2 more), and "Ignore Own Tasks" is on',
	);
});
