import { field, isFilledText } from '../../json';
import type { DeliveryReading } from './delivery';
import type { EventReading, Headers } from './event';
import { significantWords } from './eventTexts';
import { hasId } from '../object';

/* An address check, by which a service tests a URL before it delivers there: every name it may use. */

const CHECK_WORD = /^(ping|verif(y|ication)|validat(e|ion)|handshake|challenge)$/;
const URL_WORD = /^(url|endpoint|address)$/;
const TOKENS = ['hub.challenge', 'validationToken', 'challenge'];
const SECRET_HEADER = 'x-hook-secret';
const EMPTY_TEXTS = ['', 'null'];
const MAX_ECHO = 2000;

export interface HandshakeReading {
	/** The body has a task or another event type: it is no address check. */
	isEvent: boolean;
	/** The event type is that of an address check. */
	isNamed: boolean;
	/** To send back as it is. */
	token?: string;
	/** To send back in an object. */
	challenge?: string;
	/** To send back in the same header. */
	secret?: string;
}

export function readHandshake(
	{ query, headers }: { query: object; headers: Headers },
	{ whole }: DeliveryReading,
): HandshakeReading {
	const tokens = TOKENS.map((name) => echoable(field(query, name)));
	return {
		isEvent: isEvent(whole),
		isNamed: significantWords(whole.name).some(isCheckWord),
		token: tokens.find(isFilledText),
		challenge: echoable(field(whole.entry, 'challenge')),
		secret: secretIn(headers, whole),
	};
}

function secretIn(headers: Headers, { entry }: EventReading): string | undefined {
	const secret = echoable(headers[SECRET_HEADER]);
	return secret !== undefined && isEmptyBody(entry) ? secret : undefined;
}

/** Whether a list in the body has a task or another event type. */
export function listsEvents(delivery: DeliveryReading): boolean {
	return delivery.listed().some((event) => isEvent(event) || hasId(event.entry));
}

export function secretHeader(secret: string): Record<string, string> {
	return { [SECRET_HEADER]: secret };
}

function isEvent({ name, hasTask, subject }: EventReading): boolean {
	const words = significantWords(name);
	const isOther = words.some((word) => !isCheckWord(word) && !URL_WORD.test(word));
	return hasTask || subject.namedId !== undefined || isOther;
}

function isCheckWord(word: string): boolean {
	return CHECK_WORD.test(word);
}

/** After parsing: `{}`, `null` and `{ "data": null }` are empty too. */
function isEmptyBody(body: unknown): boolean {
	if (typeof body === 'string') return EMPTY_TEXTS.includes(body.trim());
	const isSimple = typeof body !== 'object' || body === null;
	return isSimple ? body === undefined || body === null : Object.values(body).every(isEmptyBody);
}

function echoable(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}
