import {
	isFilledText,
	isObject,
	toShortText,
	collectDistinctValues,
	toWord,
	type JsonObject,
} from './json';
import { readBoard } from './object';
import { listPlaces, type Member, type Place } from './places';

/* The list of boards in a response, and what its page says of further pages. */

const BOARDS = 'boards';
/** The list is in an error. */
const IN_ERROR = /^error/;
/** Go writes an empty list as null. */
const MAIN_LIST = /^(boards|data|items)$/;
/** A link, a token or a flag. */
const NEXT =
	/^((x|is|has|odata|ms|hydra)-)*(next|more|truncated|continu\w+)(-(page|by|offset|cursor|token|link|url|uri|marker|records|items|in|collection|results))*$/;
const LAST = /^(is-)?last(-page)?$/;
/** A text: a number is the place of the page in the list. */
const CURSOR = /^(cursor|offset)$/;
const TOTAL =
	/^(content-range|((x|wp|odata|hydra)-)*(count|total(-(result|row|item)s?)?(-count)?))$/;
const PAGES = /^((x|pagination|total|num|nb)-)*pages$|^page-count$/;
/** How many entries services put on a page. */
const PAGE_SIZES = [20, 25, 30, 50, 100, 200, 250, 500, 1000];
/** Neither empty nor zero. */
const SOMETHING = /[^0]/;
const FALSE = /^false$/i;
const NEXT_LINK = /<([^<>]*)>[^<>]*;\s*rel="?next/gi;
const URL_OR_PATH = /[/?]/;

/** What a page of a list says of further pages. */
interface Pagination {
	/** What may link to the next page; a link may be relative. */
	links: string[];
	/** The page says that it is not the last page. */
	hasNextPage: boolean;
	/** How many entries and pages the list has; 0 if the page does not say so. */
	totalEntries: number;
	totalPages: number;
	/** The page says nothing of further pages, but has as many entries as a full page. */
	mayBeCut: boolean;
}

/**
 * The entries of the first of these lists of objects that there is. The body is one of the lists; a list of
 * errors is none.
 * 1. The list that is called boards.
 * 2. `data` or `items`, also empty.
 * 3. A list that looks like boards.
 * 4. The outermost list.
 * 5. A neighbor such as `users`, if there is no other list.
 */
export function guessBoardList(body: unknown): JsonObject[] | undefined {
	const places = listOuterPlaces(body);
	const lists = places.filter(isObjectList).filter(({ aside }) => !IN_ERROR.test(aside));
	const own = lists.filter((place) => !isNeighbor(place));
	const list =
		own.find(({ name }) => name === BOARDS) ??
		own.find(({ name }) => MAIN_LIST.test(name)) ??
		own.find(({ value }) => hasBoardAsFirstEntry(value)) ??
		own[0];
	if (list !== undefined) return list.value;
	const members = places.flatMap((place) => place.members);
	if (collectNamedValues(members, MAIN_LIST).includes(null)) return [];
	return lists.length === 1 ? lists[0]?.value : undefined;
}

function isObjectList(place: Place): place is Place & { value: JsonObject[] } {
	return Array.isArray(place.value) && place.value.every(isObject);
}

/** The places that are in no list. */
function listOuterPlaces(body: unknown): Place[] {
	return listPlaces(body).filter((place) => place.listSize === 0);
}

function isNeighbor({ aside }: Place): boolean {
	return aside !== '' && aside !== BOARDS;
}

export function hasBoardAsFirstEntry(list: JsonObject[]): boolean {
	const [first] = list;
	if (first === undefined) return false;
	const { id, name } = readBoard(first);
	return id !== undefined || name !== undefined;
}

/** Asks all objects around and beside the list, but no user, workspace or the like. */
export function readPagination(headers: JsonObject, body: unknown): Pagination {
	const besideList = listOuterPlaces(body).filter((place) => !isNeighbor(place));
	const places = [...listPlaces(headers), ...besideList];
	const members = places.flatMap((place) => place.members);
	const next = [...parseNextLinks(headers.link), ...collectNamedValues(members, NEXT)];
	const signs = next.length > 0 ? next : collectNamedValues(members, CURSOR).filter(isFilledText);
	const isNotLast = collectNamedValues(members, LAST).some(isSaidNo);
	// Beside a flag that says no, a cursor only names the last entry.
	const hasNext =
		!next.some(isSaidNo) &&
		collectDistinctValues(signs).some((sign) => SOMETHING.test(toWord(sign)));
	const totalEntries = findLargestNumber(members, TOTAL);
	const saysMore = headers.link !== undefined || next.length > 0 || totalEntries > 0;
	const isBare = Array.isArray(body) && !saysMore;
	return {
		links: collectDistinctValues(next).filter(isLink),
		hasNextPage: isNotLast || hasNext,
		totalEntries,
		totalPages: findLargestNumber(members, PAGES),
		mayBeCut: isBare && PAGE_SIZES.includes(body.length),
	};
}

function parseNextLinks(header: unknown): unknown[] {
	const matches = String(header).matchAll(NEXT_LINK);
	return Array.from(matches, (match) => match[1]);
}

function isLink(value: unknown): value is string {
	return isFilledText(value) && URL_OR_PATH.test(value);
}

function isSaidNo(value: unknown): boolean {
	return FALSE.test(toWord(value));
}

/** The values as they are: a list is a single value. */
function collectNamedValues(members: Member[], names: RegExp): unknown[] {
	const values: unknown[] = [];
	for (const member of members) {
		if (names.test(member.name)) values.push(member.value);
	}
	return values;
}

/** The largest number; of a range such as `0-49/120`, its total. */
function findLargestNumber(members: Member[], names: RegExp): number {
	let largest = 0;
	for (const value of collectNamedValues(members, names)) {
		const number = Number(toShortText(value).replace(/.*\//, ''));
		if (number > largest) largest = number;
	}
	return largest;
}
