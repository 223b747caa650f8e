import { isFilledText, isObject, textIn, valuesIn, wordIn, type Fields } from '../json';
import { placesIn, type Field, type Place } from './places';

/* A list, and what its page says of further pages. */

const LIST = 'boards';
/** Go writes an empty list as null. */
const NULL_LIST = /^(boards|data|items)$/;
/** A link, a token or a flag. */
const NEXT =
	/^((x|is|has|odata|ms)-)*(next|more|truncated|continu\w+)(-(page|by|offset|cursor|token|link|url|uri|marker|records|items|in|collection|results))*$/;
const LAST = /^(is-)?last(-page)?$/;
/** A text: a number is the place of the page in the list. */
const CURSOR = /^(cursor|offset)$/;
const TOTAL = /^(content-range|((x|wp|odata)-)*(count|total(-(result|row)s?)?(-count)?))$/;
const PAGES = /^((x|pagination|total|num|nb)-)*pages$|^page-count$/;
/** Neither empty nor zero. */
const SOMETHING = /[^0]/;
const NO = /^false$/i;
const NEXT_LINK = /<([^<>]*)>[^<>]*;\s*rel="?next/gi;
const URL_OR_PATH = /[/?]/;

/** What a page of a list says of further pages. */
interface PageReading {
	/** What may link to the next page; a link may be relative. */
	links: string[];
	/** The page says that it is not the last page. */
	isPart: boolean;
	/** How many entries and pages the list has; 0 if the page does not say so. */
	totalEntries: number;
	totalPages: number;
}

/** The body, or the outermost list of objects in it; beside several, the list that is called boards. */
export function listIn(body: unknown): unknown[] | undefined {
	if (body === null) return [];
	const lists: unknown[][] = [];
	let hasNull = false;
	for (const place of outerPlaces(body)) {
		const { value } = place;
		if (valuesNamed(place.fields, NULL_LIST).includes(null)) hasNull = true;
		if (!Array.isArray(value) || !value.every(isObject)) continue;
		if (place.name === LIST) return value;
		lists.push(value);
	}
	const list = lists.find(looksLikeBoards) ?? lists[0];
	return list === undefined && hasNull ? [] : list;
}

/** The places that are in no list. */
function outerPlaces(body: unknown): Place[] {
	return placesIn(body).filter((place) => place.listed === 0);
}

export function looksLikeBoards(list: unknown[]): boolean {
	const [first] = list;
	return isObject(first) && ('id' in first || 'name' in first);
}

/** Asks all objects around and beside the list, but no user, workspace or the like. */
export function readPage(headers: Fields, body: unknown): PageReading {
	const isAsked = (place: Place) => place.aside === '' || place.aside === LIST;
	const places = [...placesIn(headers), ...outerPlaces(body).filter(isAsked)];
	const fields = places.flatMap((place) => place.fields);
	const next = [...nextLinks(headers.link), ...valuesNamed(fields, NEXT)];
	const signs = next.length > 0 ? next : valuesNamed(fields, CURSOR).filter(isFilledText);
	const isNotLast = valuesNamed(fields, LAST).some(isNo);
	// Beside a flag that says no, a cursor only names the last entry.
	const hasNext = !next.some(isNo) && valuesIn(signs).some((sign) => SOMETHING.test(wordIn(sign)));
	return {
		links: valuesIn(next).filter(isLink),
		isPart: isNotLast || hasNext,
		totalEntries: largestNamed(fields, TOTAL),
		totalPages: largestNamed(fields, PAGES),
	};
}

function nextLinks(header: unknown): unknown[] {
	const matches = String(header).matchAll(NEXT_LINK);
	return Array.from(matches, (match) => match[1]);
}

function isLink(value: unknown): value is string {
	return isFilledText(value) && URL_OR_PATH.test(value);
}

function isNo(value: unknown): boolean {
	return NO.test(wordIn(value));
}

function valuesNamed(fields: Field[], names: RegExp): unknown[] {
	const values: unknown[] = [];
	for (const field of fields) {
		if (names.test(field.name)) values.push(field.value);
	}
	return values;
}

/** The largest number; of a range such as `0-49/120`, its total. */
function largestNamed(fields: Field[], names: RegExp): number {
	let largest = 0;
	for (const value of valuesNamed(fields, names)) {
		const number = Number(textIn(value).replace(/.*\//, ''));
		if (number > largest) largest = number;
	}
	return largest;
}
