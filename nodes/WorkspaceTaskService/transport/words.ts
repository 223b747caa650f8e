const MAX_WORDS = 300;

/** Where services put the sentence a person should read, most telling first. */
const SENTENCE_KEYS = [
	'message',
	'error_description',
	'detail',
	'details',
	'error',
	'errors',
	'reason',
	'description',
	'title',
	'msg',
];

/**
 * The service's own words in the body of an answer of any shape: a sentence in JSON, the title of
 * an HTML page, or the text itself. One line, bounded, without markup or control characters;
 * empty when the body says nothing.
 */
export function serviceWords(body: string): string {
	const parsed = parseJson(body);
	return clean(parsed === undefined ? plainWords(body) : sentencesIn(parsed, 0).join('; '));
}

/** The parsed body, or undefined when it is not JSON. */
export function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function plainWords(body: string): string {
	if (!/<\w+[^>]*>/.test(body)) return body;
	return /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? 'an HTML page';
}

const MAX_DEPTH = 4;

function sentencesIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => sentencesIn(entry, depth + 1));
	const entries = new Map(Object.entries(value));
	const found = SENTENCE_KEYS.map((key) => sentencesIn(entries.get(key), depth + 1)).filter(
		(sentences) => sentences.length > 0,
	);
	const [first = []] = found;
	return entries.has('details') || entries.has('errors') ? [...new Set(found.flat())] : first;
}

function clean(words: string): string {
	const line = words
		.replace(/<[^>]*>/g, ' ')
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim();
	return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line;
}
