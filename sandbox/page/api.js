/** One call to the sandbox's own routes. Throws its reason, of which `details` name the fields. */
export async function call(method, path, body) {
	const headers = { 'content-type': 'application/json' };
	const content = body === undefined ? {} : { headers, body: JSON.stringify(body) };
	const answer = await fetch(`/sandbox${path}`, { method, ...content });
	const result = await answer.json().catch(() => undefined);
	if (answer.ok) return result;
	const { message, details } = result?.error ?? {};
	throw Object.assign(new Error(message ?? `The sandbox answered ${answer.status}`), { details });
}
