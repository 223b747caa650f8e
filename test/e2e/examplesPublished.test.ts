import { finished, ON_LEAP_DAYS, published, service, settled } from './exampleSuite';
import {
	board,
	call,
	deliverTask,
	environment,
	failureOf,
	finishedExecution,
	itemsOf,
	readExample,
	readExecution,
	run,
	startServer,
	until,
} from './environment';

describe('the example of a trigger', () => {
	it('starts on events', async () => {
		const workflow = await published('trigger.json');
		await service.createTask('Seen');
		const [execution] = await settled(workflow, 1);
		expect(execution && itemsOf(execution, 'Describe It')).toMatchObject([
			{ summary: 'task.created: Seen' },
		]);
	});
});

describe('the example of a copy', () => {
	const FROM = 1;
	const TO = 2;
	const MORE = { description: 'For 80', due_date: '2030-01-20', priority: 'high' };
	const NONE = { description: null, due_date: null, priority: null };

	const publishedCopy = async (boardId: object, trigger: object = {}) =>
		await published('copy-to-another-board.json', {
			'New Task': trigger,
			'Copy Task': { boardId },
		});

	it('copies the fields of the task, and the copy starts nothing', async () => {
		const trigger = { options: { boards: [String(FROM)] } };
		const workflow = await publishedCopy(board(TO).boardId, trigger);
		await service.createTask('Full', MORE);
		await settled(workflow, 1);
		await service.createTask('Bare');
		await settled(workflow, 2);
		await service.sandbox.idle();
		expect(await service.tasks()).toMatchObject([
			{ title: 'Full', board_id: FROM },
			{ title: 'Full', board_id: TO, ...MORE },
			{ title: 'Bare', board_id: FROM },
			{ title: 'Bare', board_id: TO, ...NONE },
		]);
		expect(await settled(workflow, 2)).toHaveLength(2);
	});

	it('stops at a task whose event does not name its board', async () => {
		const workflow = await publishedCopy(board(TO).boardId);
		const [url = ''] = service.registeredUrls();
		await deliverTask(url, '', { data: { task: { id: 1, title: 'Nowhere' } } });
		expect(await settled(workflow, 1)).toMatchObject([{ status: 'success' }]);
		expect(await service.tasks()).toEqual([]);
	});
});

describe('the example of a form', () => {
	async function submit(values: string[], boardId = 1) {
		await published('form-to-task.json', { 'Create Task': board(boardId) });
		const { nodes } = await readExample('form-to-task.json');
		const form = new FormData();
		values.forEach((value, index) => form.set(`field-${index}`, value));
		const url = `${environment.n8n.url}/form/${nodes[0]?.webhookId}`;
		return await fetch(url, { method: 'POST', body: form });
	}

	it('creates a task from the fields that are filled in', async () => {
		expect((await submit(['A chair', '', '2030-01-20', 'high'])).status).toBe(200);
		const task = { title: 'A chair', description: null, due_date: '2030-01-20', priority: 'high' };
		expect(await service.tasks()).toMatchObject([task]);
	});

	it('shows that no task was created', async () => {
		expect((await submit(['A lamp', '', '', ''], 999)).status).toBe(500);
		expect(await service.tasks()).toEqual([]);
	});
});

describe('the example of events without duplicates', () => {
	it('passes each event with an ID once until the schedule clears the IDs', async () => {
		// The trigger itself would skip the duplicate.
		const choices = {
			'Task Event': { options: { ignoreDuplicates: false } },
			'Every Sunday': ON_LEAP_DAYS,
		};
		const workflow = await published('events-without-duplicates.json', choices);
		const [url = ''] = service.registeredUrls();
		let executions = 0;
		const passed = async (title: string, more: object = {}) => {
			await deliverTask(url, title, more);
			const all = await settled(workflow, ++executions);
			const items = all.flatMap((one) => itemsOf(one, 'Your Steps'));
			return items.map(({ task }) => Object(task).title as string).sort();
		};
		const first = { event_id: 'first' };
		await passed('First', first);
		expect(await passed('First', first)).toEqual(['First']);
		await passed('No ID');
		expect(await passed('No ID')).toEqual(['First', 'No ID', 'No ID']);
		await finished(workflow, 'Every Sunday');
		executions += 1;
		expect(await passed('First', first)).toEqual(['First', 'First', 'No ID', 'No ID']);
	});
});

describe('the example of failed events', () => {
	it('keeps events that fail at the same time until their work succeeds, as they arrived', async () => {
		const crm = await startServer(500, 500, 500, 503, 200);
		const choices = { 'Your Work': { url: crm.url }, 'Every Hour': ON_LEAP_DAYS };
		const workflow = await published('replay-failed-events.json', choices);
		const [url = ''] = service.registeredUrls();
		/** The reasons of the events that the next replay finds, and how many it removes. */
		const replay = async () => {
			const run = await finished(workflow, 'Every Hour');
			const kept = itemsOf(run, 'Kept Events').map(({ reason }) => reason);
			return { kept, removed: itemsOf(run, 'Remove Event').length };
		};
		const ids = ['first', 'second', 'third'];
		await Promise.all(ids.map(async (id) => await deliverTask(url, id, { event_id: id })));
		const executions = await settled(workflow, ids.length);
		expect(executions.map(failureOf)).toEqual([undefined, undefined, undefined]);
		const reasons = ids.map(() => expect.stringContaining('500'));
		expect(await replay()).toEqual({ kept: reasons, removed: 2 });
		expect(await replay()).toEqual({ kept: [expect.stringContaining('503')], removed: 1 });
		await deliverTask(url, 'lucky', { event_id: 'lucky' });
		await settled(workflow, 6);
		expect(await replay()).toEqual({ kept: [], removed: 0 });
		await crm.close();
		const bodies = new Set(crm.requests.map(({ body }) => body));
		const delivered = [...bodies].map((body) => Object(JSON.parse(body)).deliveryId as string);
		expect(delivered.sort()).toEqual(['first', 'lucky', 'second', 'third']);
	});
});

describe('the example of a changed priority', () => {
	it('continues only if the priority of a task changes', async () => {
		const workflow = await published('only-when-priority-changed.json');
		const { sandbox, createTask, tasks } = service;
		await createTask('Watched', { priority: 'high' });
		await settled(workflow, 1);
		const [task] = await tasks();
		let events = 1;
		const passedAfter = async (change: object) => {
			await call('PATCH', `${sandbox.url}/sandbox/tasks/${task?.id}`, { body: change });
			await sandbox.idle();
			const executions = await settled(workflow, ++events);
			const failures = executions.map(failureOf).filter((failure) => failure !== undefined);
			expect(failures).toEqual([]);
			const passed = executions.flatMap((one) => itemsOf(one, 'Your Steps'));
			return passed.map((one) => Object(one.task).priority as unknown).reverse();
		};
		expect(await passedAfter({ title: 'Renamed' })).toEqual([]);
		expect(await passedAfter({ priority: 'low' })).toEqual(['low']);
		expect(await passedAfter({ priority: null })).toEqual(['low', null]);
		expect(await passedAfter({ title: 'Without' })).toEqual(['low', null]);
		expect(await passedAfter({ priority: 'high' })).toEqual(['low', null, 'high']);
	});

	it('processes the events of one delivery one by one', async () => {
		const workflow = await published('only-when-priority-changed.json');
		const [url = ''] = service.registeredUrls();
		const passedOf = async (tasks: object[], count: number) => {
			const events = tasks.map((task) => ({ event: 'task.updated', data: { task } }));
			await call('POST', url, { body: { events } });
			const [latest] = await settled(workflow, count);
			return latest && itemsOf(latest, 'Your Steps').map(({ task }) => task);
		};
		const [first, second] = [101, 102].map((id) => ({ id, priority: 'high' }));
		expect(await passedOf([{ ...first }, { ...second }], 1)).toEqual([first, second]);
		const changed = { ...second, priority: 'low' };
		const without = { id: 103, title: 'No priority in the event' };
		expect(await passedOf([{ ...first, title: 'Renamed' }, changed, without], 2)).toEqual([
			changed,
		]);
	});
});

describe('the example of a task that is waited for', () => {
	it('continues with the first change of the task, and not with those of others', async () => {
		const workflow = await published('continue-when-task-changed.json', {
			'Create Task': board(1),
		});
		const { session } = environment;
		const waiting = await run(session, workflow, 'Start Here');
		await until('let it wait', async () => {
			const { status } = await readExecution(session, waiting);
			return status === 'waiting' ? true : undefined;
		});
		const [task] = await service.tasks();
		await service.createTask('Another');
		const [, other] = await service.tasks();
		const change = async (id: number | undefined, title: string) => {
			await call('PATCH', `${service.sandbox.url}/sandbox/tasks/${id}`, { body: { title } });
			await service.sandbox.idle();
		};
		await change(other?.id, 'Another change');
		await change(task?.id, 'Checked');
		await change(task?.id, 'Checked again');
		const execution = await finishedExecution(session, waiting);
		expect(itemsOf(execution, 'Your Steps')).toMatchObject([
			{ body: { event: 'task.updated', task: { id: task?.id, title: 'Checked' } } },
		]);
		const executions = await settled(workflow, 4);
		expect(executions.map(failureOf).filter((failure) => failure !== undefined)).toEqual([]);
	});
});
