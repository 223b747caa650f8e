import { field, isFilledText, isObject, type Fields } from '../../json';
import { jsonIn } from '../../parse';

/* A multipart form, as n8n hands it over: `{ data, files }`. */

const MULTIPART_FORM = /^\s*multipart\/form-data\b/i;
const JSON_TYPE = /\bjson\b/i;
/** The field in which services send JSON. */
const EVENT_FIELD = 'payload';

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
	const fields = field(body, 'data');
	if (!MULTIPART_FORM.test(String(contentType)) || !isObject(fields)) return undefined;
	const isEmpty = Object.keys(fields).length === 0;
	const files = partsIn(field(body, 'files'));
	const hasEvent = jsonIn(fields[EVENT_FIELD]) !== undefined;
	const isLost = files.some(isEventPart) || (isEmpty && files.length > 0);
	return { fields, isLost: isLost && !hasEvent };
}

interface Part {
	name: string;
	file: unknown;
}

/** Parts with the same name are a list. */
function partsIn(files: unknown): Part[] {
	if (!isObject(files)) return [];
	return Object.entries(files).flatMap(([name, value]) =>
		[value].flat().map((file: unknown) => ({ name, file })),
	);
}

/** What somebody attached has the name of a file. */
function isEventPart({ name, file }: Part): boolean {
	const isAttached = isFilledText(field(file, 'originalFilename'));
	const isJson = JSON_TYPE.test(String(field(file, 'mimetype')));
	return !isAttached || isJson || name === EVENT_FIELD;
}
