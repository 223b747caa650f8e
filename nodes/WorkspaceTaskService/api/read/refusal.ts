import type { Call } from '../calls';
import { field, isFilledText, textIn, valuesIn, valuesOf } from '../json';
import { listIn } from './list';
import { selfIdOf } from './object';
import { WRAPPERS } from './wrapper';

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
	if (flags.some(isYes) || holdsResult(body, call)) return false;
	return (
		valuesOf(body, ERRORS).some(namesError) ||
		valuesOf(body, STATES).some(isFailure) ||
		valuesOf(body, CODES).some(isErrorCode)
	);
}

/** Boards, or the object that was made: at the top, by the name of its kind, or in a usual wrapper. */
function holdsResult(body: unknown, { method, resource }: Call): boolean {
	if (method === 'GET') return (listIn(body) ?? []).length > 0;
	const outer = valuesOf(body, WRAPPERS).flat();
	const inner = outer.flatMap((place) => valuesOf(place, WRAPPERS)).flat();
	const wrapped = [...outer, ...inner];
	const named = [body, ...wrapped].map((place) => field(place, resource));
	// At the top, an ID alone may be the ID of the response.
	const isNamed = valuesOf(body, NAMES).some(isFilledText);
	return [...wrapped, ...named].some(hasId) || (isNamed && hasId(body));
}

const hasId = (place: unknown) => !EMPTY_ID.test(selfIdOf(place) ?? '');
const isYes = (value: unknown) => value === true || YES.test(textIn(value));
const isNo = (value: unknown) => value === false || NO.test(textIn(value));
const isFailure = (value: unknown) => value === false || FAILURE.test(textIn(value));

/** Inside an object or a list, `no` may be the whole reason. */
const namesError = (value: unknown) =>
	!/^no$/i.test(textIn(value)) && valuesIn(value).some(isErrorWord);
const isErrorWord = (value: unknown) => value === true || !NO_ERROR.test(textIn(value));

function isErrorCode(value: unknown): boolean {
	return typeof value === 'number' && value >= 400 && value <= 599;
}
