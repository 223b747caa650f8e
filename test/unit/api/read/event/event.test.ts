import {
	contentToCompare,
	readEvent,
} from '../../../../../nodes/WorkspaceTaskService/api/read/event/event';
import { readSurroundings } from '../../../../../nodes/WorkspaceTaskService/api/read/event/surroundings';

const task = { id: 7, title: 'Call', board_id: 4 };
const NOWHERE = readSurroundings([], {});

function readAt(entry: unknown, around = NOWHERE, place = '') {
	return readEvent({ entry, payload: entry, place }, around);
}

describe('an event', () => {
	it('is read with its name, its task, and what it is in', () => {
		const entry = { event: 'task.created', data: task };
		const reading = readEvent({ entry, payload: 'sent', place: '' }, NOWHERE);
		expect(reading).toMatchObject({ entry, payload: 'sent', name: 'task.created', task });
		expect([reading.hasTask, reading.showsInnerTask, reading.boardIds]).toEqual([
			true,
			true,
			['4'],
		]);
	});

	it('has the name that is around it', () => {
		expect(readAt(task, readSurroundings([{ event: 'task.created' }], {})).name).toBe(
			'task.created',
		);
		expect(readAt(task, readSurroundings([], { 'x-event': 'task.created' })).name).toBe(
			'task.created',
		);
	});

	it('has no name if it is all further events', () => {
		const entry = { event: 'task.created' };
		const reading = readEvent({ entry, payload: entry, place: '', note: 'more' }, NOWHERE);
		expect([reading.name, reading.candidates, reading.note]).toEqual([null, [], 'more']);
	});

	it('has its own boards before the boards around it', () => {
		const around = readSurroundings([{ board_id: 1, tasks: [{ board_id: 2 }] }], {}, [
			{ board_id: 1 },
		]);
		expect(readAt(task, around).boardIds).toEqual(['4', '1']);
	});
});

describe('the IDs of an event', () => {
	it.each<[string, unknown, string[]]>([
		['delivery_id before id', { id: 'a', delivery_id: 'b', task }, ['b', 'a']],
		['not that of its task', { id: 7, eventId: 'b', task }, ['b']],
		['not its own ID if it is the task', { ...task, event_id: 8 }, ['8']],
		['not a number that may have been rounded', { event_id: 2 ** 53, task }, []],
		['not an empty text', { event_id: '', task }, []],
	])('are %s', (_, entry, ids) => expect(readAt(entry).eventIds).toEqual(ids));

	it('around a list are told apart by the place in the list', () => {
		const headers = { 'x-delivery-id': 'a', 'webhook-id': 'b', 'x-id': 'c' };
		const around = readSurroundings([{ event_id: 'd', id: 'e' }], headers);
		const ids = ['a#1', 'b#1', 'd#1', 'f', 'e#1'];
		expect(readAt({ id: 'f', task }, around, '#1').eventIds).toEqual(ids);
	});

	it.each([
		...['delivery', 'x-delivery', 'x-hook-delivery-id', 'idempotency-key', 'x-event-uuid'],
		...['x-app2-delivery', 'app2-event-id'],
		...['svix-id', 'webhook-id', 'ce-id'],
	])('may be in the header %s', (name) => {
		expect(readAt(task, readSurroundings([], { [name]: 'a' })).eventIds).toEqual(['a']);
	});

	it.each([
		'delivery-ids',
		'x-event',
		'x-idempotency-keys',
		'my-svix-id',
		'a_b-delivery',
		'a_b-event-id',
	])('are not in the header %s', (name) =>
		expect(readAt(task, readSurroundings([], { [name]: 'a' })).eventIds).toEqual([]),
	);
});

describe('two attempts to deliver an event', () => {
	it.each(['attempt', 'Retries', 'retry_count', 'deliveryAttempt', 'sent_at', 'deliveredAt'])(
		'may differ in %s',
		(name) => expect(contentToCompare({ [name]: 1, a: 1 })).toEqual([['a', 1]]),
	);

	it('do not differ in anything else', () => {
		expect(contentToCompare({ attempted: 1 })).toEqual([['attempted', 1]]);
		expect(contentToCompare([7])).toEqual([['', [7]]]);
	});
});
