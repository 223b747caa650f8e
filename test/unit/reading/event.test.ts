import {
	readCommonTextsAndIds,
	readUntypedEvent,
} from '../../../nodes/WorkspaceTaskService/reading/event';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';

const task = { id: 7, title: 'Call', board_id: 4 };

const read = (body: unknown, headers = {}) =>
	readUntypedEvent(body, listPlaces(body), readCommonTextsAndIds(headers));
const idsIn = (body: object) =>
	readDelivery({ body, rawBody: undefined, headers: {} }).events.map(({ eventId }) => eventId);

describe('the ID of an event', () => {
	it.each<[string, unknown, string | undefined]>([
		['event_id before id', { id: 'a', event_id: 'b', task }, 'b'],
		['event_id in the header of Feishu', { header: { event_id: 'b' }, event: { task } }, 'b'],
		['not that of its task', { id: 7, eventId: 'b', task }, 'b'],
		['none if its own ID is the ID of the task', task, undefined],
		['not a number that may have been rounded', { event_id: 2 ** 53, task }, undefined],
		['not an empty text', { event_id: '', task }, undefined],
		['not what is beside the task', { user: { event_id: 'b' }, task }, undefined],
	])('is %s', (_, entry, id) => expect(read(entry).eventId).toBe(id));

	it('around a list gets the position in the list', () => {
		const events = [{ id: 'f', task }, { task }];
		expect(idsIn({ event_id: 'd', events })).toEqual(['d#0', 'd#1']);
		expect(idsIn({ id: 'e', events })).toEqual(['e#0', 'e#1']);
		expect(idsIn({ events })).toEqual(['f', undefined]);
		expect(idsIn({ id: 'e', events: [{ task }] })).toEqual(['e']);
	});

	it.each([
		...['delivery', 'x-hook-delivery-id', 'idempotency-key', 'x-event-uuid', 'app2-event-id'],
		...['svix-id', 'webhook-id'],
	])('may be in the header %s', (name) => {
		expect(read(task, { [name]: 'a' }).eventId).toBe('a');
	});

	it.each(['delivery-ids', 'x-event', 'my-svix-id', 'x-webhook-id'])(
		'is not in the header %s',
		(name) => {
			expect(read(task, { [name]: 'a' }).eventId).toBeUndefined();
		},
	);
});

describe('the boards of an event', () => {
	it.each<[string, object, string[]]>([
		['a member in any spelling', { BoardID: 4, task: { 'board-id': '5' } }, ['4', '5']],
		['an object', { board: { id: 4, name: 'Launch' } }, ['4']],
		['a list', { tasks: [task, { board_id: 5 }] }, ['4', '5']],
		['a text of digits', { task: { id: 7, board: '4' } }, ['4']],
		[
			'a UUID',
			{ board: '3f2a1c9e-8b7d-4e6f-9a0b-1c2d3e4f5a6b' },
			['3f2a1c9e-8b7d-4e6f-9a0b-1c2d3e4f5a6b'],
		],
		['a relationship', { relationships: { board: { data: { id: '4', type: 'boards' } } } }, ['4']],
		['a change', { changes: { board_id: { from: 4, to: 5 } } }, ['4', '5']],
		['a move', { previous_board_id: 3, task }, ['3', '4']],
	])('are in %s', (_, body, ids) => expect(read(body).boardIds.sort()).toEqual(ids));

	it.each([{ board: 'Q3' }, { board_id: 2 ** 53 }, { dashboard_id: 4 }, { boards: 4 }])(
		'are not in %j',
		(body) => expect(read(body).boardIds).toEqual([]),
	);

	it('are its own boards before the boards around it', () => {
		const body = { board_id: 1, tasks: [task, { id: 8, title: 'Mail' }] };
		const { events } = readDelivery({ body, rawBody: undefined, headers: {} });
		expect(events.map(({ boardIds }) => boardIds)).toEqual([['4', '1'], ['1']]);
	});
});
