import { isFilledText, isId, isObject, textIn, valuesIn, valuesOf, type Fields } from '../json';
import { wrappedIn } from './list';

/* What a page of a list says of further pages: every name and word that may say so. */

/** Keys beside a list, and headers without `x-`: in lower case, letters only. */
const PAGE_KEYS = {
	place: /^(links|meta(data)?|pag(e|ing|ination)(info)?|cursors?)$/,
	link: /^(odata)?next(page)?(url|link)?$/,
	more: /^(odata)?(has)?next|more$|truncated$/,
	cursor: /^cursor$/,
	last: /^(is)?last$/,
	total: /^(odata)?(total)?(count|elements|items|results|records|boards)$|^total$/,
	pages: /^(total)?pages$|^lastpage$|^pagecount$/,
};
const LINK_TARGETS = ['href', 'url'];
const NOTHING = /^(0|no|none|null|nil|false|undefined)?$/i;
const NO = /^(no|false)$/i;
const FLAG = /^(yes|no|true|false|1|0)$/i;
const MAX_LINK_HEADER = 10_000;
const NEXT_LINK = /<([^<>]*)>[^<>]*;\s*rel="?next/i;
const RANGE_TOTAL = /\/(\d+)$/;
const URL_OR_PATH = /^https?:|^\/|\?/i;
const PARTIAL_CONTENT = 206;

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
	const more = values(PAGE_KEYS.more).map(targetOf);
	// With a flag, a cursor may only name the last entry.
	const cursors = more.some(isFlag) ? [] : values(PAGE_KEYS.cursor);
	const isPart =
		(status === PARTIAL_CONTENT && rangeTotal === undefined) ||
		[...more, ...cursors].some(isSomething) ||
		values(PAGE_KEYS.last).some(isNo);
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
	const links = [inHeader, ...values.map(targetOf)].filter(isFilledText);
	return links.find((text) => URL_OR_PATH.test(text));
}

/** A link may be an object around its URL, which is null on the last page. */
function targetOf(value: unknown): unknown {
	const [target = value] = valuesOf(value, LINK_TARGETS);
	return target;
}

const isFlag = (value: unknown) => typeof value === 'boolean' || FLAG.test(textIn(value));
const isNo = (value: unknown) => value === false || NO.test(textIn(value));

/** Null and false in any spelling are nothing, and so is an object or list of nothing else. */
function isSomething(value: unknown): boolean {
	return valuesIn(value).some((inner) => inner === true || !NOTHING.test(textIn(inner)));
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
