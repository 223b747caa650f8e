import { isFilledText, isId, isObject, valuesIn, valuesOf, wordIn, type Fields } from '../json';
import { placesIn, type Field, type Place } from './places';

/* A list, and what its page says of further pages. */

const LIST = 'boards';
const NULL_LIST = /^(boards|data|items)$/;
/** An object around the list, or with one of these names, says of the list. */
const PLACE = /^(links|meta|pagination|page(-info)?|paging|info|result-info|response-metadata)$/;
const NEXT =
	/^((x|is|has|odata)-)*(next|more|truncated)(-(page|by|offset|cursor|token|link|url|uri|records))*$/;
const LAST = /^(is-)?last(-page)?$/;
const CURSOR = /^cursor$/;
const TOTAL = /^(x-)?(odata-)?(total(-(count|elements|results))?|count|records)$/;
const PAGES = /^(x-)?(pagination-)?(total-pages|pages)$|^last-page$|^page-count$/;
const LINK_TARGETS = ['href', 'url', 'uri'];
const NOTHING = /^(0|null|false)?$/i;
const NO = /^(no|false)$/i;
const MAX_LINK_HEADER = 10_000;
const NEXT_LINK = /<([^<>]*)>[^<>]*;\s*rel="?next/i;
const RANGE_TOTAL = /\/(\d+)$/;
const URL_OR_PATH = /^https?:|^\/|\?/i;

/** What a page of a list says of further pages. */
export interface PageReading {
	/** A link to the next page; it may be relative. */
	next?: string;
	/** The page says that it is not the last page. */
	isPart: boolean;
	/** How many entries and pages the list has; 0 if the page does not say so. */
	totalEntries: number;
	totalPages: number;
}

/** The body, or the outermost list of objects in it; beside several, the list that is called boards. */
export function listIn(body: unknown): unknown[] | undefined {
	if (body === null) return [];
	const places = placesIn(body);
	const list = listPlaceIn(places)?.value;
	if (Array.isArray(list)) return list;
	return places.some(hasNullList) ? [] : undefined;
}

/** Go writes an empty list as null. */
function hasNullList({ fields }: Place): boolean {
	return fields.some(({ name, value }) => value === null && NULL_LIST.test(name));
}

function listPlaceIn(places: Place[]): Place | undefined {
	const lists = places.filter((place) => isListOfObjects(place) && !isInList(place));
	return lists.find(({ name }) => name === LIST) ?? lists.find(looksLikeBoards) ?? lists[0];
}

function isListOfObjects({ value }: Place): boolean {
	return Array.isArray(value) && value.every(isObject);
}

function isInList({ around }: Place): boolean {
	return around !== undefined && (Array.isArray(around.value) || isInList(around));
}

function looksLikeBoards({ value }: Place): boolean {
	return Array.isArray(value) && valuesOf(value[0], ['id', 'name']).length > 0;
}

export function readPage(headers: Fields, body: unknown): PageReading {
	const fields = fieldsBesideList(headers, body);
	const range = RANGE_TOTAL.exec(String(headers['content-range']))?.[1];
	return {
		next: nextLink(headers, valuesNamed(fields, NEXT)),
		isPart: saysPart(fields),
		totalEntries: Math.max(Number(range ?? 0), ...numbersNamed(fields, TOTAL)),
		totalPages: Math.max(0, ...numbersNamed(fields, PAGES)),
	};
}

function fieldsBesideList(headers: Fields, body: unknown): Field[] {
	const places = placesIn(body);
	const beside = [...placesIn(headers)];
	for (const place of places) {
		const isOfList = place.depth === 0 || PLACE.test(place.name);
		if (isOfList && isObject(place.value) && !isInList(place)) beside.push(place);
	}
	for (let at = listPlaceIn(places)?.around; at !== undefined; at = at.around) beside.push(at);
	return beside.flatMap((place) => place.fields);
}

function saysPart(fields: Field[]): boolean {
	const next = valuesNamed(fields, NEXT);
	if (next.some(isSomething)) return true;
	if (valuesNamed(fields, LAST).some((value) => NO.test(wordIn(value)))) return true;
	// Beside a flag that says no, a cursor only names the last entry.
	return next.length === 0 && valuesNamed(fields, CURSOR).some(isSomething);
}

function nextLink(headers: Fields, values: unknown[]): string | undefined {
	const header = String(headers.link).slice(0, MAX_LINK_HEADER);
	const links = [NEXT_LINK.exec(header)?.[1], ...values.map(targetOf)];
	return links.filter(isFilledText).find((link) => URL_OR_PATH.test(link));
}

/** A link may be an object around its URL, which is null on the last page. */
function targetOf(value: unknown): unknown {
	const [target = value] = valuesOf(value, LINK_TARGETS);
	return target;
}

/** Null and false are nothing, and so is an object or list of nothing else. */
function isSomething(value: unknown): boolean {
	return valuesIn(targetOf(value)).some((inner) => !NOTHING.test(wordIn(inner)));
}

function valuesNamed(fields: Field[], names: RegExp): unknown[] {
	return fields.filter(({ name }) => names.test(name)).map(({ value }) => value);
}

function numbersNamed(fields: Field[], names: RegExp): number[] {
	const numbers = valuesNamed(fields, names).filter(isId).map(Number);
	return numbers.filter(Number.isFinite);
}
