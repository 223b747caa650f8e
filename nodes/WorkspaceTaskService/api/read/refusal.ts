import { isFilledText, isObject, valuesIn, wordIn, type Fields } from '../json';
import { parseJson } from '../parse';
import { listIn, looksLikeBoards } from './page';
import { placesIn, type Field, type Place } from './places';
import { readObject, type Kind } from './task';

/*
 * What a 2xx says. A flag that says no refuses. Otherwise the object or the list that was asked for confirms,
 * then a flag that says yes; a sign of failure refuses. An object without an ID and without a sign is unclear.
 */

const FLAG = /^(ok|(is-)?success(ful)?)$/;
const YES = /^(true|1)$/i;
const NO = /^(false|0)$/i;
const ERROR = /^(user-)?err(or)?s?-?(message|code|no)?$|^(status-)?code$/;
/** What a service may write into fields of errors and codes if nothing failed. */
const NO_ERROR = /^(0+|20\d*|false|ok|success)?$/i;
const STATE = /^(stat(us)?|result)$/;
const FAILURE = /^(err(or)?\b|fail(ed|ure)?\b|false$)/i;
/** A default, as for an object that was not made. */
const EMPTY_ID = /^[0-]*$/;
const MARKUP = /^\s*</;
const HTML = /html\b/i;

interface Asked {
	effect: string;
	resource: Kind | 'login';
}

export function answerIn(body: unknown, asked: Asked): 'done' | 'refusedIn2xx' | 'unclear' {
	const places = placesIn(body);
	const main = places.filter(isMain);
	const fields = main.flatMap((place) => place.fields);
	if (FAILURE.test(wordIn(body)) || hasField(fields, FLAG, NO)) {
		return 'refusedIn2xx';
	}
	const shown = shownIn(body, places, asked);
	if (shown === 'result' || hasField(fields, FLAG, YES)) {
		return 'done';
	}
	if (hasField(fields, STATE, FAILURE) || fields.some(isError)) {
		return 'refusedIn2xx';
	}
	if (shown === 'id' || asked.effect !== 'create') {
		return 'done';
	}
	return main.some((place) => isObject(place.value)) ? 'unclear' : 'done';
}

/** What says how the request ended: the body, its data, the only filled field of such, the only entry of such. */
function isMain({ around, listed, key, name }: Place): boolean {
	if (around === undefined) return true;
	if (Array.isArray(around.value)) return listed === 1;
	const isOnlyFilled = around.fields.every((field) => field.key === key || isEmpty(field.value));
	return (name === 'data' || isOnlyFilled) && isMain(around);
}

function isEmpty(value: unknown): boolean {
	return (value ?? '') === '' || (Array.isArray(value) && value.length === 0);
}

/** `id`: at the top, an ID alone may be the ID of the response. */
function shownIn(body: unknown, places: Place[], asked: Asked): 'result' | 'id' | 'nothing' {
	if (asked.resource === 'login') {
		const hasToken = isObject(body) && isFilledText(body.token);
		return hasToken ? 'result' : 'nothing';
	}
	if (asked.effect === 'read') {
		// An empty list may belong to a refusal, and a list of errors is one.
		return looksLikeBoards(listIn(body) ?? []) ? 'result' : 'nothing';
	}
	const { object, id = '', isShown } = readObject(places, asked.resource);
	if (EMPTY_ID.test(id)) return 'nothing';
	return isShown || object !== body ? 'result' : 'id';
}

function hasField(fields: Field[], names: RegExp, values: RegExp): boolean {
	return fields.some(({ name, value }) => names.test(name) && values.test(wordIn(value)));
}

function isError({ name, value }: Field): boolean {
	return ERROR.test(name) && valuesIn(value).some((inner) => !NO_ERROR.test(wordIn(inner)));
}

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(response: { text: string; headers: Fields }): boolean {
	if (MARKUP.test(response.text)) return true;
	const isHtml = HTML.test(String(response.headers['content-type']));
	return isHtml && response.text.trim() !== '' && parseJson(response.text) === undefined;
}
