import { guessBoardList, hasBoardAsFirstEntry } from './boardList';
import { isFilledText, isObject, collectDistinctValues, toWord, type JsonObject } from './json';
import { isAtPlaceOfResult, readObjectOrGuess, type ObjectKind } from './object';
import { parseJson } from './parse';
import { listPlaces, type Member, type Place } from './places';

/*
 * What a 2xx says. A flag that says no refuses. Otherwise the object or the list that was requested
 * confirms, then a flag that says yes; a sign of failure refuses. An object without an ID and without a
 * sign is unclear.
 */

const FLAG = /^(ok|(is-)?success(ful)?)$/;
const YES = /^(true|1)$/i;
const NO = /^(false|0)$/i;
/** Names of a sign of failure. */
const ERROR_NAME = /^(user-)?err(or)?s?-?(message|code|no)?$|^status-code$/;
/** With a 201, a code is no sign: `{"id": 7, "code": "PRJ-7"}`. */
const CODE_NAME = /^code$/;
const CREATED = 201;
/** What a service may write as an error or a code if nothing failed. */
const NO_ERROR = /^(0+|20\d*|false|ok|success)?$/i;
const STATE = /^(stat(us)?|result)$/;
const FAILURE = /^(err(or)?\b|fail(ed|ure)?\b|false$)/i;
/** A default, as for an object that was not made. */
const EMPTY_ID = /^[0-]*$/;
const MARKUP = /^\s*</;
const HTML_TYPE = /html\b/i;

/** `possible`: an object with an ID, which may be the ID of the response or of a neighbor. */
type Proof = 'certain' | 'possible' | 'none';

/** A request with a 2xx, and its body. */
interface SentRequest {
	call: { effect: string; resource: ObjectKind | 'login' };
	body?: unknown;
}

export function classifySuccess(
	responseBody: unknown,
	request: SentRequest,
	status: number,
): 'done' | 'refusedIn2xx' | 'unclear' {
	const isCreate = request.call.effect === 'create';
	const places = listPlaces(responseBody);
	const main = places.filter(isBodyOrSoleContent);
	const members = main.flatMap((place) => place.members);
	if (FAILURE.test(toWord(responseBody)) || hasMatchingMember(members, FLAG, NO)) {
		return 'refusedIn2xx';
	}
	const proof = rateProofOfEffect(responseBody, places, request);
	if (proof === 'certain' || hasMatchingMember(members, FLAG, YES)) {
		return 'done';
	}
	const isCodeSign = !isCreate || status !== CREATED;
	const isSign = (name: string) => ERROR_NAME.test(name) || (isCodeSign && CODE_NAME.test(name));
	const isError = ({ name, value }: Member) => isSign(name) && isFilledError(value);
	if (hasMatchingMember(members, STATE, FAILURE) || members.some(isError)) {
		return 'refusedIn2xx';
	}
	if (proof === 'possible' || !isCreate) {
		return 'done';
	}
	return main.some((place) => isObject(place.value)) ? 'unclear' : 'done';
}

/**
 * Where a service says how the request ended: the body, its `data`, and whatever is alone in one of these.
 */
function isBodyOrSoleContent({ around, listSize, key, name }: Place): boolean {
	if (around === undefined) return true;
	if (Array.isArray(around.value)) return listSize === 1;
	const isOnlyFilled = around.members.every(
		(member) => member.key === key || isEmpty(member.value),
	);
	return (name === 'data' || isOnlyFilled) && isBodyOrSoleContent(around);
}

function isEmpty(value: unknown): boolean {
	return (value ?? '') === '' || (Array.isArray(value) && value.length === 0);
}

/** How certainly the body has what was requested. */
function rateProofOfEffect(
	responseBody: unknown,
	places: Place[],
	{ call, body: requestBody }: SentRequest,
): Proof {
	const { effect, resource } = call;
	if (resource === 'login') return hasToken(responseBody) ? 'certain' : 'none';
	if (effect === 'read') return hasBoard(responseBody) ? 'certain' : 'none';
	return rateProofOfObject(places, resource, requestBody);
}

function hasToken(body: unknown): boolean {
	return isObject(body) && isFilledText(body.token);
}

/** An empty list may belong to a refusal. */
function hasBoard(body: unknown): boolean {
	return hasBoardAsFirstEntry(guessBoardList(body) ?? []);
}

function rateProofOfObject(places: Place[], resource: ObjectKind, requestBody: unknown): Proof {
	const { place, id, title, isCertain } = readObjectOrGuess(places, resource, requestBody);
	if (place === undefined || id === undefined) return 'none';
	if (EMPTY_ID.test(id) && title === undefined) return 'none';
	const isResult = isAtPlaceOfResult(place, resource) && (isCertain || place.depth > 0);
	return isResult ? 'certain' : 'possible';
}

function hasMatchingMember(members: Member[], names: RegExp, values: RegExp): boolean {
	return members.some(({ name, value }) => names.test(name) && values.test(toWord(value)));
}

function isFilledError(value: unknown): boolean {
	return collectDistinctValues(value).some((inner) => !NO_ERROR.test(toWord(inner)));
}

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(response: { text: string; headers: JsonObject }): boolean {
	if (MARKUP.test(response.text)) return true;
	const isHtml = HTML_TYPE.test(String(response.headers['content-type']));
	return isHtml && response.text.trim() !== '' && parseJson(response.text) === undefined;
}
