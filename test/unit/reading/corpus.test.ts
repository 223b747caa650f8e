import { rows, type DeliveryRow } from '../../support/corpus/deliveries';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { makeTypeReader } from '../../../nodes/WorkspaceTaskService/reading/eventType';

const KNOWN = ['task.created', 'task.updated'];
const typeOf = makeTypeReader(KNOWN, KNOWN);
const ASPECTS = ['type', 'id', 'title', 'board', 'events'] as const;
/** Right readings: a change of the code may raise these figures, not lower them. */
const REACHED: Record<keyof typeof rows, number[]> = {
	'as sent': [51, 97, 34, 13, 122],
	'in own terms': [109, 113, 87, 67, 121],
};

/** For each aspect, whether it is read right; undefined if the payload does not have it. */
function judge(row: DeliveryRow): Record<(typeof ASPECTS)[number], boolean | undefined> {
	const { headers, body } = row;
	const text = JSON.stringify(body);
	const { events } = readDelivery({ body, headers, rawBody: Buffer.from(text) });
	const [event] = events;
	if (event === undefined) throw new Error(row.service);
	const { id, title } = event.task;
	const has = (value: string | null) => value !== null && text.includes(value);
	return {
		type: typeOf(event.texts, event.isAboutTask).type === row.event,
		id: row.id === null ? undefined : id === row.id,
		title: has(row.title) ? title === row.title : undefined,
		board: has(row.board) ? event.boardIds.includes(row.board ?? '') : undefined,
		events: events.length === row.events,
	};
}

it('reads the deliveries of real services as well as ever', () => {
	const table: Record<string, Record<string, string>> = {};
	for (const [terms, all] of Object.entries(rows) as Array<[keyof typeof rows, DeliveryRow[]]>) {
		const judged = all.map(judge);
		const right = ASPECTS.map((aspect) => judged.filter((row) => row[aspect] === true).length);
		const total = ASPECTS.map((aspect) => judged.filter((row) => row[aspect] !== undefined).length);
		const cells = ASPECTS.map((aspect, index) => [aspect, `${right[index]}/${total[index]}`]);
		table[terms] = Object.fromEntries(cells) as Record<string, string>;
		const lost = REACHED[terms].filter((reached, index) => (right[index] ?? 0) < reached);
		expect([terms, right, lost]).toEqual([terms, right, []]);
	}
	console.table(table);
});

it.each([...rows['as sent'], ...rows['in own terms']].map((row) => [row.service, row] as const))(
	'starts the workflow: %s',
	(_, { headers, body }) => {
		const delivery = readDelivery({ body, headers, rawBody: undefined });
		expect(delivery.events.length).toBeGreaterThan(0);
		const isNothing = delivery.isEmpty && typeOf(delivery.whole.texts, false).type === null;
		expect(isNothing).toBe(false);
	},
);
