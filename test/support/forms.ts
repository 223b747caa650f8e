const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	é: '&eacute;',
};

/** The ways in which services, and what stands between, write a secret into an answer. */
export function formsOf(secret: string): Record<string, string> {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const numeric = (write: (point: number) => string) =>
		secret.replace(/[^a-z\d]/giu, (one) => write(one.codePointAt(0) ?? 0));
	return {
		'as it is': secret,
		'in an address': encodeURIComponent(secret),
		'in a form': new URLSearchParams({ a: secret }).toString().slice('a='.length),
		'in HTML': secret.replace(/[&<>"'é]/g, (one) => ENTITIES[one] ?? one),
		'in HTML by numbers': numeric((point) => `&#${point};`),
		'in HTML by hexadecimal numbers': numeric((point) => `&#x${point.toString(16)};`),
		'in JSON': inJson,
		'in JSON with slashes escaped': inJson.replaceAll('/', '\\/'),
		'in JSON of ASCII': inJson.replace(/[<>&'\u0080-\uffff]/g, unicodeEscape),
		'in base64': Buffer.from(secret).toString('base64'),
		'in base64 for addresses': Buffer.from(secret).toString('base64url'),
	};
}

/** What of the base64 of a longer text tells of the secret in it, by how much stands before it. */
export function base64Within(secret: string): Record<string, string> {
	const behind = (before: string) =>
		Buffer.from(`${before}${secret}${before}`).toString('base64').slice(4, -8);
	return { 'in base64 behind one byte': behind('x'), 'in base64 behind two': behind('xy') };
}

function unicodeEscape(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
