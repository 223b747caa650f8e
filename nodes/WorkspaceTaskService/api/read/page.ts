import { isFilledText, isId, isObject, valuesIn, valuesOf, wordIn, type Fields } from '../json';
import { placesIn, type Field, type Place } from './places';

/* A list, and what its page says of further pages. */

const LIST = 'boards';
/** Go writes an empty list as null. */
const NULL_LIST = /^(data|items)$/;
/** A link, a token or a flag. */
const NEXT =
	/^((x|is|has|odata)-)*(next|more|truncated)(-(page|by|offset|cursor|token|link|url|uri|records))*$/;
const LAST = /^(is-)?last(-page)?$/;
const CURSOR = /^cursor$/;
const TOTAL = /^(x-)?(odata-)?(total(-count)?|count|records)$/;
const PAGES = /^(x-)?((pagination-)?total-)?pages$/;
const LINK_TARGETS = ['href', 'link', 'uri'];
const NOTHING = /^(0|false)?$/i;
const NO = /^false$/i;
const MAX_LINK_HEADER = 10_000;
const NEXT_LINK = /<([^<>]*)>[^<>]*;\s*rel="?next/i;
const RANGE_TOTAL = /\/(\d+)$/;
const URL_OR_PATH = /[/?]/;

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
	const outer = outerPlaces(body);
	const lists = outer.filter(isListOfObjects);
	const list = lists.find(({ name }) => name === LIST) ?? lists.find(looksLikeBoards) ?? lists[0];
	if (Array.isArray(list?.value)) return list.value;
	return outer.some(hasNullList) ? [] : undefined;
}

/** The places that are in no list. */
function outerPlaces(body: unknown): Place[] {
	return placesIn(body).filter((place) => !isInList(place));
}

function isInList({ around }: Place): boolean {
	return around !== undefined && (Array.isArray(around.value) || isInList(around));
}

function isListOfObjects({ value }: Place): boolean {
	return Array.isArray(value) && value.every(isObject);
}

function looksLikeBoards({ value }: Place): boolean {
	return Array.isArray(value) && valuesOf(value[0], ['id', 'name']).length > 0;
}

function hasNullList({ fields }: Place): boolean {
	return fields.some(
		({ name, value }) => value === null && (name === LIST || NULL_LIST.test(name)),
	);
}

/** Asks all objects around and beside the list, but no user, workspace or the like. */
export function readPage(headers: Fields, body: unknown): PageReading {
	const beside = outerPlaces(body).filter(({ aside }) => aside === '' || aside === LIST);
	const fields = [...placesIn(headers), ...beside].flatMap((place) => place.fields);
	const next = valuesNamed(fields, NEXT);
	const range = RANGE_TOTAL.exec(String(headers['content-range']))?.[1];
	return {
		next: nextLink(headers, next),
		isPart: next.some(isSomething) || saysPart(fields, next.length > 0),
		totalEntries: Math.max(Number(range ?? 0), ...numbersNamed(fields, TOTAL)),
		totalPages: Math.max(0, ...numbersNamed(fields, PAGES)),
	};
}

/** Beside a flag that says no, a cursor only names the last entry. */
function saysPart(fields: Field[], hasFlag: boolean): boolean {
	if (valuesNamed(fields, LAST).some((value) => NO.test(wordIn(value)))) return true;
	return !hasFlag && valuesNamed(fields, CURSOR).some(isSomething);
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
