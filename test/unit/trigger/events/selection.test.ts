import { getMember } from '../../../../nodes/WorkspaceTaskService/reading/json';
import {
	readDelivery,
	type Delivery,
} from '../../../../nodes/WorkspaceTaskService/reading/delivery';
import { makeItems } from '../../../../nodes/WorkspaceTaskService/trigger/events/eventItems';
import {
	listKnownTypes,
	selectEvents,
	readTypedEvents,
	type EventSelection,
} from '../../../../nodes/WorkspaceTaskService/trigger/events/selection';

const REGISTERED = ['task.created', 'task.updated'];
const now = new Date('2026-05-02T12:00:00.000Z');
const task = { id: 7, title: 'Call' };

type Sent = Partial<Omit<Delivery, 'rawBody'>> & { rawBody?: string | Buffer };

function parse(sent: Sent, wanted: Partial<EventSelection> = {}) {
	const { rawBody = '', ...others } = sent;
	const delivery = { body: undefined, headers: {}, ...others, rawBody: Buffer.from(rawBody) };
	const usual = { events: ['task.created'], known: REGISTERED, boards: [] };
	const selection = { ...usual, ...wanted };
	const reading = readDelivery(delivery);
	const events = selectEvents(readTypedEvents(reading, selection), selection);
	const source = { delivery, shared: undefined, key: 'the key', output: 'simplified' as const };
	const items = makeItems(events, source, now);
	return { events: items.map(({ json: event }) => ({ event })), shared: reading.shared };
}

function read(sent: Sent, events = ['task.created'], boards: string[] = []) {
	return parse(sent, { events, boards }).events.map(({ event }) => event);
}

describe('a delivery', () => {
	it('emits the event, its task and the unchanged payload', () => {
		const payload = { id: 'd-1', event: 'task.created', data: { task }, surprise: null };
		expect(read({ body: payload })).toEqual([
			{
				event: 'task.created',
				task,
				deliveryId: 'd-1',
				receivedAt: '2026-05-02T12:00:00.000Z',
				payload,
			},
		]);
	});

	it.each([
		{ object: 'task', action: 'created', data: task },
		{ action: 'created', task },
		{ object: 'task', type: 'created', data: { type: 'task.updated' } },
	])('is selected by any type that it may have: %j', (body) => {
		const known = listKnownTypes(['created']);
		for (const selected of ['task.created', 'created']) {
			const { events } = parse({ body }, { events: [selected], known });
			expect(events).toMatchObject([{ event: { event: selected } }]);
		}
	});

	it('reads JSON that arrives as text', () => {
		const body = JSON.stringify({ event: 'task.created', task });
		expect(read({ body })).toMatchObject([{ event: 'task.created', task }]);
	});

	it('reads the fields of a form beside the one with JSON', () => {
		const payload = JSON.stringify({ task: { id: 7 } });
		expect(read({ body: { event: 'task.updated', payload } })).toEqual([]);
		const body = { event: 'task.created', event_id: 'd-1', board_id: '4', payload };
		expect(read({ body }, undefined, ['5'])).toEqual([]);
		expect(read({ body }, undefined, ['4'])).toMatchObject([
			{ event: 'task.created', task: { id: 7 }, deliveryId: 'd-1', payload: body },
		]);
	});

	it.each<[string, object]>([
		['in several places', { before: { board_id: 4 }, after: { board_id: 5 } }],
		['under a name of its own', { current: { ...task, board: { id: 4 } } }],
	])('finds a board %s', (_, fields) => {
		const body = { event: 'task.created', ...fields };
		expect(read({ body }, undefined, ['4'])).toHaveLength(1);
		expect(read({ body }, undefined, ['6'])).toEqual([]);
	});

	it.each([
		['nothing names the board', { task }],
		['the ID of the board may have been rounded', { task, board_id: 2 ** 53 }],
		['the board has only a name', { task: { ...task, board: 'Marketing' } }],
	])('emits a task if %s', (_, fields) => {
		expect(read({ body: { event: 'task.created', ...fields } }, undefined, ['5'])).toHaveLength(1);
	});

	it('emits every event type if a pattern is selected', () => {
		const body = { event: 'task.updated', task };
		expect(read({ body }, ['task.created', 'task.*'])).toHaveLength(1);
	});

	it.each<[string, object]>([
		['under a name of its own', { previous: { board_id: 4 } }],
		['beside the new board', { previous_board_id: 4 }],
		['in the change', { changes: { board_id: { from: 4, to: 5 } } }],
		['in a list', { changes: { board_id: [4, 5] } }],
		['around a list', { board_id: 4, tasks: [{ ...task, board_id: 5 }] }],
	])('emits a move away from a selected board that is named %s', (_, more) => {
		const moved = 'tasks' in more ? {} : { task: { ...task, board_id: 5 } };
		const body = { event: 'task.created', ...moved, ...more };
		const isRead = (board: string) => read({ body }, undefined, [board]).length > 0;
		expect(['4', '5', '6'].map(isRead)).toEqual([true, true, false]);
	});

	it('skips a known event type that is not selected', () => {
		expect(read({ body: { event: 'task.updated', task } })).toEqual([]);
	});

	it.each([
		['an unknown event type', { event: 'task.unheardof', task }, 'task.unheardof'],
		['an event without a type', { task }, null],
		['a type that is not text', { event: { name: 1 }, task }, null],
	])('emits %s', (_, body, event) => {
		expect(read({ body })).toMatchObject([{ event, payload: body }]);
	});

	it('keeps fields next to a list of events separately and only once', () => {
		const events = [{ task }, { event: 'task.updated', task }];
		const { events: parsed, shared } = parse({ body: { id: 'd-1', workspace_id: 3, events } });
		expect(parsed).toMatchObject([{ event: { task, deliveryId: 'd-1#0', payload: { task } } }]);
		expect(shared).toEqual({ id: 'd-1', workspace_id: 3 });
	});

	it.each(['events', 'notifications', 'tasks', 'data'])('splits a list named %s', (name) => {
		const body = { event: 'task.created', [name]: [{ id: 1, board_id: 4 }, { id: 2 }] };
		expect(read({ body }).map(({ task: read }) => getMember(read, 'id'))).toEqual([1, 2]);
		expect(read({ body }, undefined, ['5'])).toHaveLength(1);
	});

	it.each(['data', 'payload'])('splits a list one level below, in %s', (place) => {
		const tasks = [{ id: 1, title: 'A', board_id: 4 }, { id: 2 }];
		const body = { event: 'task.created', [place]: { tasks, cursor: 'c' } };
		const { events, shared } = parse({ body });
		expect(events.map(({ event }) => event.task)).toEqual(tasks);
		expect(shared).toEqual({ event: 'task.created', [place]: { cursor: 'c' } });
		expect(read({ body }, undefined, ['5'])).toMatchObject([{ task: { id: 2 } }]);
		expect(read({ body: { ...body, event: 'task.updated' } })).toEqual([]);
	});

	it.each([
		['beside it', { task, data: { events: [{ type: 'task.moved' }] } }],
		['around it', { data: { title: 'Call', tasks: [{ title: 'Subtask' }] } }],
		['beside a list at the top', { data: { id: 7 }, events: [{ type: 'task.moved' }] }],
	])('does not split a list one level below if there is a task %s', (_, fields) => {
		const body = { event: 'task.created', ...fields };
		expect(read({ body })).toMatchObject([{ event: 'task.created', payload: body }]);
	});

	it.each([{ events: [] }, { id: 'd-1', tasks: [] }, { data: { events: [] } }, []])(
		'finds no event in %j',
		(body) => {
			expect(read({ body })).toEqual([]);
		},
	);

	it.each([
		{ event: 'task.created', tasks: [] },
		{ task, events: [] },
		{ task_id: 7, events: [] },
		{ title: 'Call', data: [] },
		{},
	])('finds an event in %j', (body) => {
		expect(read({ body })).toMatchObject([{ payload: body }]);
	});

	it('spells an event type as it was selected', () => {
		const body = { event: 'TASK_CREATED', task };
		expect(read({ body }, ['TASK_CREATED'])).toMatchObject([{ event: 'TASK_CREATED' }]);
	});

	it('gives each event of a delivery its own ID', () => {
		const headers = { 'x-webhook-delivery': 'd-1' };
		const ids = read({ body: [{ task }, { task }], headers }).map(({ deliveryId }) => deliveryId);
		expect(ids).toEqual(['d-1#0', 'd-1#1']);
	});

	it.each([
		['event_id', { event_id: 9, task }, {}, '9'],
		['the id beside a task', { id: 'd-9', task }, {}, 'd-9'],
		['the id beside a list with one event', { id: 'd-9', events: [{ task }] }, {}, 'd-9'],
		['no field, since the ID of a task does not count', task, {}, null],
		['no field, since it may have been rounded', { event_id: 2 ** 53, task }, {}, null],
	])('reads the delivery ID from %s', (_, body, headers, id) => {
		expect(read({ body, headers })[0]?.deliveryId).toBe(id);
	});

	it.each([
		...['x-task-service-delivery-id', 'idempotency-key', 'x-gitlab-event-uuid', 'x-a-b-event-id'],
		...['svix-id', 'webhook-id', 'linear-delivery', 'x-idempotency-key', 'event-id'],
	])('reads the delivery ID from the header %s', (name) => {
		expect(read({ body: { task }, headers: { [name]: 'd-1' } })[0]?.deliveryId).toBe('d-1');
	});

	it.each(['redelivery', 'idempotency-key-2', 'device-id', 'x-event-identity', 'x-webhook-id'])(
		'reads no delivery ID from the header %s',
		(name) => {
			expect(read({ body: { task }, headers: { [name]: 'd-1' } })[0]?.deliveryId).toBeNull();
		},
	);

	it.each<[string, string, unknown]>([
		['JSON after spaces', ' {"id":1}', { id: 1 }],
		['text', 'see [1]', 'see [1]'],
		['JSON that is cut off', '{"id":', '{"id":'],
		['a large integer', '{"id":12345678901234567890}', { id: '12345678901234567890' }],
		['nothing', '', ''],
	])('reads the raw body when it is %s', (_, rawBody, payload) => {
		expect(read({ rawBody })).toMatchObject([{ payload }]);
	});

	it.each<[string, unknown]>([
		['a list of names', { events: ['task.created'], task }],
		['a list with a name', { events: ['task.created', task] }],
		['a plain value', 7],
	])('does not split %s', (_, body) => {
		expect(read({ body })).toMatchObject([{ payload: body }]);
	});
});

describe('a large delivery', () => {
	const entries = (count: number) => Array.from({ length: count }, (_, id) => ({ task: { id } }));

	it('becomes at most 1,000 events and one more item, whose note explains the rest', () => {
		const body = [...entries(1000), { last: true }];
		const headers = { 'x-event': 'task.updated' };
		const events = read({ body, headers }, ['task.updated']);
		expect(events).toHaveLength(1001);
		expect(events.at(-1)).toMatchObject({
			event: null,
			task: null,
			payload: [{ last: true }],
			note: expect.stringContaining('the other events'),
		});
		expect(read({ body: entries(1000) })).toHaveLength(1000);
	});
});

it('reads UTF-8 with a byte order mark that n8n does not parse', () => {
	const json = JSON.stringify({ event: 'task.created', task: { title: 'Müller' } });
	const headers = { 'content-type': 'application/x+json' };
	const rawBody = Buffer.from(`\ufeff${json}`);
	expect(read({ rawBody, headers })).toMatchObject([{ task: { title: 'Müller' } }]);
});
