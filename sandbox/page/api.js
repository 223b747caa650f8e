/** Calls a control route. Rejects with what the sandbox says about each invalid field. */
export async function call(method, path, body) {
	const headers = { 'content-type': 'application/json' };
	const content = body === undefined ? {} : { headers, body: JSON.stringify(body) };
	const response = await fetch(`/sandbox${path}`, { method, ...content });
	const result = await response.json().catch(() => undefined);
	if (response.ok) return result;
	const { message, details = [] } = result?.error ?? {};
	const reasons = details.map((detail) => `${detail.field} ${detail.message}`);
	const summary = message ?? `The sandbox responded with ${response.status}`;
	throw new Error(reasons.join(', ') || summary);
}
