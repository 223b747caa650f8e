import { join } from 'node:path';

import { NODE } from '../../support/corpus/mutants';
import { makeRowReader, rows, type Row } from '../../support/corpus/responses';

/* What real services respond, and what is right. A shape that is read wrongly becomes an entry first. */

const { classify, explain, readId, list } = makeRowReader((path) =>
	jest.requireActual(join(NODE, path)),
);

const rowsOf = (kind: string, isWanted: (row: Row) => boolean = () => true) =>
	rows
		.filter((row) => row.kind === kind && isWanted(row))
		.map((row) => [row.service, row] as const);

function expectItsWords(row: Row): void {
	const { message } = explain(row);
	for (const text of row.says ?? []) expect(message).toContain(text);
	for (const text of row.hides ?? []) expect(message).not.toContain(text);
}

it('has real responses of many services', () => {
	expect(new Set(rows.map(({ service }) => service)).size).toBeGreaterThan(130);
});

describe('a refusal', () => {
	it.each(rowsOf('refused'))('of %s is said in its words', (_, row) => expectItsWords(row));

	it.each(rowsOf('refusedIn2xx'))('in a 2xx of %s is a refusal in its words', (_, row) => {
		expect(classify(row).kind).toBe('refusedIn2xx');
		expectItsWords(row);
		expect(explain(row).hint.includes('limits the request rate')).toBe(row.isLimit === true);
	});
});

describe('a 2xx to a create', () => {
	it.each(rowsOf('created'))('of %s is a success, and shows its ID', (_, row) => {
		expect(classify(row).kind).toBe('done');
		expect(readId(row) ?? null).toBe(row.id);
	});

	it.each(rowsOf('unclear'))('of %s is unclear', (_, row) => {
		expect(classify(row).kind).toBe('unclear');
	});
});

describe('a list', () => {
	it.each(rowsOf('list', ({ entries }) => entries !== null))(
		'of %s is read, and says whether there is more',
		async (_, row) => {
			const { entries, more, isFollowed = false, first = {} } = row;
			expect(await list(row)).toMatchObject({ entries, more, isFollowed, first });
		},
	);

	it.each(rowsOf('list', ({ entries }) => entries === null))(
		'is not in the response of %s',
		async (_, row) => await expect(list(row)).rejects.toThrow('must be a list of boards'),
	);
});

describe('a rate limit', () => {
	it.each(rowsOf('limit', ({ seconds }) => seconds !== undefined))(
		'of %s asks for its time',
		(_, row) => {
			const askedMs = row.seconds === null ? undefined : Number(row.seconds) * 1_000;
			expect(classify(row)).toMatchObject({ kind: 'rateLimited', askedMs });
		},
	);

	it.each(rowsOf('limit', ({ seconds }) => seconds === undefined))(
		'is not the response of %s',
		(_, row) => expect(classify(row).kind).not.toBe('rateLimited'),
	);
});
