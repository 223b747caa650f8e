/** Calls a control route. `details` of the error name the invalid fields. */
export async function call(method, path, body) {
	const headers = { 'content-type': 'application/json' };
	const content = body === undefined ? {} : { headers, body: JSON.stringify(body) };
	const response = await fetch(`/sandbox${path}`, { method, ...content });
	const result = await response.json().catch(() => undefined);
	if (response.ok) return result;
	const { message, details } = result?.error ?? {};
	throw Object.assign(new Error(message ?? `The sandbox responded with ${response.status}`), {
		details,
	});
}
