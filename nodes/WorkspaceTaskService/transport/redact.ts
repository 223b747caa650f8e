const MASK = '***';

/** Below these lengths a secret is likely to occur in ordinary sentences, dates or ids. */
const SHORTEST_WORD = 16;
const SHORTEST_NUMBER = 8;
const SHORTEST_MIXED = 4;

/** Text without the secrets: as they are, and as URLs, JSON and HTML spell them. */
export function redact(text: string, secrets: string[]): string {
	const forms = secrets.filter(isDistinctive).flatMap(spellings);
	const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
	return longestFirst.reduce((redacted, form) => redacted.replaceAll(form, MASK), text);
}

function isDistinctive(secret: string): boolean {
	if (/^\p{L}*$/u.test(secret)) return secret.length >= SHORTEST_WORD;
	if (/^\d+$/.test(secret)) return secret.length >= SHORTEST_NUMBER;
	return secret.length >= SHORTEST_MIXED;
}

function spellings(secret: string): string[] {
	const url = encodeURIComponent(Buffer.from(secret).toString());
	const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const quoted = html.replaceAll('"', '&quot;');
	return [
		secret,
		url,
		url.replaceAll('%20', '+'),
		url.replace(/%../g, (escape) => escape.toLowerCase()),
		JSON.stringify(secret).slice(1, -1),
		html,
		quoted,
		quoted.replaceAll("'", '&#39;'),
		quoted.replaceAll("'", '&#x27;'),
	];
}
