import { charsetIn } from '../../charset';
import { field } from '../../json';
import { jsonIn } from '../../parse';
import type { Headers } from '../event/surroundings';
import { withParsedFields } from '../wrapper';

/* A request to the webhook, and what its body holds. */

/** `payload=%7B…%7D`: a form with JSON in this field. */
const FORM_FIELD = 'payload';
const LARGE_INTEGER = /\d{16}/;

export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	/** Undefined for multipart forms, whose bytes n8n does not keep. */
	rawBody: Buffer | undefined;
	/** Names in lower case. */
	headers: Headers;
}

interface ContentReading {
	/** The body, or the JSON in a field of the form. */
	content: unknown;
	/** The body as it was sent. */
	body: unknown;
	/** The form around the content, if there is any. */
	form: unknown[];
}

export function readContent(delivery: Delivery): ContentReading {
	const body = bodyOf(delivery);
	const content = jsonIn(field(body, FORM_FIELD));
	if (content === undefined) return { content: withParsedFields(body), body, form: [] };
	return { content: withParsedFields(content), body, form: [body] };
}

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
function bodyOf(delivery: Delivery): unknown {
	const { body } = delivery;
	const text = textOf(delivery);
	// n8n rounds integers beyond 2^53.
	if (isParsed(delivery) && !LARGE_INTEGER.test(text)) return body;
	const json = jsonIn(typeof body === 'string' ? body : text);
	if (json !== undefined) return json;
	return body === undefined ? text : body;
}

function isParsed({ body, headers }: Delivery): boolean {
	const isForm = String(headers['content-type']).includes('urlencoded');
	return typeof body === 'object' && body !== null && !isForm;
}

/** The body as text in its charset, without a byte order mark. */
export function textOf({ rawBody, headers }: Delivery): string {
	const charset = charsetIn(headers['content-type']);
	try {
		return new TextDecoder(charset).decode(rawBody);
	} catch {
		// There is no such charset.
		return new TextDecoder().decode(rawBody);
	}
}
