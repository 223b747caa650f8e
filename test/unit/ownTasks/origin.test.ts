import type { INodeExecutionData } from 'n8n-workflow';

import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import {
	getOrigin,
	comesFromOwnCreation,
} from '../../../nodes/WorkspaceTaskService/ownTasks/origin';
import { BASE_URL, newWorkflow, noteTask, openExecution, type Execution } from './workflow';

const never = new AbortController().signal;

let workflow: string;
let tasks: OwnTasks;
beforeEach(() => {
	workflow = newWorkflow();
	tasks = OwnTasks.open(workflow, BASE_URL);
});

function itemOf(id: number): INodeExecutionData {
	const [event, task] = ['task.created', { id, title: 'Any' }];
	return { json: { event, task, receivedAt: new Date().toISOString(), payload: { event, task } } };
}

async function startWith(execution: Execution, signal = never) {
	const { context, check } = openExecution(workflow, execution);
	const origin = await getOrigin(context, BASE_URL, signal);
	const isSkipped = (index: number) => comesFromOwnCreation({ context, origin }, index);
	return { origin, isSkipped, check };
}

describe('the items of an execution', () => {
	it('are skipped by the events that they come from', async () => {
		await noteTask(tasks, '7');
		const [own, theirs] = [itemOf(7), itemOf(8)];
		const { isSkipped } = await startWith({
			items: [own, theirs],
			sources: [theirs, own, undefined],
		});
		expect([0, 1, 2].map(isSkipped)).toEqual([false, true, false]);
	});

	it('are all skipped if all events are creations of own tasks, whatever their pairing', async () => {
		await noteTask(tasks, '7');
		const { isSkipped } = await startWith({ items: [itemOf(7)] });
		expect([0, 1].map(isSkipped)).toEqual([true, true]);
	});
});

describe('the first create of an execution', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('waits for the creates that were in flight when the event came, whatever their titles', async () => {
		let respond: (id: string) => void = () => {};
		void noteTask(tasks, new Promise((resolve) => (respond = resolve)), 'Another title');
		const starting = startWith({ items: [itemOf(7)] });
		await jest.advanceTimersByTimeAsync(29_000);
		respond('7');
		expect((await starting).isSkipped(0)).toBe(true);
	});

	it('waits for 30 seconds at most', async () => {
		void noteTask(tasks, new Promise(() => {}));
		const starting = startWith({ items: [itemOf(7)] });
		await jest.advanceTimersByTimeAsync(30_000);
		expect((await starting).isSkipped(0)).toBe(false);
	});

	it('does not wait for a create that was sent after the event came', async () => {
		const item = itemOf(7);
		jest.setSystemTime(Date.now() + 1);
		void noteTask(tasks, new Promise(() => {}));
		expect((await startWith({ items: [item] })).isSkipped(0)).toBe(false);
	});

	it('ends its wait if the execution is cancelled', async () => {
		void noteTask(tasks, new Promise(() => {}));
		const cancel = new AbortController();
		const starting = startWith({ items: [itemOf(7)] }, cancel.signal);
		cancel.abort(new Error('cancelled'));
		await expect(starting).rejects.toThrow('cancelled');
	});
});

describe("n8n's database", () => {
	const remove = (parameters?: object) => ({ type: 'n8n-nodes-base.removeDuplicates', parameters });
	const scope = (list: string) => ({ options: { scope: list } });

	it.each<[string, boolean, object]>([
		['a Remove Duplicates node has a list of its own', true, remove({})],
		['another node has such a scope', true, { type: 'x', parameters: scope('workflow') }],
		['a Remove Duplicates node uses the list', false, remove(scope('workflow'))],
		['an expression chooses its list', false, remove(scope('={{ $json.a }}'))],
		['an older n8n does not say which it uses', false, remove()],
	])('is used or not if %s: %s', async (_, isUsed, node) => {
		const { origin, check } = await startWith({ items: [itemOf(7)], after: [node] });
		expect(check).toHaveBeenCalledTimes(isUsed ? 1 : 0);
		expect(origin?.idsInDatabase !== undefined).toBe(isUsed);
	});

	it('is not asked in a process that receives deliveries of the workflow', async () => {
		tasks.receivesDeliveries = true;
		const { origin, check } = await startWith({ items: [itemOf(7)] });
		expect([check.mock.calls.length, origin?.idsInDatabase]).toEqual([0, undefined]);
	});
});

it('the explanation names at most five tasks', async () => {
	const ids = [0, 1, 2, 3, 4, 5, 6];
	for (const id of ids) await noteTask(tasks, `${id}`);
	const { origin } = await startWith({ items: [...ids, 8].map(itemOf) });
	expect(origin?.explanation).toBe(
		'the workflow was started by tasks that it had created itself (0, 1, 2, 3, 4 and 2 more), and "Ignore Own Tasks" is on',
	);
});
