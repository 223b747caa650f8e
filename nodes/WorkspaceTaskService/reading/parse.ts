/*
 * From the bytes of a body to its text, and from JSON to values. JSON.parse rounds integers beyond 2^53;
 * from Node.js 21 on, their digits can be kept.
 */

/** It takes time: 40 ms a MB for a body of boards, 500 ms for a body of small numbers. */
const MAX_EXACT_CHARACTERS = 2_000_000;
const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;
const OBJECT_OR_LIST = /^\s*[[{]/;

/** Undefined if it is not JSON. A large integer becomes text with its digits. */
export function parseJson(json: string): unknown {
	const isExact = json.length <= MAX_EXACT_CHARACTERS && LONG_DIGITS.test(json);
	try {
		if (isExact) return parseJsonExactly(json, keepDigits);
		return JSON.parse(json) as unknown;
	} catch {
		return undefined;
	}
}

/** JSON of an object or a list, maybe after a byte order mark; undefined for everything else. */
export function parseJsonContainer(text: unknown): unknown {
	if (typeof text !== 'string' || !OBJECT_OR_LIST.test(text)) return undefined;
	// To JSON.parse, a byte order mark is no white space.
	return parseJson(text.trim());
}

/** JSON that a user entered. Its large integers are sent as they are; `problem` says what is wrong. */
export function parseEnteredJsonExactly(json: string): { value?: unknown; problem?: string } {
	try {
		return { value: parseJsonExactly(json, makeRawNumberOrThrow) };
	} catch (error) {
		return { problem: (error as Error).message };
	}
}

/** @param replaceRounded gets the text of each integer that may be rounded, empty before Node.js 21 */
function parseJsonExactly(
	json: string,
	replaceRounded: (source: string, value: unknown) => unknown,
): unknown {
	return JSON.parse(json, (_name, value: unknown, context?: { source?: string }) => {
		if (!mayBeRounded(value)) return value;
		return replaceRounded(context?.source ?? '', value);
	}) as unknown;
}

function keepDigits(source: string, value: unknown): unknown {
	return INTEGER.test(source) ? source : value;
}

/** An integer that JSON.parse may have rounded. */
export function mayBeRounded(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

export function mayHoldRounded(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return mayBeRounded(value);
	return Object.values(value).some(mayHoldRounded);
}

/** What JSON.stringify writes as a number with all its digits. It has the type of a number for that alone. */
export type RawNumber = number;

/** @throws Error with the reason, before Node.js 21 */
export function makeRawNumberOrThrow(digits: string): RawNumber {
	if ('rawJSON' in JSON && typeof JSON.rawJSON === 'function')
		return JSON.rawJSON(digits) as RawNumber;
	throw new Error(`The Node.js of this n8n rounds integers beyond ${Number.MAX_SAFE_INTEGER}`);
}

const CHARSET = /charset\s*=\s*"?([\w-]{1,40})/i;

/**
 * The text of a body in the charset that its content type names, else in UTF-8. Without a byte order mark.
 */
export function decodeBody(bytes: Uint8Array | undefined, contentType: unknown): string {
	const charset = CHARSET.exec(String(contentType))?.[1];
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		// There is no such charset.
		return new TextDecoder().decode(bytes);
	}
}
