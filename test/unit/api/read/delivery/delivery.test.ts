import { readDelivery } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/delivery';
import type { Delivery } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/content';

const task = { id: 7, title: 'Call' };
const other = { id: 8, title: 'Mail' };

function receivedFrom({ body, rawBody, headers = {} }: Partial<Delivery>) {
	return readDelivery({ body, rawBody, headers }).received();
}
const tasksIn = (body: unknown) => receivedFrom({ body }).events.map((event) => event.task);

describe('a list of events', () => {
	it.each<[string, object]>([
		['a board', { board_id: 4, tasks: [task, other] }],
		['a title', { title: 'Tasks changed', events: [task, other] }],
		['a board, one level below', { boardId: 4, data: { tasks: [task, other] } }],
		['a board beside it, one level below', { data: { board_id: 4, tasks: [task, other] } }],
		['a webhook with a title', { webhook: { title: 'My hook' }, events: [task, other] }],
		['an object without an ID', { data: { count: 2 }, detail: {}, events: [task, other] }],
		['fields in other cases', { EventType: 'task.created', Tasks: [task, other] }],
	])('is split beside %s', (_, body) => expect(tasksIn(body)).toEqual([task, other]));

	it.each<[string, object]>([
		['a task', { task: other, events: [{ type: 'task.created', task }] }],
		['an ID and a title', { ...other, events: [{ type: 'task.created', task }] }],
		['a wrapper', { data: other, notifications: [{ event: 'created', task }] }],
	])('is split beside %s if its entries say that they are events', (_, body) => {
		expect(tasksIn(body)).toEqual([task]);
	});

	it('is not split if it may be of subtasks', () => {
		const body = { event: 'task.updated', ...task, tasks: [other] };
		expect(tasksIn(body)).toEqual([body]);
	});

	it.each<[string, object]>([
		['task', { event: 'task.created', task: [task, other] }],
		['payload', { event: 'task.created', payload: [task, other] }],
		['data as text', { event: 'task.created', data: JSON.stringify([task, other]) }],
		['tasks, beside a null', { event: 'task.created', tasks: [task, null, other] }],
		['tasks in data', { data: { tasks: [null, task, other] } }],
	])('may be called %s', (_, body) => expect(tasksIn(body)).toEqual([task, other]));

	it('has a null in the rest', () => {
		const events = [...Array.from({ length: 1_000 }, () => task), 'x', null];
		expect(receivedFrom({ body: { events } }).events.at(-1)?.payload).toEqual(['x']);
	});

	it.each<[string, object]>([
		['events', { events: { type: 'task.created', task } }],
		['tasks', { event: 'task.created', tasks: task }],
		['notifications, one level below', { data: { notifications: { task } } }],
	])('may be one object, in %s', (_, body) => expect(tasksIn(body)).toEqual([task]));

	it.each<[string, object]>([
		['settings', { ...task, notifications: { email: true } }],
		['counts', { ...task, tasks: { open: 3 } }],
		['nothing but null', [null]],
	])('is not made of %s', (_, body) => {
		expect(receivedFrom({ body }).events.map(({ payload }) => payload)).toEqual([body]);
	});
});

describe('JSON in a field', () => {
	it.each(['task', 'data', 'Data', 'message'])('is read as what it stands for, in %s', (name) => {
		const body = { event: 'task.created', [name]: JSON.stringify({ ...task, board_id: 4 }) };
		const [event] = receivedFrom({ body }).events;
		expect(event).toMatchObject({ task, boardIds: ['4'], payload: body });
	});
});

describe('a form with a list of events', () => {
	it('has the type and the ID beside the JSON', () => {
		const body = { event: 'task.created', event_id: 9, payload: JSON.stringify([task]) };
		const [event] = receivedFrom({ body }).events;
		expect(event).toMatchObject({ name: 'task.created', task, eventIds: ['9'] });
	});
});

describe('a body', () => {
	const json = JSON.stringify({ event: 'task.created', task });
	const marked = `\ufeff${json}`;

	it.each<[string, Partial<Delivery>]>([
		['as text', { body: marked, rawBody: Buffer.from(marked) }],
		['in a form', { body: { payload: marked } }],
		['in a string of JSON', { body: marked, rawBody: Buffer.from(JSON.stringify(marked)) }],
	])('may begin with a byte order mark, %s', (_, delivery) => {
		expect(receivedFrom(delivery).events).toMatchObject([{ name: 'task.created', task }]);
	});

	it.each([
		['latin1', 'latin1', 'Büro'],
		['"ISO-8859-1"', 'latin1', 'Büro'],
		['utf-16le', 'utf16le', 'Büro'],
		['utf-8', 'utf8', 'Büro'],
		['unheard-of', 'utf8', 'Büro'],
	] as const)('is decoded by its charset: %s', (charset, encoding, title) => {
		const rawBody = Buffer.from(`{"id":12345678901234567,"title":"${title}"}`, encoding);
		const headers = { 'content-type': `application/json; charset=${charset}` };
		const body = { id: 12345678901234568, title };
		expect(receivedFrom({ body, rawBody, headers }).events).toMatchObject([{ task: { title } }]);
	});
});

describe('what is around the events', () => {
	/** How often a field beside the events is read. */
	function readsFor(count: number): number {
		let reads = 0;
		const body = {
			get meta() {
				reads += 1;
				return { source: { board_id: 4 } };
			},
			events: Array.from({ length: count }, (_, n) => ({ n })),
		};
		const { events } = receivedFrom({ body });
		expect(events.map(({ boardIds, eventIds }) => [boardIds, eventIds]).at(-1)).toEqual([
			['4'],
			[],
		]);
		return reads;
	}

	it('is read once, however many events there are', () => {
		expect(readsFor(1_000)).toBe(readsFor(10));
	});

	it('is not searched before somebody asks', () => {
		let reads = 0;
		const inner = {
			get value() {
				reads += 1;
				return 1;
			},
		};
		const body = { event: 'ping', what: { of: { inner } }, tasks: [{ what: { inner } }] };
		const { whole } = readDelivery({ body, rawBody: undefined, headers: {} });
		expect([whole.name, whole.hasTask, reads]).toEqual(['ping', false, 0]);
		expect([whole.boardIds, reads > 0]).toEqual([[], true]);
	});
});
