import { field, isFilledText, isObject, valuesIn, valuesOf, wordIn } from '../json';
import { parseJson } from '../parse';
import { listIn } from './page';
import { placesIn, type Field, type Place } from './places';
import { readObject, type Kind } from './task';

/*
 * What a 2xx says. A flag that says no refuses. Otherwise the object or the list that was asked for confirms,
 * then a flag that says yes; a sign of failure refuses. An object without an ID and without a sign is unclear.
 */

const FLAG = /^(ok|success)$/;
const YES = /^(true|1)$/i;
const NO = /^(false|0)$/i;
const ERROR = /^err(or)?s?(-?(message|msg))?$/;
const CODE = /^(status-|error-|err)?(code|no)$/;
/** What a service may write into fields of errors and codes if nothing failed. */
const NO_ERROR = /^(0+|2\d\d|20+|none|no[ _-]?errors?|false|ok|success(ful)?)?$/i;
const STATE = /^(status?|type|result)$/;
const FAILURE = /^(error|fail(ed|ure)?|false)$/i;
const FAILED_TEXT = /^(err(or)?|fail(ed|ure)?)\b/i;
/** Of a task, a board and a webhook. */
const NAMES = ['title', 'name', 'url'];
/** A default, as for an object that was not made. */
const EMPTY_ID = /^[0-]*$/;
const MARKUP = /^\s*</;
const HTML = /html\b/i;

interface Asked {
	method: string;
	resource: Kind | 'login';
}

export function answerIn(body: unknown, asked: Asked): 'done' | 'refusedIn2xx' | 'unclear' {
	if (typeof body === 'string') return FAILED_TEXT.test(body) ? 'refusedIn2xx' : 'done';
	const places = placesIn(body);
	const fields = speakersIn(body, places, asked).flatMap((place) => place.fields);
	const flags = fields.filter(({ name }) => FLAG.test(name)).map(({ value }) => wordIn(value));
	if (body === false || flags.some((flag) => NO.test(flag))) return 'refusedIn2xx';
	if (showsResult(body, places, asked)) return 'done';
	if (flags.some((flag) => YES.test(flag))) return 'done';
	if (fields.some(saysFailure)) return 'refusedIn2xx';
	return isObjectWithoutId(body, places, asked) ? 'unclear' : 'done';
}

/** The body, and the only entry of its list. */
function speakersIn(body: unknown, places: Place[], { method }: Asked): Place[] {
	const list = method === 'GET' ? [] : (listIn(body) ?? []);
	const entry = list.length === 1 ? list[0] : body;
	return places.filter(({ value }) => value === body || value === entry);
}

function showsResult(body: unknown, places: Place[], { method, resource }: Asked): boolean {
	// An empty list may belong to a refusal.
	if (method === 'GET') return (listIn(body) ?? []).length > 0;
	if (resource === 'login') return isFilledText(field(body, 'token'));
	const { object, id = '', isShown } = readObject(places, resource);
	if (EMPTY_ID.test(id)) return false;
	// At the top, an ID alone may be the ID of the response.
	return isShown || object !== body || valuesOf(body, NAMES).some(isFilledText);
}

function isObjectWithoutId(body: unknown, places: Place[], { method, resource }: Asked): boolean {
	if (method === 'GET' || resource === 'login') return false;
	const [entry, ...others] = [body].flat();
	const isOneObject = isObject(entry) && others.length === 0;
	return isOneObject && readObject(places, resource).id === undefined;
}

function saysFailure({ name, value }: Field): boolean {
	if (ERROR.test(name)) return valuesIn(value).some((inner) => !NO_ERROR.test(wordIn(inner)));
	if (CODE.test(name)) return !NO_ERROR.test(wordIn(value));
	if (!STATE.test(name)) return false;
	return FAILURE.test(wordIn(value)) || isHttpFailure(value);
}

function isHttpFailure(value: unknown): boolean {
	return typeof value === 'number' && value >= 400 && value <= 599;
}

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(response: { text: string; headers: Record<string, unknown> }): boolean {
	const { text, headers } = response;
	if (MARKUP.test(text)) return true;
	if (!HTML.test(String(headers['content-type']))) return false;
	return text.trim() !== '' && parseJson(text) === undefined;
}
