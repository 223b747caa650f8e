import { rows, type DeliveryRow } from '../../support/corpus/deliveries';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { makeTypeReader } from '../../../nodes/WorkspaceTaskService/reading/eventType';

const KNOWN = ['task.created', 'task.updated'];
const typeOf = makeTypeReader(KNOWN, KNOWN);
/** Right readings: a change of the code may raise these figures, and then writes the new ones here. */
const REACHED = {
	'as sent': { type: 51, id: 97, title: 34, board: 13, events: 122 },
	'in own terms': { type: 109, id: 113, title: 87, board: 67, events: 121 },
};

/** For each aspect, whether it is read right; false if the payload does not have it. */
function judge(row: DeliveryRow) {
	const { headers, body } = row;
	const text = JSON.stringify(body);
	const { events } = readDelivery({ body, headers, rawBody: Buffer.from(text) });
	const [event] = events;
	if (event === undefined) throw new Error(row.service);
	const { id, title } = event.task;
	const has = (value: string | null) => value !== null && text.includes(value);
	return {
		type: typeOf(event.typeTexts, event.isAboutTask).type === row.event,
		id: row.id !== null && id === row.id,
		title: has(row.title) && title === row.title,
		board: has(row.board) && event.boardIds.includes(row.board ?? ''),
		events: events.length === row.events,
	};
}

it.each(['as sent', 'in own terms'] as const)(
	'the deliveries of real services are read as well as ever: %s',
	(terms) => {
		const judged = rows[terms].map(judge);
		const countRight = (aspect: keyof ReturnType<typeof judge>) =>
			judged.filter((row) => row[aspect]).length;
		expect({
			type: countRight('type'),
			id: countRight('id'),
			title: countRight('title'),
			board: countRight('board'),
			events: countRight('events'),
		}).toEqual(REACHED[terms]);
	},
);

it.each([...rows['as sent'], ...rows['in own terms']].map((row) => [row.service, row] as const))(
	'starts the workflow: %s',
	(_, { headers, body }) => {
		const delivery = readDelivery({ body, headers, rawBody: undefined });
		expect(delivery.events.length).toBeGreaterThan(0);
		const isNothing = delivery.isEmpty && typeOf(delivery.whole.typeTexts, false).type === null;
		expect(isNothing).toBe(false);
	},
);
