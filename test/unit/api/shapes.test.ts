import {
	boardIdIn,
	saysRefused,
	taskIdIn,
	taskIn,
	titleOf,
} from '../../../nodes/WorkspaceTaskService/api/shapes';
import { parseJson } from '../../../nodes/WorkspaceTaskService/api/json';

const LARGE = '9007199254740993';

describe('the ID of the task', () => {
	const task = { id: 7, title: 'Call' };

	it.each<[string, unknown]>([
		['an event and its task in one object', { id: 'evt-1', event: 'x', task_id: 7, title: 'Call' }],
		['such an object with a board', { id: 1, task_id: 7, title: 'Call', board_id: 3 }],
		['a task', task],
		['an ID alone', { id: 7 }],
		['an ID as text', { id: ' 7 ' }],
		['task', { task }],
		['task, as an ID', { id: 1, task: 7 }],
		['task, with a board', { id: 1, event: 'x', task: { ...task, board: { id: 3 } } }],
		['data', { id: 1, data: task }],
		['data without a title', { id: 1, data: { id: 7 } }],
		['data.task', { id: 1, data: { task } }],
		['data.object', { id: 1, data: { object: task } }],
		['data.object beside an ID', { id: 1, data: { id: 2, object: task } }],
		['message', { message: task }],
		['message beside an ID', { id: 1, message: task }],
		['event.task', { event: { id: 1, task: { id: 7 } } }],
		['event.data', { event: { id: 1, data: task } }],
		['payload', { payload: task }],
		['object', { object: task }],
		['notification, of which the task is a part', { notification: { id: 1, task } }],
		['the object itself, beside an event with an ID', { ...task, event: { id: 1 } }],
		[
			'the object itself, beside a message with a title',
			{ ...task, message: { id: 1, title: 'a' } },
		],
		['task_id', { id: 1, task_id: 7 }],
		['taskId inside data', { id: 1, data: { id: 2, taskId: 7 } }],
		['resource_id', { resource_id: 7 }],
		['task before resource_id', { resource_id: 1, task }],
	])('is found in %s', (_, body) => {
		expect(taskIdIn(body)).toBe('7');
		expect(taskIdIn(JSON.parse(JSON.stringify(body).replaceAll(':7', ':"7"')))).toBe('7');
		const large = JSON.stringify(body).replaceAll(/:(7|" 7 ")/g, `:${LARGE}`);
		expect(taskIdIn(parseJson(large))).toBe(LARGE);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['text', 'task 7'],
		['an event without a task', { event: { id: 7, type: 'task.created' } }],
		['a number that may have been rounded', { id: 2 ** 53 }],
		['an empty text', { id: '' }],
		['another kind of object', { user: { id: 7 }, workspace: { id: 7 } }],
	])('is unknown in %s', (_, body) => expect(taskIdIn(body)).toBeUndefined());
});

describe('a value that cannot become text', () => {
	const odd: unknown = JSON.parse('{"toString":null}');

	it('is no ID and no title', () => {
		const task = { id: odd, title: odd, board: odd, board_id: odd };
		expect([titleOf(task), boardIdIn([task]), taskIdIn(task), taskIn(task)]).toEqual([
			'',
			null,
			undefined,
			task,
		]);
		expect(saysRefused({ ok: odd, status: odd, error: null }, 'task')).toBe(false);
	});
});
