import { identityReader } from '../../../../nodes/WorkspaceTaskService/trigger/duplicates';
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
