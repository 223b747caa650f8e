import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* What real services deliver, and what is right: see test/corpus/README.md. */

export interface DeliveryRow {
	service: string;
	event: string | null;
	id: string | null;
	title: string | null;
	board: string | null;
	/** How many events the delivery has; 1 if the row does not say it. */
	events: number;
	headers: Record<string, string>;
	/** A form is parsed as n8n does. */
	body: unknown;
}

type Sent = Omit<DeliveryRow, 'events'> & { events?: number };

/** By the end of a path, such as `id` or `board/id`. The longest end applies. */
type ByPath<T> = Record<string, T>;

interface OwnTerms extends Partial<Sent> {
	keys?: ByPath<string>;
	values?: ByPath<unknown>;
}

const corpus = JSON.parse(
	readFileSync(join(__dirname, '../../corpus/deliveries.json'), 'utf8'),
) as Array<Sent & { inOwnTerms?: OwnTerms }>;

/** A text as body is a form. */
export const unparsedRows = {
	'as sent': corpus as Sent[],
	'in own terms': corpus.flatMap(({ inOwnTerms, ...row }) =>
		inOwnTerms === undefined ? [] : [putInOwnTerms(row, inOwnTerms)],
	),
};

/** As the services send the deliveries, or with the words of the API document. */
export const rows = {
	'as sent': unparsedRows['as sent'].map(parseRow),
	'in own terms': unparsedRows['in own terms'].map(parseRow),
};

function putInOwnTerms(row: Sent, { keys = {}, values = {}, ...own }: OwnTerms): Sent {
	const { headers, body } = row;
	const reworded = reword({ headers, body }, [], keys, values);
	return { ...row, ...(reworded as Pick<Sent, 'headers' | 'body'>), ...own };
}

function reword(
	value: unknown,
	path: string[],
	keys: ByPath<string>,
	values: ByPath<unknown>,
): unknown {
	if (typeof value !== 'object' || value === null) return findByPath(values, path) ?? value;
	const members = Object.entries(value).map(([key, member]) => {
		const place = [...path, key];
		return [findByPath(keys, place) ?? key, reword(member, place, keys, values)] as const;
	});
	return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

function findByPath<T>(table: ByPath<T>, path: string[]): T | undefined {
	const ends = path.map((_, start) => path.slice(start).join('/'));
	const end = ends.find((one) => Object.hasOwn(table, one));
	return end === undefined ? undefined : table[end];
}

function parseRow({ body, events = 1, ...row }: Sent): DeliveryRow {
	const parsed =
		typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body).entries()) : body;
	return { ...row, events, body: parsed };
}
