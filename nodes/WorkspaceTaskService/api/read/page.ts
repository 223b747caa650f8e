import { isFilledText, isId, isObject, valuesIn, valuesOf, wordIn, type Fields } from '../json';
import { listWrappersIn } from './wrapper';

/* What a page of a list says of further pages: every name and word that may say so. */

/** By the plain name of a field or header. */
const PAGE_KEYS = {
	place: /^(links|meta(data)?|pag(e|ing|ination)(info)?|cursors?)$/,
	link: /^(odata)?next(page)?(url|link)?$/,
	more: /^(odata)?(has)?next(?!steps?$|sync|run|due|billing|event|update)|(?<!learn|read|see|show)more$|truncated$/,
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

/** A field or header beside a list. */
interface Field {
	/** In lower case, letters only, without `x-`. */
	name: string;
	value: unknown;
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
	const fields = fieldsBesideList(headers, body);
	const rangeTotal = RANGE_TOTAL.exec(String(headers['content-range']))?.[1];
	const isPartOfRange = status === PARTIAL_CONTENT && rangeTotal === undefined;
	const isPart = isPartOfRange || saysPart(fields);
	const totals = [...numbersNamed(fields, PAGE_KEYS.total), Number(rangeTotal)];
	const pageCounts = numbersNamed(fields, PAGE_KEYS.pages);
	return {
		next: nextLink(headers, valuesNamed(fields, PAGE_KEYS.link)),
		saysMore(received) {
			if (isPart) return true;
			if (totals.some((total) => total > received.entries)) return true;
			return pageCounts.some((count) => count > received.pages);
		},
	};
}

/** Whether the page says that it is not the last page. */
function saysPart(fields: Field[]): boolean {
	const more = valuesNamed(fields, PAGE_KEYS.more).map(targetOf);
	if (more.some(isSomething)) return true;
	if (valuesNamed(fields, PAGE_KEYS.last).some(isNo)) return true;
	// With a flag, a cursor may only name the last entry.
	if (more.some(isFlag)) return false;
	return valuesNamed(fields, PAGE_KEYS.cursor).some(isSomething);
}

function nextLink(headers: Fields, values: unknown[]): string | undefined {
	const header = String(headers.link).slice(0, MAX_LINK_HEADER);
	const targets = [NEXT_LINK.exec(header)?.[1], ...values.map(targetOf)];
	const links = targets.filter(isFilledText);
	return links.find((link) => URL_OR_PATH.test(link));
}

/** A link may be an object around its URL, which is null on the last page. */
function targetOf(value: unknown): unknown {
	const [target = value] = valuesOf(value, LINK_TARGETS);
	return target;
}

function isFlag(value: unknown): boolean {
	return FLAG.test(wordIn(value));
}

function isNo(value: unknown): boolean {
	return NO.test(wordIn(value));
}

/** Null and false in any spelling are nothing, and so is an object or list of nothing else. */
function isSomething(value: unknown): boolean {
	return valuesIn(value).some((inner) => !NOTHING.test(wordIn(inner)));
}

function fieldsBesideList(headers: Fields, body: unknown): Field[] {
	const places = [headers, body, ...listWrappersIn(body)];
	const fields = places.flatMap(plainFields);
	const innerPlaces = valuesNamed(fields, PAGE_KEYS.place);
	return [...fields, ...innerPlaces.flatMap(plainFields)];
}

function valuesNamed(fields: Field[], key: RegExp): unknown[] {
	return fields.filter((field) => key.test(field.name)).map((field) => field.value);
}

function numbersNamed(fields: Field[], key: RegExp): number[] {
	return valuesNamed(fields, key).filter(isId).map(Number);
}

function plainFields(place: unknown): Field[] {
	if (!isObject(place)) return [];
	return Object.entries(place).map(([name, value]) => {
		return { name: plainName(name), value };
	});
}

function plainName(name: string): string {
	return name.toLowerCase().replace(/^x-|[^a-z]/g, '');
}
