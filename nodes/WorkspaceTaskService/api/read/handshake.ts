import { field, isFilledText } from '../json';
import type { EventReading, Headers } from './event';
import { significantWords } from './eventName';

/* An address check, by which a service tests a URL before it delivers there: every name it may use. */

const CHECK_WORD = /^(ping|verif(y|ication)|validat(e|ion)|handshake|challenge)$/;
const URL_WORD = /^(url|endpoint|address)$/;
const SECRET_HEADER = 'x-hook-secret';
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
	body: EventReading,
): HandshakeReading {
	const words = significantWords(body.name);
	const isOther = (word: string) => !CHECK_WORD.test(word) && !URL_WORD.test(word);
	return {
		isEvent: body.hasTask || body.namedId !== undefined || words.some(isOther),
		isNamed: words.some((word) => CHECK_WORD.test(word)),
		token: echoable(field(query, 'hub.challenge')) ?? echoable(field(query, 'validationToken')),
		challenge: echoable(field(query, 'challenge')) ?? echoable(field(body.entry, 'challenge')),
		secret: echoable(headers[SECRET_HEADER]),
	};
}

export const secretHeader = (secret: string) => ({ [SECRET_HEADER]: secret });

function echoable(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}
