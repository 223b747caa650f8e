export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parsed body; undefined if it is not JSON. Integers beyond 2^53 become text. */
export function parseJson(body: string): unknown {
	try {
		const parsed: unknown = JSON.parse(body);
		return /\d{16}/.test(body) ? withLargeIntegers(body, parsed) : parsed;
	} catch {
		return undefined;
	}
}

/** The body is known to be JSON: every string in it ends. */
function withLargeIntegers(body: string, parsed: unknown): unknown {
	const quoted = (token: string) =>
		/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	try {
		return JSON.parse(body.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, quoted));
	} catch {
		// A single token of megabytes is more than a regular expression can hold.
		return parsed;
	}
}
