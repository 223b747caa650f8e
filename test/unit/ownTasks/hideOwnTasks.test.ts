import type { IWebhookFunctions } from 'n8n-workflow';

import { readObject } from '../../../nodes/WorkspaceTaskService/reading/object';
import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { answerAndHideOwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/hideOwnTasks';
import type { TypedEvent } from '../../../nodes/WorkspaceTaskService/trigger/events/selection';

const BASE_URL = 'https://tasks.example.com';

describe('an event that arrives while a create is in flight', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	let workflows = 0;
	let workflow: string;
	let respond: (id: string) => void;
	beforeEach(() => {
		workflow = `workflow ${(workflows += 1)}`;
		const tasks = OwnTasks.open(workflow, BASE_URL);
		const response = new Promise<string>((resolve) => (respond = resolve));
		void tasks.noteCreate({ title: 'Own', chain: 'chain', continuesChain: false }, response);
	});

	/** What happens to a delivery with one event. */
	function deliver(task: object, type = 'task.created', entry: object = { event: type, task }) {
		const delivery = { isAnswered: false, started: undefined as number | undefined };
		const response = { writeHead: () => response, end: () => (delivery.isAnswered = true) };
		const context = {
			getNode: () => ({ name: 'Trigger' }),
			getWorkflow: () => ({ id: workflow }),
			getResponseObject: () => response,
		} as unknown as IWebhookFunctions;
		const event = {
			type,
			isExact: true,
			reading: { task: readObject(listPlaces(entry), 'task') },
		} as TypedEvent;
		const received = { context, baseUrl: BASE_URL, receivedDate: new Date() };
		void answerAndHideOwnTasks([event], received).then(({ length }) => (delivery.started = length));
		return delivery;
	}

	const own = { id: 7, title: 'Own' };
	const ANSWERED = { isAnswered: true, started: undefined };

	it('is answered first whatever its title, and only that of another task starts the workflow', async () => {
		const all = [own, { id: 7 }, { id: 7, title: 'R&amp;D' }, { id: 8, title: 'Own' }, { id: 8 }];
		const deliveries = all.map((task) => deliver(task));
		await jest.advanceTimersByTimeAsync(29_000);
		expect(deliveries).toEqual(all.map(() => ANSWERED));
		respond('7');
		await jest.advanceTimersByTimeAsync(0);
		expect(deliveries.map(({ started }) => started)).toEqual([0, 0, 0, 1, 1]);
	});

	it.each(['task.updated', 'task.deleted', 'comment.created', 'task.item.added'])(
		'starts the workflow at once if it is no creation of a task: %s',
		async (type) => {
			const other = deliver({ id: 7 }, type);
			await jest.advanceTimersByTimeAsync(0);
			expect(other).toEqual({ isAnswered: false, started: 1 });
		},
	);

	it.each<[string, object]>([
		['its ID', { event: 'task.created', task: { title: 'Own' } }],
		['the task', { event: 'task.created', data: { title: 'Own' } }],
		['the task, but an ID', { event: 'task.created', data: { id: 7 } }],
	])('starts the workflow at once if it does not show %s: it is never hidden', async (_, entry) => {
		const other = deliver({}, 'task.created', entry);
		await jest.advanceTimersByTimeAsync(0);
		expect(other).toEqual({ isAnswered: false, started: 1 });
		respond('7');
		await jest.advanceTimersByTimeAsync(0);
		expect(deliver({}, 'task.created', entry).isAnswered).toBe(false);
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
		expect(started()).toEqual([{ isAnswered: false, started: 1 }]);
		await jest.advanceTimersByTimeAsync(30_000);
		expect(started()).toHaveLength(21);
		const next = deliver(own);
		await jest.advanceTimersByTimeAsync(0);
		expect(next).toEqual(ANSWERED);
		await jest.advanceTimersByTimeAsync(30_000);
	});
});
