import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { makeTypeReader } from '../../../nodes/WorkspaceTaskService/reading/eventType';
import { classifyAsTaskCreation } from '../../../nodes/WorkspaceTaskService/reading/spelling';

const task = { id: 7, title: 'Call' };

function read(body: unknown, headers = {}, selected = ['task.created', 'task.updated']) {
	const rawBody = Buffer.from(JSON.stringify(body));
	const { whole } = readDelivery({ body, rawBody, headers });
	return makeTypeReader(selected, ['task.created', 'task.updated'])(
		whole.typeTexts,
		whole.isAboutTask,
	);
}
const typeIn = (...delivery: Parameters<typeof read>) => read(...delivery).type;

describe('a known type', () => {
	it.each([
		...['TASK_CREATED', 'tasks/create', 'created.task', 'task creation', 'task.created.v12'],
		...['jira:task_created', 'com.example.task.created'],
	])('is spelled by %s', (event) => {
		expect(read({ event, task })).toEqual({ type: 'task.created', isExact: true });
	});

	it('has the spelling that was selected', () => {
		expect(typeIn({ event: 'task.created' }, {}, ['TASK_CREATED'])).toBe('TASK_CREATED');
	});

	it.each<[string, object, object?]>([
		['a header', { task }, { 'x-topic': 'task/created' }],
		['an object that is called an event', { event: { name: 'task.created' }, task }],
		['the only entry of a list', { changes: [{ type: 'task.created' }] }],
	])('may be in %s', (...[, body, headers]) => expect(typeIn(body, headers)).toBe('task.created'));

	it.each<[string, object]>([
		['a text of a person', { data: { ...task, description: 'task.created' } }],
		['a member whose name does not say so', { myevent: 'task.created', prototype: 'task.created' }],
		['what is beside the task', { user: { event: 'task.created' } }],
		['a list of several', { hooks: [{ type: 'task.created' }, { type: 'task.updated' }] }],
		['an ID', { event_id: 'task.created' }],
		['more than 100 characters', { event: `task.created.${'x'.repeat(100)}` }],
	])('is not in %s', (_, body) => expect(typeIn(body)).toBeNull());

	it.each<[object, object?]>([
		[{ resource: 'tasks', operation: 'update', data: task }],
		[{ event: { entity: 'task', action: 'updated' }, task }],
		[{ action: 'updated', type: 'default_task' }],
		[{ event: 'entry.update', model: 'task', entry: task }],
		[{ action: 'update', task: [task] }],
		[{ event: 'updated', task, user: { id: 1 }, changes: {}, board: { id: 4 } }],
		[{ task }, { 'x-event': 'updated' }],
	])('is spelled by a thing and a verb together: %j', (...[body, headers]) => {
		expect(read(body, headers)).toEqual({ type: 'task.updated', isExact: false });
	});

	it('may have other words before it, though not for sure', () => {
		const event = 'org.example.task.created';
		expect(read({ event, task })).toEqual({ type: 'task.created', isExact: false });
	});

	it.each<object>([
		{ assignee: { id: 3, type: 'user' } },
		{ status: { type: 'open' }, last_event: 'updated' },
	])('is said by nothing in a task: %j', (fields) => {
		const body = { task: { ...task, ...fields } };
		expect(typeIn({ action: 'created', ...body })).toBe('task.created');
		expect(typeIn({ action: 'moved', ...body })).toBe('moved');
		expect(typeIn({ action: 'moved', task: [body.task] })).toBe('moved');
		expect(typeIn(body)).toBeNull();
	});

	it('has the outermost verb', () => {
		const body = { op: 'INSERT', table: 'tasks', row: { ...task, last_action: 'update' } };
		expect(typeIn(body)).toBe('task.created');
	});

	it('may have its thing further in than its verb', () => {
		expect(typeIn({ action: 'update', data: { type: 'task', ...task } })).toBe('task.updated');
	});

	it('is one of the twenty outermost texts', () => {
		const hints = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`op_${n}`, 'a']));
		const inner = { meta: { event: 'task.created' } };
		expect(typeIn({ ...hints(19), ...inner })).toBe('task.created');
		expect(typeIn({ ...hints(20), ...inner })).toBe('a');
		const body = { ...hints(1_000), events: [{ event: 'task.created', task }, { task }] };
		const { events } = readDelivery({ body, rawBody: undefined, headers: hints(30) });
		expect(events.map(({ typeTexts: texts }) => texts.length)).toEqual([20, 20]);
	});

	it.each<[string, object]>([
		['created', { action: 'created', comment: { id: 1 }, task }],
		['created', { action: 'created', task_id: 7, text: 'Hello' }],
		['created', { action: 'created', object: 'comment', data: { type: 'task', ...task } }],
		['item.created', { event: 'item.created', task }],
		['comment', { type: 'comment', task }],
	])('is not %s of something else: %j', (type, body) => expect(typeIn(body)).toBe(type));

	it('is the selected type before another', () => {
		const body = { object: 'task', type: 'created', data: { type: 'task.updated' } };
		expect(typeIn(body, {}, ['created'])).toBe('created');
		expect(typeIn(body, {}, ['task.created'])).toBe('task.created');
		const board = { object: 'board', action: 'renamed', data: { type: 'task.created' } };
		expect(typeIn(board, {}, ['board.renamed'])).toBe('board.renamed');
	});

	it.each<[string, object]>([
		['task.completed', { event: 'task.completed', type: 'task', action: 'updated' }],
		['comment.created', { event: 'comment.created', data: { task, action: 'updated' } }],
	])('is not looked for further in than %s', (type, body) => expect(typeIn(body)).toBe(type));
});

describe('a type that means nearly the same as a selected type', () => {
	it.each<[string, object]>([
		['task.created', { event: 'task.added' }],
		['task.created', { event: 'NEW_TASK' }],
		['task.created', { type: 'INSERT', table: 'tasks' }],
		['task.created', { action: 'opened', task }],
		['task.updated', { event: 'taskChanged' }],
		['task.updated', { action: 'edited', task }],
	])('is %s, though not for sure: %j', (type, body) => {
		expect(read(body)).toEqual({ type, isExact: false });
	});

	it('is no type that is not selected, because the event would be dropped', () => {
		expect(typeIn({ event: 'task.added' }, {}, ['task.updated'])).toBe('task.added');
		expect(typeIn({ event: 'task.changed' }, {}, ['task.created'])).toBe('task.changed');
	});

	it.each(['task.item.added', 'board.task.added'])('is not %s', (event) => {
		expect(typeIn({ event, task })).toBe(event);
	});
});

describe('an unknown type', () => {
	it.each<[string | null, object, object?]>([
		['task.unheardof', { event: 'task.unheardof', task }],
		['renamed', { object: 'board', action: 'renamed' }],
		['Issue Hook', { task }, { 'x-gitlab-event': 'Issue Hook' }],
		['update_column_value', { event: { type: 'update_column_value', task_id: 7, title: 'Call' } }],
		[null, { data: { ...task, type: 'bug' } }],
		[null, { trigger_type: '40dd6192-91d7', topic: 'https://a.example/1' }],
		[null, { event_time: '2026-12-31T18:00:00Z', event_ts: '1767200000.01', task }],
		[null, { task }],
	])('stays %s: %j', (...[type, body, headers]) => {
		expect(typeIn(body, headers)).toBe(type);
	});
});

describe('what a type says of a task', () => {
	const changeOf = (body: object) => classifyAsTaskCreation(read(body));

	it.each(['createTask', 'jira:task_created'])('is a creation: %s', (event) => {
		expect(changeOf({ event })).toBe('creation');
	});

	it.each<object>([
		...[{ task }, { event: 'task' }, { event: 'task.added' }, { event: 'sub_task.created' }],
		{ action: 'created', task },
		{ action: 'created', comment: 'Looks good', task },
		{ action: 'created', type: 'task' },
	])('may be a creation: %j', (body) => expect(changeOf(body)).toBe('maybeCreation'));

	it.each([
		...[
			'task.updated',
			'task.item.added',
			'item.created',
			'comment.created',
			'subtask.created',
			'ping',
		],
	])('is something else: %s', (event) => expect(changeOf({ event, task })).toBe('other'));

	it.each([{ event: 'created' }, { action: 'created', comment: { id: 1, task } }])(
		'may be the creation of something else: %j',
		(body) => expect(changeOf(body)).toBe('other'),
	);
});
