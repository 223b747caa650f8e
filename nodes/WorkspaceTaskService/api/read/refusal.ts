import type { Call } from '../calls';
import { field, isFilledText, valuesIn, valuesOf, wordIn } from '../json';
import { selfIdOf } from './object';
import { listIn, WRAPPERS } from './wrapper';

/* A 2xx that says that it refused: every name and word that may say so. */

const OK_FLAGS = ['ok', 'success'];
const YES = /^(true|1)$/i;
const NO = /^(false|0)$/i;
const NAMES = ['title', 'name', 'url'];
const ERRORS = ['error', 'errors', 'error_code'];
/** What a service may write into these fields if nothing failed. */
const NO_ERROR = /^(0+|none|no[ _-]?errors?|null|nil|false|undefined|n\/a|ok|success(ful)?|-)?$/i;
const STATES = ['status', 'type', 'result'];
const FAILURE = /^(error|fail(ed|ure)?|false)$/i;
const CODES = ['status', 'code'];
/** A default, as for an object that was not made. */
const EMPTY_ID = /^[0-]*$/;

/** A flag decides. Without a flag, the object that was made does, and only then the words of a failure. */
export function saysRefused(body: unknown, call: Call): boolean {
	const flags = valuesOf(body, OK_FLAGS);
	if (flags.some(isNo)) return true;
	if (flags.some(isYes)) return false;
	return !showsResult(body, call) && namesFailure(body);
}

function showsResult(body: unknown, call: Call): boolean {
	if (call.method === 'GET') return holdsBoards(body);
	return holdsObject(body, call.resource);
}

/** An empty list may belong to a refusal. */
function holdsBoards(body: unknown): boolean {
	const list = listIn(body) ?? [];
	return list.length > 0;
}

/** At the top, by the name of its kind, or in a usual wrapper. */
function holdsObject(body: unknown, resource: string): boolean {
	const outer = wrappedIn(body);
	const wrapped = [...outer, ...outer.flatMap(wrappedIn)];
	if (wrapped.some(hasRealId)) return true;
	const named = [body, ...wrapped].map((place) => field(place, resource));
	if (named.some(hasRealId)) return true;
	// At the top, an ID alone may be the ID of the response.
	return hasRealId(body) && valuesOf(body, NAMES).some(isFilledText);
}

/** What is in the usual wrappers, and in the lists in them. */
function wrappedIn(place: unknown): unknown[] {
	return valuesOf(place, WRAPPERS).flat();
}

function namesFailure(body: unknown): boolean {
	if (valuesOf(body, ERRORS).some(isError)) return true;
	if (valuesOf(body, STATES).some(isFailure)) return true;
	return valuesOf(body, CODES).some(isErrorCode);
}

function hasRealId(place: unknown): boolean {
	const id = selfIdOf(place) ?? '';
	return !EMPTY_ID.test(id);
}

function isYes(value: unknown): boolean {
	return YES.test(wordIn(value));
}

function isNo(value: unknown): boolean {
	return NO.test(wordIn(value));
}

function isFailure(value: unknown): boolean {
	return FAILURE.test(wordIn(value));
}

/** Inside an object or a list, `no` may be the whole reason. */
function isError(value: unknown): boolean {
	if (/^no$/i.test(wordIn(value))) return false;
	return valuesIn(value).some(isErrorWord);
}

function isErrorWord(value: unknown): boolean {
	return !NO_ERROR.test(wordIn(value));
}

function isErrorCode(value: unknown): boolean {
	return typeof value === 'number' && value >= 400 && value <= 599;
}
