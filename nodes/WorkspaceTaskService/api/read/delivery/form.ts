import { field, isFilledText, isObject, type Fields } from '../../json';
import { jsonIn } from '../../parse';

/* A multipart form, as n8n hands it over: `{ data, files }`. */

const MULTIPART_FORM = /^\s*multipart\/form-data\b/i;
const JSON_TYPE = /\bjson\b/i;
/** The field in which services send JSON: `payload=%7B…%7D`. */
export const EVENT_FIELD = 'payload';

export interface FormReading {
	/** By the names of the fields. */
	fields: Fields;
	/**
	 * A part with a content type holds the event. n8n took the part for a file, and deletes the file after
	 * the request.
	 */
	isLost: boolean;
}

/** Undefined for any other body. */
export function readForm(body: unknown, contentType: unknown): FormReading | undefined {
	if (!MULTIPART_FORM.test(String(contentType))) return undefined;
	const fields = field(body, 'data');
	if (!isObject(fields)) return undefined;
	const hasEvent = jsonIn(fields[EVENT_FIELD]) !== undefined;
	return { fields, isLost: !hasEvent && holdsEvent(field(body, 'files'), fields) };
}

/** Without any field, every file may be the event. */
function holdsEvent(files: unknown, fields: Fields): boolean {
	const parts = partsIn(files);
	if (Object.keys(fields).length === 0) return parts.length > 0;
	return parts.some(isEventPart);
}

interface Part {
	name: string;
	file: unknown;
}

/** Parts with the same name are a list. */
function partsIn(files: unknown): Part[] {
	if (!isObject(files)) return [];
	const parts: Part[] = [];
	for (const [name, value] of Object.entries(files)) {
		for (const file of [value].flat()) parts.push({ name, file });
	}
	return parts;
}

/** What somebody attached has the name of a file. */
function isEventPart({ name, file }: Part): boolean {
	if (name === EVENT_FIELD) return true;
	if (JSON_TYPE.test(String(field(file, 'mimetype')))) return true;
	return !isFilledText(field(file, 'originalFilename'));
}
