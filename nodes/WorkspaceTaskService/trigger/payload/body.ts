import { parseJson } from '../../api/json';

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

/** In a longer body, integers beyond 2^53 stay as n8n parsed them: at worst it would take 60 ms. */
const MAX_EXACT_CHARACTERS = 200_000;

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
export function contentOf(delivery: Delivery): unknown {
	const { body, headers } = delivery;
	const isForm = String(headers['content-type']).includes('urlencoded');
	const text = textOf(delivery);
	if (hasFields(body) && !isForm) return exactly(text) ?? body;
	return jsonIn(typeof body === 'string' ? body : text) ?? (body === undefined ? text : body);
}

/** The body as text, without a byte order mark. */
export function textOf({ rawBody }: Delivery): string {
	return new TextDecoder().decode(rawBody);
}

/** A JSON object or list. */
export function jsonIn(text: unknown): object | undefined {
	if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
	try {
		return exactly(text) ?? JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Parsed with exact integers; undefined if n8n's parser does not change any. */
function exactly(text: string): object | undefined {
	if (text.length > MAX_EXACT_CHARACTERS || !/\d{16}/.test(text)) return undefined;
	const parsed = parseJson(text);
	return hasFields(parsed) ? parsed : undefined;
}

function hasFields(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
