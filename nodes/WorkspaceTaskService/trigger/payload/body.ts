/** Header fields as Node.js gives them: a repeated one may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

/** What came in, as n8n hands it over. */
export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	/** Undefined for multipart forms, of which n8n keeps no bytes. */
	rawBody: Buffer | undefined;
	/** Names in lower case. */
	headers: Headers;
}

/** n8n stores items by recursion, which ends far below what its JSON parser takes. */
const MAX_DEPTH = 200;
const JSON_STARTS = Buffer.from('{["');

/** JSON is recognized whatever its content type says; what is not JSON stays as n8n parsed it. */
export function contentOf(delivery: Delivery): unknown {
	const { body, headers } = delivery;
	const type = String(headers['content-type']);
	const isForm = type.includes('urlencoded');
	if (hasFields(body) && !isForm && !isDeeperThan(MAX_DEPTH, body)) return body;
	const isJsonString = typeof body === 'string' && !type.startsWith('text/');
	const text = isJsonString ? body : textOf(delivery);
	const parsed = hasFields(body) && !isForm ? text : (jsonIn(text) ?? jsonLinesIn(text));
	return parsed ?? (body === undefined || typeof body === 'string' ? text : body);
}

/** The body as text, without a byte order mark. */
export function textOf({ rawBody = Buffer.alloc(0), headers }: Delivery): string {
	const [, charset = 'utf-8'] =
		/charset\s*=\s*"?([\w-]{1,40})/i.exec(String(headers['content-type'])) ?? [];
	return decoder(utf16In(rawBody) ?? charset).decode(rawBody);
}

function decoder(charset: string): InstanceType<typeof TextDecoder> {
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}

/** UTF-16 by its byte order mark or, in JSON, by its first character. */
function utf16In(bytes: Buffer): string | undefined {
	const [first = -1, second = -1] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (JSON_STARTS.includes(first) && second === 0) return 'utf-16le';
	return first === 0 && JSON_STARTS.includes(second) ? 'utf-16be' : undefined;
}

/** A JSON object or list that is not too deep for n8n. */
export function jsonIn(text: unknown): object | undefined {
	if (typeof text !== 'string') return undefined;
	try {
		const parsed: unknown = JSON.parse(text);
		return hasFields(parsed) && !isDeeperThan(MAX_DEPTH, parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** Newline-delimited JSON: one object a line. */
function jsonLinesIn(text: string): object[] | undefined {
	const objects: object[] = [];
	for (const [line] of text.matchAll(/\S[^\n]*/g)) {
		const object = jsonIn(line);
		if (object === undefined) return undefined;
		objects.push(object);
	}
	return objects.length === 0 ? undefined : objects;
}

/** It goes no deeper than one level below the limit itself. */
function isDeeperThan(limit: number, value: unknown): boolean {
	if (!hasFields(value)) return false;
	return limit < 0 || Object.values(value).some((inner) => isDeeperThan(limit - 1, inner));
}

function hasFields(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
