import { readDelivery, type Delivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';

const task = { id: 7, title: 'Call' };
const other = { id: 8, title: 'Mail' };

function receivedFrom({ body, rawBody, headers = {} }: Partial<Delivery>) {
	return readDelivery({ body, rawBody, headers });
}
const tasksIn = (body: unknown) => receivedFrom({ body }).events.map((event) => event.task.object);

describe('a list of events', () => {
	it.each<[string, object]>([
		['a board', { board_id: 4, tasks: [task, other] }],
		['a title', { title: 'Tasks changed', events: [task, other] }],
		['a board, one level below', { boardId: 4, data: { tasks: [task, other] } }],
		['a board beside it, one level below', { data: { board_id: 4, tasks: [task, other] } }],
		['a webhook with a title', { webhook: { title: 'My hook' }, events: [task, other] }],
		['an object without an ID', { data: { count: 2 }, detail: {}, events: [task, other] }],
		['members in other cases', { EventType: 'task.created', Tasks: [task, other] }],
	])('is split beside %s', (_, body) => expect(tasksIn(body)).toEqual([task, other]));

	it.each<[string, object]>([
		['a task', { task: other, events: [{ type: 'task.created', task }] }],
		['an ID and a title', { ...other, events: [{ type: 'task.created', task }] }],
		['a task in an object', { data: other, notifications: [{ event: 'created', task }] }],
		['the ID of a task', { task_id: 8, history_items: [{ id: 1, type: 'task.updated' }] }],
	])('is not split beside %s', (_, body) => {
		expect(receivedFrom({ body }).events.map(({ payload }) => payload)).toEqual([body]);
	});

	it.each<[string, object]>([
		['assignees', { event: 'task.updated', data: { id: 7, assignees: [{ id: 1 }, { id: 2 }] } }],
		['assignees at the top', { event: 'task.updated', id: 7, assignees: [{ id: 1 }, { id: 2 }] }],
		['custom fields', { data: { id: 7 }, custom_fields: [{ id: 1, type: 'text' }, { id: 2 }] }],
		['boards', { event: 'ping', boards: [{ id: 4 }, { id: 5 }] }],
		['changes without an ID', { data: { id: 7 }, changes: [{ type: 'field.changed' }, {}] }],
	])('is not a list of %s', (_, body) => {
		expect(receivedFrom({ body }).events.map(({ payload }) => payload)).toEqual([body]);
	});

	it.each<[string, object]>([
		['task', { event: 'task.created', task: [task, other] }],
		['payload', { event: 'task.created', payload: [task, other] }],
		['data as text', { event: 'task.created', data: JSON.stringify([task, other]) }],
		['tasks in data', { data: { tasks: [task, other] } }],
		['anything', { event: 'task.created', rows: [task, other] }],
	])('may be called %s', (_, body) => expect(tasksIn(body)).toEqual([task, other]));

	it.each([[task], { events: [task] }, { data: { events: [task] } }])(
		'shares nothing if nothing is beside it: %j',
		(body) => expect(receivedFrom({ body }).shared).toBeUndefined(),
	);

	it('has events of a type each, beside an ID', () => {
		const events = [
			{ id: 7, action: 'created' },
			{ id: 8, action: 'updated' },
		];
		expect(tasksIn({ id: 'd-1', actions: events, references: [{ id: 4 }] })).toEqual(events);
	});

	it.each<[string, object]>([
		['settings', { ...task, notifications: { email: true } }],
		['counts', { ...task, tasks: { open: 3 } }],
		['nothing but null', [null]],
		['a task and a null', { tasks: [task, null] }],
	])('is not made of %s', (_, body) => {
		expect(receivedFrom({ body }).events.map(({ payload }) => payload)).toEqual([body]);
	});
});

describe('JSON in a member', () => {
	it.each(['task', 'data', 'Data', 'message', 'payload'])(
		'is read as what it is, in %s',
		(name) => {
			const body = { event: 'task.created', [name]: JSON.stringify({ ...task, board_id: 4 }) };
			const [event] = receivedFrom({ body }).events;
			expect(event).toMatchObject({ task: { object: task }, boardIds: ['4'], payload: body });
		},
	);
});

describe('a form with a list of events', () => {
	it('has the type and the ID beside the JSON', () => {
		const body = { event: 'task.created', event_id: 9, payload: JSON.stringify([task]) };
		const { events, shared } = receivedFrom({ body });
		expect(events).toMatchObject([{ task: { object: task }, eventId: '9', payload: task }]);
		expect(shared).toEqual({ event: 'task.created', event_id: 9 });
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
		expect(receivedFrom(delivery).events).toMatchObject([
			{ texts: [{ text: 'task.created' }], task: { object: task } },
		]);
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

describe('an empty list', () => {
	it.each<[boolean, unknown]>([
		[true, []],
		[true, { events: [] }],
		[true, { data: { events: [] } }],
		[false, { events: [], user: { id: 1 } }],
		[false, { id: 7, name: 'Call', board_id: 1, labels: [] }],
		[false, { id: 7, status: 'done', assignees: [] }],
		[false, { resource: '/tasks/7', changes: [] }],
		[false, { id: 7 }],
		[true, { data: [], has_more: false, next: null }],
		[true, { id: 'd-1', items: [] }],
		[false, { events: [task] }],
		[false, { events: [null] }],
		[false, { events: [], task }],
		[false, { events: [], payload: { id: 1 } }],
		[false, { title: 'Call', data: [] }],
		[false, {}],
	])('means that there is no event: %s, in %j', (isEmpty, body) => {
		expect(receivedFrom({ body }).isEmpty).toBe(isEmpty);
	});
});

describe('a large delivery', () => {
	/** How many places are in what is read of the events. */
	function placesOf(body: unknown): number {
		const { events } = receivedFrom({ body });
		return events.reduce((sum, { payload }) => sum + listPlaces(payload, 20).length, 0);
	}

	it('is read as far as its first places: 1,000 events beside a million numbers', () => {
		const other = Array.from({ length: 1_000_000 }, () => 0);
		const events = Array.from({ length: 1_000 }, (_, id) => ({ id }));
		const reading = receivedFrom({ body: { other, events } });
		expect(reading.events).toHaveLength(1_000);
		expect(placesOf({ other, events })).toBeLessThanOrEqual(20_000);
	});

	it('has its board beside 1,000 events', () => {
		const events = Array.from({ length: 1_000 }, (_, id) => ({ task: { id } }));
		const body = { events, context: { of: { board: { id: 4 } } } };
		expect(receivedFrom({ body }).events.at(-1)?.boardIds).toEqual(['4']);
	});
});
