import type { Assumed } from '../assumptions';

export interface Refusal {
	status: number;
	message: string;
	details: Array<{ field: string; message: string }>;
}

interface ShapedError {
	contentType: string;
	body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const CODES: Record<number, string> = {
	400: 'bad_request',
	401: 'unauthorized',
	402: 'payment_required',
	403: 'forbidden',
	404: 'not_found',
	409: 'conflict',
	413: 'payload_too_large',
	415: 'unsupported_media_type',
	422: 'validation_failed',
	429: 'too_many_requests',
	503: 'unavailable',
};

const SHAPES: Record<Assumed['errorBody'], (refusal: Refusal) => ShapedError> = {
	nested: ({ status, message, details }) =>
		json({ error: { code: codeOf(status), message, details } }),
	message: ({ message }) => json({ message }),
	errors: ({ message, details }) => json({ errors: details.length > 0 ? details : [{ message }] }),
	problem: ({ status, message, details }) => {
		const problem = { type: 'about:blank', title: codeOf(status), status, detail: message };
		return json({ ...problem, errors: details }, 'application/problem+json');
	},
	text: ({ message }) => ({ contentType: 'text/plain; charset=utf-8', body: message }),
	html: ({ status, message }) => ({
		contentType: 'text/html; charset=utf-8',
		body: `<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n<p>${escape(message)}</p>\n`,
	}),
	empty: () => ({ contentType: JSON_TYPE, body: '' }),
};

export function shapeError(refusal: Refusal, { errorBody }: Assumed): ShapedError {
	return SHAPES[errorBody](refusal);
}

const codeOf = (status: number): string => CODES[status] ?? 'internal';

const json = (value: object, contentType = JSON_TYPE): ShapedError => ({
	contentType,
	body: JSON.stringify(value),
});

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
