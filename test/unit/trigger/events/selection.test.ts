import {
	readDelivery,
	type DeliveredRequest,
} from '../../../../nodes/WorkspaceTaskService/reading/delivery';
import { makeItemsWithMaskedKey } from '../../../../nodes/WorkspaceTaskService/trigger/events/eventItems';
import {
	listKnownTypes,
	dropUnselectedEvents,
	addTypesToEvents,
	type EventSelection,
} from '../../../../nodes/WorkspaceTaskService/trigger/events/selection';

const REGISTERED = ['task.created', 'task.updated'];
const now = new Date('2026-05-02T12:00:00.000Z');
const task = { id: 7, title: 'Call' };

type Sent = Partial<Omit<DeliveredRequest, 'rawBody'>> & { rawBody?: string };

function parse(sent: Sent, wanted: Partial<EventSelection> = {}) {
	const { rawBody = '', ...others } = sent;
	const request = { body: undefined, headers: {}, ...others, rawBody: Buffer.from(rawBody) };
	const usual = { selectedTypes: ['task.created'], knownTypes: REGISTERED, boards: [] };
	const selection = { ...usual, ...wanted };
	const reading = readDelivery(request);
	const events = dropUnselectedEvents(addTypesToEvents(reading, selection), selection);
	const source = { request, besideList: undefined, key: 'the key', output: 'simplified' as const };
	const items = makeItemsWithMaskedKey(events, source, now);
	return { events: items.map(({ json: event }) => ({ event })), shared: reading.besideList };
}

function read(sent: Sent, events = ['task.created'], boards: string[] = []) {
	return parse(sent, { selectedTypes: events, boards }).events.map(({ event }) => event);
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
			const { events } = parse({ body }, { selectedTypes: [selected], knownTypes: known });
			expect(events).toMatchObject([{ event: { event: selected } }]);
		}
	});

	it.each([
		['nothing names its board', task],
		['its board has only a name', { ...task, board: 'Marketing' }],
	])('emits a task if %s', (_, unplaced) => {
		const body = { event: 'task.created', task: unplaced };
		expect(read({ body }, undefined, ['5'])).toHaveLength(1);
	});

	it('emits every event type if a pattern is selected', () => {
		const body = { event: 'task.updated', task };
		expect(read({ body }, ['task.created', 'task.*'])).toHaveLength(1);
	});

	it.each<[string, object]>([
		['under a name of its own', { task: { ...task, board_id: 5 }, previous: { board_id: 4 } }],
		['in a list', { task, changes: { board_id: [4, 5] } }],
		['around a list', { board_id: 4, tasks: [{ ...task, board_id: 5 }] }],
	])('emits a move away from a selected board that is named %s', (_, moved) => {
		const body = { event: 'task.created', ...moved };
		const isRead = (board: string) => read({ body }, undefined, [board]).length > 0;
		expect(['4', '5', '6'].map(isRead)).toEqual([true, true, false]);
	});

	it('skips a known event type that is not selected', () => {
		expect(read({ body: { event: 'task.updated', task } })).toEqual([]);
	});

	it.each([
		['an unknown event type', { event: 'task.unheardof', task }, 'task.unheardof'],
		['an event without a type', { task }, null],
	])('emits %s', (_, body, event) => {
		expect(read({ body })).toMatchObject([{ event, payload: body }]);
	});

	it('keeps fields next to a list of events separately and only once', () => {
		const events = [{ task }, { event: 'task.updated', task }];
		const { events: parsed, shared } = parse({ body: { id: 'd-1', workspace_id: 3, events } });
		expect(parsed).toMatchObject([{ event: { task, deliveryId: 'd-1#0', payload: { task } } }]);
		expect(shared).toEqual({ id: 'd-1', workspace_id: 3 });
	});

	it('selects each event of a list, with the type that is around the list', () => {
		const tasks = [{ id: 1, title: 'A', board_id: 4 }, { id: 2 }];
		const body = { event: 'task.created', data: { tasks, cursor: 'c' } };
		const { events, shared } = parse({ body });
		expect(events.map(({ event }) => event.task)).toEqual(tasks);
		expect(shared).toEqual({ event: 'task.created', data: { cursor: 'c' } });
		expect(read({ body }, undefined, ['5'])).toMatchObject([{ task: { id: 2 } }]);
		expect(read({ body: { ...body, event: 'task.updated' } })).toEqual([]);
	});

	it('has no event if it is an empty list without a type', () => {
		expect(read({ body: { events: [] } })).toEqual([]);
		expect(read({ body: { event: 'task.created', events: [] } })).toHaveLength(1);
	});

	it('spells an event type as it was selected', () => {
		const body = { event: 'TASK_CREATED', task };
		expect(read({ body }, ['TASK_CREATED'])).toMatchObject([{ event: 'TASK_CREATED' }]);
	});

	it('has its ID in a header, or none', () => {
		const headers = { 'x-idempotency-key': 'd-1' };
		expect(read({ body: { task }, headers })).toMatchObject([{ deliveryId: 'd-1' }]);
		expect(read({ body: { task } })).toMatchObject([{ deliveryId: null }]);
	});

	it.each<[string, string, unknown]>([
		['JSON after spaces', ' {"id":1}', { id: 1 }],
		['text', 'see [1]', 'see [1]'],
		['a large integer', '{"id":12345678901234567890}', { id: '12345678901234567890' }],
	])('reads the raw body when it is %s', (_, rawBody, payload) => {
		expect(read({ rawBody })).toMatchObject([{ payload }]);
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
