import { identityReader } from '../../../../nodes/WorkspaceTaskService/trigger/duplicates';
import { eventNameReader } from '../../../../nodes/WorkspaceTaskService/trigger/payload/eventName';
import { readEvents } from '../../../../nodes/WorkspaceTaskService/trigger/payload/parsedEvents';
import { FOREIGN_SHAPES, type ForeignShape } from './foreignShapes';

const ALL = { events: ['task.*'], registered: ['task.created', 'task.updated'], boards: [] };

function eventTypesOf({ body, headers }: Pick<ForeignShape, 'body' | 'headers'>) {
	const rawBody = Buffer.from(JSON.stringify(body));
	const delivery = { body, rawBody, headers };
	const reading = { now: new Date(), identify: identityReader(delivery) };
	const { events } = readEvents(delivery, ALL, reading);
	return events.map(({ event }) => event.event);
}

describe('the type of an event', () => {
	it.each(FOREIGN_SHAPES)('in the shape "$name" is $becomes', ({ body, headers, becomes }) => {
		expect(eventTypesOf({ body, headers })).toEqual(becomes);
	});

	it('is what a user expects in at least 58 of 67 shapes', () => {
		const known = FOREIGN_SHAPES.filter(
			({ becomes, expected }) => String(becomes) === String(expected),
		);
		expect(FOREIGN_SHAPES).toHaveLength(67);
		expect(known.length).toBeGreaterThanOrEqual(58);
	});

	it('is found among 100,000 fields', () => {
		const others = Array.from({ length: 100_000 }, (_, n) => [`field ${n}`, n]);
		const body = { event: 'task.created', ...Object.fromEntries(others) };
		expect(eventTypesOf({ body, headers: {} })).toEqual(['task.created']);
	});
});

describe('the name of an event', () => {
	const nameIn = (body: object, headers = {}) =>
		eventNameReader(headers, ['task.created'])(body, body);

	it.each([{ event: 'callback' }, { event: 'notification' }])('is found beside %j', (body) => {
		expect(nameIn({ ...body, type: 'task.created' })).toBe('task.created');
	});

	it('is found with a version', () => {
		expect(nameIn({ event: 'task.created.v12' })).toBe('task.created');
	});

	it.each(['myevent', 'eventful', 'prototype', 'kindness'])('is not in the field %s', (name) => {
		expect(nameIn({ [name]: 'task.created' })).toBeNull();
	});

	it.each([
		['x-7-event', 'task.created'],
		['my_event', null],
		['x-eventual', null],
		['x-event-types', null],
		['pre-ce-type', null],
	])('in the header %s is %s', (header, name) => {
		expect(nameIn({}, { [header]: 'task.created' })).toBe(name);
	});

	it.each([
		['with a digit before it', { object: '7 task' }],
		['with a digit after it', { object: 'task 7' }],
		['in another field', { timetable: 'task' }],
		['in the plural of a field', { tables: 'task' }],
	])('has no thing %s', (_, body) => {
		expect(nameIn({ ...body, action: 'created' })).toBe('created');
	});

	it.each([`task.${'x'.repeat(95)}`, 'hookup', 'prehook'])('may be %s', (event) => {
		expect(nameIn({ event })).toBe(event);
	});

	it('has at most 100 characters', () => {
		expect(nameIn({ event: `task.${'x'.repeat(96)}` })).toBeNull();
	});
});
