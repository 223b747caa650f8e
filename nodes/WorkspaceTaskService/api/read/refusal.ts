import { field, isFilledText, isObject, valuesIn, wordIn } from '../json';
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
const ERROR = /^err(or)?s?-?(message|code|no)?$|^(status-)?code$/;
/** What a service may write into fields of errors and codes if nothing failed. */
const NO_ERROR = /^(0+|20\d*|false|success)?$/i;
const STATE = /^(stat(us)?|result)$/;
const FAILURE = /^(err(or)?\b|fail(ed)?\b|false$)/i;
const MARKUP = /^\s*</;
const HTML = /html\b/i;

interface Asked {
	effect: string;
	resource: Kind | 'login';
}

type Answer = 'done' | 'refusedIn2xx' | 'unclear';

export function answerIn(body: unknown, asked: Asked): Answer {
	const places = placesIn(body);
	const speakers = places.filter(speaks);
	const fields = speakers.flatMap((place) => place.fields);
	if (FAILURE.test(wordIn(body)) || hasField(fields, FLAG, NO)) return 'refusedIn2xx';
	const shown = shownIn(body, places, asked);
	if (shown === 'result' || hasField(fields, FLAG, YES)) return 'done';
	if (hasField(fields, STATE, FAILURE) || fields.some(isError)) return 'refusedIn2xx';
	if (shown === 'id' || asked.effect !== 'create') return 'done';
	const isObjectAlone = speakers.some(({ value }) => isObject(value));
	return isObjectAlone ? 'unclear' : 'done';
}

/** The body, and the only entry of its list. */
function speaks({ around, listed }: Place): boolean {
	return around === undefined || (Array.isArray(around.value) && listed === 1);
}

/** At the top, an ID alone may be the ID of the response. */
function shownIn(
	body: unknown,
	places: Place[],
	{ effect, resource }: Asked,
): 'result' | 'id' | undefined {
	if (resource === 'login') {
		return isFilledText(field(body, 'token')) ? 'result' : undefined;
	}
	if (effect === 'read') {
		// An empty list may belong to a refusal.
		const list = listIn(body) ?? [];
		return list.length > 0 ? 'result' : undefined;
	}
	const { object, id, isShown } = readObject(places, resource);
	if (id === undefined) return undefined;
	return isShown || object !== body ? 'result' : 'id';
}

function hasField(fields: Field[], names: RegExp, values: RegExp): boolean {
	return fields.some(({ name, value }) => names.test(name) && values.test(wordIn(value)));
}

function isError({ name, value }: Field): boolean {
	if (!ERROR.test(name)) return false;
	return valuesIn(value).some((inner) => !NO_ERROR.test(wordIn(inner)));
}

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(response: { text: string; headers: Record<string, unknown> }): boolean {
	const { text, headers } = response;
	if (MARKUP.test(text)) return true;
	if (!HTML.test(String(headers['content-type']))) return false;
	return text.trim() !== '' && parseJson(text) === undefined;
}
