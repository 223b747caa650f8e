import { field, isFilledText, isId, isObject, objectsIn, valuesOf, type Fields } from '../json';

/* A list in what the service sends, and its further pages: every name that they may have. */

const LISTS = ['boards', 'data', 'items', 'results', 'values', 'records', 'content', '_embedded'];
/** Keys beside a list, and headers without `x-`, that tell of further pages: in lower case, letters only. */
const PAGE_KEYS = {
	place: /^(links|meta(data)?|pag(e|ing|ination)(info)?|cursors?)$/,
	link: /^(odata)?next(page)?(url|link)?$/,
	more: /^(odata)?(has)?next|more$|truncated$/,
	cursor: /^cursor$/,
	last: /^(is)?last$/,
	total: /^(odata)?(total)?(count|elements|items|results|records|boards)$|^total$/,
	pages: /^(total)?pages$|^lastpage$|^pagecount$/,
};
const MAX_LINK_HEADER = 10_000;
const NEXT_LINK = /<([^<>]*)>[^<>]*;\s*rel="?next/i;
const RANGE_TOTAL = /\/(\d+)$/;
const URL_OR_PATH = /^(https?:\/\/|[/?])/i;
const PARTIAL_CONTENT = 206;

/** The list in a body: itself, or inside up to two wrappers. */
export const listIn = (body: unknown): unknown[] | undefined =>
	[body, ...wrappedIn(body)].find(Array.isArray);

/** What is in the usual wrappers around a list, the outer wrappers first. */
function wrappedIn(body: unknown): unknown[] {
	const outer = valuesOf(body, LISTS);
	const inner = objectsIn(body, LISTS).flatMap((wrapper) => valuesOf(wrapper, LISTS));
	return [...outer, ...inner];
}

interface Page {
	status: number;
	headers: Fields;
	body: unknown;
}

/** What a page of a list says of further pages. */
export interface PageReading {
	/** A link to the next page; it may be relative. */
	next: string | undefined;
	/** @param received how many entries and pages have been received with this page */
	saysMore(received: { entries: number; pages: number }): boolean;
}

export function readPage({ status, headers, body }: Page): PageReading {
	const values = valuesBesideList(headers, body);
	const numbers = (key: RegExp) => values(key).filter(isId).map(Number);
	const [, rangeTotal] = RANGE_TOTAL.exec(String(headers['content-range'])) ?? [];
	const more = values(PAGE_KEYS.more);
	// With a flag, a cursor may only name the last entry.
	const hasFlag = more.some((value) => typeof value === 'boolean');
	const isPart =
		(status === PARTIAL_CONTENT && rangeTotal === undefined) ||
		more.some(Boolean) ||
		(!hasFlag && values(PAGE_KEYS.cursor).some(Boolean)) ||
		values(PAGE_KEYS.last).includes(false);
	const totals = [...numbers(PAGE_KEYS.total), Number(rangeTotal)];
	const pageCounts = numbers(PAGE_KEYS.pages);
	return {
		next: nextLink(headers, values(PAGE_KEYS.link)),
		saysMore: ({ entries, pages }) =>
			isPart || totals.some((total) => total > entries) || pageCounts.some((last) => last > pages),
	};
}

function nextLink({ link }: Fields, values: unknown[]): string | undefined {
	const [, inHeader] = NEXT_LINK.exec(String(link).slice(0, MAX_LINK_HEADER)) ?? [];
	const inBody = values.map((value) => field(value, 'href') ?? value);
	return [inHeader, ...inBody].filter(isFilledText).find((url) => URL_OR_PATH.test(url));
}

/** Collects the values once, for all keys. */
function valuesBesideList(headers: Fields, body: unknown): (key: RegExp) => unknown[] {
	const beside = [headers, body, ...wrappedIn(body)].flatMap(plainEntries);
	const places = beside.filter(([name]) => PAGE_KEYS.place.test(name));
	const inPlaces = places.flatMap(([, value]) => plainEntries(value));
	const entries = [...beside, ...inPlaces];
	return (key) => entries.filter(([name]) => key.test(name)).map(([, value]) => value);
}

function plainEntries(value: unknown): Array<[name: string, value: unknown]> {
	if (!isObject(value)) return [];
	return Object.entries(value).map(([name, inner]) => [plainName(name), inner]);
}

const plainName = (name: string) => name.toLowerCase().replace(/^x-|[^a-z]/g, '');
