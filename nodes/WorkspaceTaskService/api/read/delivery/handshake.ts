import { field, isFilledText, valuesIn } from '../../json';
import type { DeliveryReading } from './delivery';
import type { EventReading } from '../event/event';
import type { Headers } from '../event/surroundings';
import { readTexts, significantWords } from '../event/eventTexts';
import { hasId, showsTask } from '../object';
import { wrappersIn } from '../wrapper';

/* An address check, by which a service tests a URL before it delivers there: every name it may use. */

const CHECK_WORD = /^(ping|verif(y|ication)|validat(e|ion)|handshake|challenge)$/;
const TASK_WORD = /^tasks?$/;
const URL_WORD = /^(url|endpoint|address)$/;
const TOKENS = ['hub.challenge', 'validationToken', 'challenge'];
const SECRET_HEADER = 'x-hook-secret';
const EMPTY_TEXTS = ['', 'null'];
const MAX_ECHO = 2000;

export interface HandshakeReading {
	/** The body has a task, or the type of an event: it is no address check. */
	isEvent: boolean;
	/** The event type names an address check. */
	isNamed: boolean;
	/** To send back as it is. */
	token?: string;
	/** To send back in an object. */
	challenge?: string;
	/** To send back in the same header. */
	secret?: string;
}

export function readHandshake(
	request: { query: object; headers: Headers },
	delivery: DeliveryReading,
): HandshakeReading {
	const { whole } = delivery;
	return {
		isEvent: isEvent(whole),
		isNamed: significantWords(whole.name).some(isCheckWord),
		token: tokenIn(request.query),
		challenge: echoable(field(whole.entry, 'challenge')),
		secret: secretIn(request.headers, whole),
	};
}

function secretIn(headers: Headers, whole: EventReading): string | undefined {
	const secret = echoable(headers[SECRET_HEADER]);
	if (secret === undefined || !isEmptyBody(whole.entry)) return undefined;
	return secret;
}

function tokenIn(query: object): string | undefined {
	for (const name of TOKENS) {
		const token = echoable(field(query, name));
		if (token !== undefined) return token;
	}
	return undefined;
}

/** Whether the body has a task, an entry in a list of events, or `task.created` in any list or wrapper. */
export function holdsEvents(delivery: DeliveryReading): boolean {
	const { entry } = delivery.whole;
	if (delivery.listed().some((event) => isEvent(event) || hasId(event.entry))) return true;
	const values = valuesIn(entry);
	if (values.some(showsTask)) return true;
	const inLists = values.filter(Array.isArray).flat();
	const outer = wrappersIn(entry);
	const inner = outer.flatMap(wrappersIn);
	return [...inLists, ...outer, ...inner].some(namesTask);
}

/** Such as `task.created`. Elsewhere, it may be what a webhook is registered for. */
function namesTask(value: unknown): boolean {
	const { named, types } = readTexts(value);
	return [...named, ...types].some(({ words }) => words.length > 1 && words.some(isTaskWord));
}

function isTaskWord(word: string): boolean {
	return TASK_WORD.test(word);
}

export function secretHeader(secret: string): Record<string, string> {
	return { [SECRET_HEADER]: secret };
}

function isEvent(event: EventReading): boolean {
	if (event.hasTask || event.subject.namedId !== undefined) return true;
	const words = significantWords(event.name);
	return words.some((word) => !isCheckWord(word) && !URL_WORD.test(word));
}

function isCheckWord(word: string): boolean {
	return CHECK_WORD.test(word);
}

/** After parsing: `{}`, `null` and `{ "data": null }` are empty too. */
function isEmptyBody(body: unknown): boolean {
	if (typeof body === 'string') return EMPTY_TEXTS.includes(body.trim());
	if (typeof body !== 'object' || body === null) return body === undefined || body === null;
	return Object.values(body).every(isEmptyBody);
}

function echoable(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}
