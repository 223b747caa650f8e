import type { IWebhookFunctions } from 'n8n-workflow';

import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { hideOwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/hideOwnTasks';
import { BASE_URL, newWorkflow, noteTask, readTaskEvent } from './workflow';

describe('an event that arrives while a create is in flight', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	let workflow: string;
	let respond: (id: string) => void;
	beforeEach(() => {
		workflow = newWorkflow();
		const response = new Promise<string>((resolve) => (respond = resolve));
		void noteTask(OwnTasks.open(workflow, BASE_URL), response);
	});

	/** What happens to a delivery with one event. */
	function deliver(body: object, type?: string) {
		const delivery = { isAnswered: false, started: undefined as number | undefined };
		const response = { writeHead: () => response, end: () => (delivery.isAnswered = true) };
		const context = {
			getNode: () => ({ name: 'Trigger' }),
			getWorkflow: () => ({ id: workflow }),
			getResponseObject: () => response,
		} as unknown as IWebhookFunctions;
		const received = { context, baseUrl: BASE_URL, receivedDate: new Date() };
		void hideOwnTasks([readTaskEvent(body, type)], received).then(
			({ length }) => (delivery.started = length),
		);
		return delivery;
	}

	const own = { task: { id: 7, title: 'Own' } };
	const ANSWERED = { isAnswered: true, started: undefined };
	const STARTED = { isAnswered: false, started: 1 };

	it('is answered first whatever its title, and only that of another task starts the workflow', async () => {
		const tasks = [{ id: 7 }, { id: 7, title: 'R&amp;D' }, { id: 8, title: 'Own' }, { id: 8 }];
		const deliveries = tasks.map((task) => deliver({ task }));
		await jest.advanceTimersByTimeAsync(29_000);
		expect(deliveries).toEqual(tasks.map(() => ANSWERED));
		respond('7');
		await jest.advanceTimersByTimeAsync(0);
		expect(deliveries.map(({ started }) => started)).toEqual([0, 0, 1, 1]);
	});

	it.each<[string, object, string]>([
		['is no creation', own, 'task.updated'],
		['does not show the ID of its task', { task: { title: 'Own' } }, 'task.created'],
		['does not show its task', { data: { id: 7 } }, 'task.created'],
	])('starts the workflow at once if it %s', async (_, body, type) => {
		const event = deliver(body, type);
		await jest.advanceTimersByTimeAsync(0);
		expect(event).toEqual(STARTED);
	});

	it('starts the workflow after 30 seconds without a response', async () => {
		const late = deliver(own);
		await jest.advanceTimersByTimeAsync(30_000);
		expect(late).toEqual({ isAnswered: true, started: 1 });
	});

	it('starts the workflow at once while 20 deliveries wait', async () => {
		const all = Array.from({ length: 21 }, () => deliver(own));
		await jest.advanceTimersByTimeAsync(0);
		const started = () => all.filter((one) => one.started !== undefined);
		expect(started()).toEqual([STARTED]);
		await jest.advanceTimersByTimeAsync(30_000);
		expect(started()).toHaveLength(21);
		const next = deliver(own);
		await jest.advanceTimersByTimeAsync(0);
		expect(next).toEqual(ANSWERED);
		await jest.advanceTimersByTimeAsync(30_000);
	});
});
