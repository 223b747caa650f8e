import {
	eventListIn,
	hasEmptyList,
	listedObjects,
} from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/eventList';
import { readDelivery } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/delivery';

const task = { id: 7, title: 'Call' };
const named = { type: 'task.created', task };

function wholeOf(body: unknown) {
	return readDelivery({ body, rawBody: undefined, headers: {} }).whole;
}

describe('the list of events', () => {
	const entriesIn = (body: unknown) => eventListIn(body, wholeOf(body))?.entries;

	it.each<[string, unknown, unknown[]]>([
		['the body, without null', [null, task], [task]],
		['a usual field', { Notifications: [task] }, [task]],
		['data', { data: { tasks: [task] } }, [task]],
		['the first field that has any', { events: [], tasks: [task] }, [task]],
		['the only event, in a field of several', { events: named }, [named]],
		['a board around its tasks', { data: { board_id: 4, tasks: [task] } }, [task]],
		['a list beside a task, if it says so', { ...task, events: [named] }, [named]],
	])('is %s', (_, body, entries) => expect(entriesIn(body)).toEqual(entries));

	it.each<[string, unknown]>([
		['names', { events: ['task.created'] }],
		['subtasks', { ...task, tasks: [task] }],
		['what is beside a task in a wrapper', { payload: task, tasks: [task] }],
		['types without a task', { ...task, events: [{ type: 'task.created' }] }],
		['tasks without a type', { ...task, events: [{ task }] }],
		['settings', { events: { email: true } }],
		['anything else', { items: [task] }],
		['nothing', null],
	])('is not a list of %s', (_, body) => expect(entriesIn(body)).toBeUndefined());

	it('may have anything after its first 1,000 entries', () => {
		const entries = (count: number) => [...Array<object>(count).fill(task), 'x'];
		expect([999, 1_000].map((count) => entriesIn(entries(count))?.length)).toEqual([
			undefined,
			1_001,
		]);
	});
});

describe('an empty list', () => {
	it.each<[boolean, unknown]>([
		[true, []],
		[true, { events: [] }],
		[true, { data: { events: [] } }],
		[true, { events: [], user: { id: 1 } }],
		[false, { events: [task] }],
		[false, { events: [null] }],
		[false, { events: [], task }],
		[false, { events: [], payload: { a: 1 } }],
		[false, { items: [] }],
	])('means that there is no event: %s, in %j', (isEmpty, body) => {
		expect(hasEmptyList(body, wholeOf(body))).toBe(isEmpty);
	});
});

it('the objects in all lists are of events first', () => {
	const body = { results: [{ n: 1 }, 'x'], data: { values: [{ n: 2 }], tasks: [{ n: 3 }] } };
	expect(listedObjects(body)).toEqual([{ n: 3 }, { n: 1 }, { n: 2 }]);
	expect(listedObjects([task, null])).toEqual([task]);
});
