import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/calls';
import { valuesIn } from '../../../../nodes/WorkspaceTaskService/api/json';
import { parseJson } from '../../../../nodes/WorkspaceTaskService/api/parse';
import { boardIdsIn } from '../../../../nodes/WorkspaceTaskService/api/read/board';
import { readDelivery } from '../../../../nodes/WorkspaceTaskService/api/read/delivery/delivery';
import { readTask } from '../../../../nodes/WorkspaceTaskService/api/read/object';
import { answerIn } from '../../../../nodes/WorkspaceTaskService/api/read/refusal';

const taskIdIn = (value: unknown) => readTask(value).id;
const taskIn = (value: unknown) => readTask(value).task;

const LARGE = '9007199254740993';

describe('the ID of the task', () => {
	const task = { id: 7, title: 'Call' };

	it.each<[string, unknown]>([
		['an event and its task in one object', { id: 'evt-1', event: 'x', task_id: 7, title: 'Call' }],
		['a task', task],
		['an ID as text', { id: ' 7 ' }],
		['task', { task }],
		['task, as an ID', { id: 1, task: 7 }],
		['data.task', { id: 1, data: { task } }],
		['data.object beside an ID', { id: 1, data: { id: 2, object: task } }],
		['message beside an ID', { id: 1, message: task }],
		['event.task', { event: { id: 1, task: { id: 7 } } }],
		['the object itself, beside an event with an ID', { ...task, event: { id: 1 } }],
		['taskId inside data', { id: 1, data: { id: 2, taskId: 7 } }],
		['resource_id', { resource_id: 7 }],
	])('is found in %s', (_, body) => {
		expect(taskIdIn(body)).toBe('7');
		expect(taskIdIn(JSON.parse(JSON.stringify(body).replaceAll(':7', ':"7"')))).toBe('7');
		const large = JSON.stringify(body).replaceAll(/:(7|" 7 ")/g, `:${LARGE}`);
		expect(taskIdIn(parseJson(large))).toBe(LARGE);
	});

	it.each<[string, unknown]>([
		['an event without a task', { event: { id: 7, type: 'task.created' } }],
		['a number that may have been rounded', { id: 2 ** 53 }],
		['an empty text', { id: '' }],
		['a name that ends with a number', { task: 'Room 7' }],
		['a name that begins with a number', { task: '7 rooms' }],
		['another kind of object', { user: { id: 7 }, workspace: { id: 7 } }],
	])('is unknown in %s', (_, body) => expect(taskIdIn(body)).toBeUndefined());
});

describe('the task of an event', () => {
	const untitled = { id: 7, name: 'Call' };
	const hook = { id: 3, title: 'My hook', board_id: 4 };

	it.each<[string, object]>([
		['webhook', { webhook: hook, event: 'task.created', data: untitled }],
		['webhook, around an item', { webhook: hook, data: { item: untitled } }],
		['notification', { notification: { id: 3, title: 'New task' }, event_data: untitled }],
		['event', { event: { id: 3, title: 'Task created', data: untitled } }],
		['message without an ID', { message: { title: 'New task' }, payload: untitled }],
		['object without a title', { data: { object: untitled } }],
	])('is inside its %s', (_, body) => expect(taskIn(body)).toBe(untitled));

	it.each<[string, object]>([
		['is a wrapper with a title if nothing else can be it', { message: hook }],
		['is a wrapper with a title beside one without an ID', { event: hook, data: { by: 'Ada' } }],
	])('%s', (_, body) => expect(taskIn(body)).toBe(hook));

	it('is the body if what is inside is only about it', () => {
		const body = { ...untitled, title: 'Call', data: { color: 'red' } };
		expect(taskIn(body)).toBe(body);
	});

	it('is the only entry of a list', () => {
		expect(taskIn({ data: { task: [untitled] } })).toBe(untitled);
	});

	it.each([
		...['data', 'Data', 'event_data', 'eventData', 'EventData', 'eventdata', 'detail', 'message'],
		...['event', 'meta', 'metadata', 'notification', 'action', 'config', 'resource', 'body'],
		...['payload', 'Payload', 'webhook'],
	])('is found in %s, where the type of an event is found', (name) => {
		const body = { [name]: { event: 'task.created', task: untitled } };
		const { whole } = readDelivery({ body, rawBody: undefined, headers: {} });
		expect([whole.name, whole.task]).toEqual(['task.created', untitled]);
	});
});

describe('a value of any size', () => {
	const wide = { list: Array.from({ length: 100_000 }, (_, index) => ({ index })) };
	const deep: unknown = JSON.parse('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000));
	const long = { title: 'A'.repeat(16 * 1024 * 1024), task: '/tasks/'.repeat(1_000_000) };
	let reads = 0;
	const endless = (): object => ({
		get self() {
			reads += 1;
			return endless();
		},
	});
	const cyclic: Record<string, unknown> = { title: 'A' };
	cyclic.self = { list: [cyclic] };

	it.each<[string, unknown]>([
		['wide', wide],
		['deep', deep],
		['long', long],
		['endless', endless()],
		['cyclic', cyclic],
	])('is read as far as its first 1,000 values: %s', (_, value) => {
		reads = 0;
		expect(valuesIn(value).length).toBeLessThanOrEqual(1_000);
		expect([boardIdsIn([value]), taskIdIn(value)]).toEqual([[], undefined]);
		expect(reads).toBeLessThan(10_000);
	});
});

describe('a value that cannot become text', () => {
	const odd: unknown = JSON.parse('{"toString":null}');

	it('is no ID', () => {
		const task = { id: odd, title: odd, board: odd, board_id: odd };
		expect([boardIdsIn([task]), taskIdIn(task), taskIn(task)]).toEqual([[], undefined, task]);
		expect(answerIn({ ok: odd, status: odd, error: null }, CALLS.createTask)).toBe('unclear');
	});
});
