import {
	readDelivery,
	type DeliveredRequest,
} from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';

const task = { id: 7, title: 'Call' };
const other = { id: 8, title: 'Mail' };

function receivedFrom({ body, rawBody, headers = {} }: Partial<DeliveredRequest>) {
	return readDelivery({ body, rawBody, headers });
}
const tasksIn = (body: unknown) => receivedFrom({ body }).events.map((event) => event.task.object);

describe('a list of events', () => {
	it.each<[string, object]>([
		['a title', { title: 'Tasks changed', events: [task, other] }],
		['a board, one level below', { boardId: 4, data: { tasks: [task, other] } }],
		['a webhook with a title', { webhook: { title: 'My hook' }, events: [task, other] }],
		['members in other cases', { EventType: 'task.created', Tasks: [task, other] }],
		['a type, as JSON in a text', { event: 'task.created', data: JSON.stringify([task, other]) }],
	])('is split beside %s', (_, body) => expect(tasksIn(body)).toEqual([task, other]));

	it.each<[string, object]>([
		['beside a task', { task: other, events: [{ type: 'task.created', task }] }],
		['beside the ID of a task', { task_id: 8, history_items: [{ id: 1, type: 'task.updated' }] }],
		['of assignees', { event: 'task.updated', id: 7, assignees: [{ id: 1 }, { id: 2 }] }],
		['of boards', { event: 'ping', boards: [{ id: 4 }, { id: 5 }] }],
		['of changes without an ID', { data: { id: 7 }, changes: [{ type: 'field.changed' }, {}] }],
		['that is an object', { ...task, notifications: { email: true } }],
		['of a task and a null', { tasks: [task, null] }],
	])('is not found %s', (_, body) => {
		expect(receivedFrom({ body }).events.map(({ payload }) => payload)).toEqual([body]);
	});

	it.each([[task], { events: [task] }])('shares nothing if nothing is beside it: %j', (body) =>
		expect(receivedFrom({ body }).besideList).toBeUndefined(),
	);

	it('has events of a type each, beside an ID', () => {
		const events = [
			{ id: 7, action: 'created' },
			{ id: 8, action: 'updated' },
		];
		expect(tasksIn({ id: 'd-1', actions: events, references: [{ id: 4 }] })).toEqual(events);
	});
});

describe('JSON in a member', () => {
	it('is read as what it is', () => {
		const body = { event: 'task.created', message: JSON.stringify({ ...task, board_id: 4 }) };
		const [event] = receivedFrom({ body }).events;
		expect(event).toMatchObject({ task: { object: task }, boardIds: ['4'], payload: body });
	});

	it('may be a list of events, with their type and ID beside it', () => {
		const body = { event: 'task.created', event_id: 9, payload: JSON.stringify([task]) };
		const { events, besideList: shared } = receivedFrom({ body });
		expect(events).toMatchObject([{ task: { object: task }, eventId: '9', payload: task }]);
		expect(shared).toEqual({ event: 'task.created', event_id: 9 });
	});
});

describe('a body', () => {
	const json = JSON.stringify({ event: 'task.created', task });
	const marked = `\ufeff${json}`;

	it.each<[string, Partial<DeliveredRequest>]>([
		['as text', { body: marked, rawBody: Buffer.from(marked) }],
		['in a form', { body: { payload: marked } }],
		['in a string of JSON', { body: marked, rawBody: Buffer.from(JSON.stringify(marked)) }],
	])('may begin with a byte order mark, %s', (_, delivery) => {
		expect(receivedFrom(delivery).events).toMatchObject([
			{ typeTexts: [{ text: 'task.created' }], task: { object: task } },
		]);
	});

	it('is decoded by its charset, not as n8n parsed it', () => {
		const rawBody = Buffer.from('{"id":12345678901234567,"title":"Büro"}', 'latin1');
		const headers = { 'content-type': 'application/json; charset=latin1' };
		const body = { id: 12345678901234568, title: 'B\ufffdro' };
		const task = { id: '12345678901234567', title: 'Büro' };
		expect(receivedFrom({ body, rawBody, headers }).events).toMatchObject([{ task }]);
	});
});

describe('an empty list', () => {
	it.each<[boolean, unknown]>([
		[true, []],
		[true, { data: { events: [] } }],
		[false, { events: [], user: { id: 1 } }],
		[false, { id: 7, status: 'done', assignees: [] }],
		[true, { data: [], has_more: false, next: null }],
		[true, { id: 'd-1', items: [] }],
		[false, { events: [task] }],
		[false, { events: [null] }],
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
