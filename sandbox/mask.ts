const MASK = '***';
const SECRET_NAME = /password|token|^key$/i;
const SECRETS_IN_TEXT = [
	/((?:^|[?&\s])(?:key|password|token)=)[^&#\s"]*/gi,
	/("(?:password|token|key)"\s*:\s*")(?:[^"\\]|\\.)*/gi,
	/(\bBearer\s+)[^\s"]+/gi,
];

/** Hides the values of `key`, `password` and `token` in a URL, a form or malformed JSON. */
export function maskText(text: string): string {
	return SECRETS_IN_TEXT.reduce((masked, secret) => masked.replace(secret, `$1${MASK}`), text);
}

/** A copy of a JSON value without secrets. */
export function maskValue(value: unknown, mask = maskText): unknown {
	if (typeof value === 'string') return mask(value);
	if (Array.isArray(value)) return value.map((inner) => maskValue(inner, mask));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			SECRET_NAME.test(name) ? MASK : maskValue(inner, mask),
		]),
	);
}

/** Parsed JSON, else the text; `null` without a body. */
export function maskBody(body: unknown, mask = maskText): unknown {
	if (typeof body !== 'string') return null;
	try {
		return maskValue(JSON.parse(body), mask);
	} catch {
		return mask(body);
	}
}

/** Keeps the scheme. */
export function maskAuthorization(header: string | undefined): string | null {
	if (header === undefined) return null;
	const scheme = /^\w+(?= )/.exec(header)?.[0];
	return scheme ? `${scheme} ${MASK}` : MASK;
}

export function maskHeaders({ authorization, ...others }: Record<string, unknown>): unknown {
	if (typeof authorization !== 'string') return maskValue(others);
	return { ...Object(maskValue(others)), authorization: maskAuthorization(authorization) };
}
