import { endOfString, parseJson } from '../../api/json';

/** Header fields as Node.js provides them: a repeated one may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

/** A request as n8n provides it. */
export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	/** Undefined for multipart forms, whose bytes n8n does not keep. */
	rawBody: Buffer | undefined;
	/** Names in lower case. */
	headers: Headers;
}

/** n8n stores items by recursion, which fails at a depth that its JSON parser accepts. */
const MAX_DEPTH = 200;
/** In a larger body, integers beyond 2^53 stay as n8n parsed them. */
const MAX_EXACT_BYTES = 1024 * 1024;

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
export function contentOf(delivery: Delivery): unknown {
	const { body, headers } = delivery;
	const type = String(headers['content-type']);
	const text = textOf(delivery);
	if (!hasFields(body) || type.includes('urlencoded')) {
		const shown = typeof body === 'string' ? body : text;
		return jsonIn(shown) ?? (body === undefined ? text : body);
	}
	if (type.includes('json') ? isTooDeep(text) : isDeeperThan(MAX_DEPTH, body)) return text;
	return exactly(text) ?? body;
}

/** The body as text, without a byte order mark. */
export function textOf({ rawBody }: Delivery): string {
	return new TextDecoder().decode(rawBody);
}

/** A JSON object or list that is not too deep for n8n. */
export function jsonIn(text: unknown): object | undefined {
	if (typeof text !== 'string' || !/^\s*[[{]/.test(text) || isTooDeep(text)) return undefined;
	try {
		return exactly(text) ?? JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Parsed with exact integers; undefined if n8n's parser does not change any. */
function exactly(text: string): object | undefined {
	if (text.length > MAX_EXACT_BYTES || !/\d{16}/.test(text)) return undefined;
	const parsed = parseJson(text);
	return hasFields(parsed) ? parsed : undefined;
}

/** Counted in the text, because visiting millions of small objects takes seconds. */
function isTooDeep(json: string): boolean {
	for (let at = 0, depth = 0; at < json.length; at++) {
		const char = json[at];
		if (char === '"') at = endOfString(json, at) - 1;
		else if (char === '[' || char === '{') depth++;
		else if (char === ']' || char === '}') depth--;
		if (depth > MAX_DEPTH + 1) return true;
	}
	return false;
}

/** For XML, which n8n parses too. Stops one level below the limit. */
function isDeeperThan(limit: number, value: unknown): boolean {
	if (!hasFields(value)) return false;
	return limit < 0 || Object.values(value).some((inner) => isDeeperThan(limit - 1, inner));
}

function hasFields(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
