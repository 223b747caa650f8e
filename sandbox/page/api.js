/** Why the sandbox did not do what it was asked. `details` name the fields. */
export class Refusal extends Error {
	constructor(status, { message, details = [] }) {
		super(message);
		this.status = status;
		this.details = details;
	}
}

/** One call to the sandbox's own routes; resolves with the parsed answer or throws a Refusal. */
export async function call(method, path, body) {
	const answer = await fetch(`/sandbox${path}`, requestOf(method, body));
	const content = await answer.json().catch(() => undefined);
	if (answer.ok) return content;
	const error = content?.error ?? { message: `The sandbox answered ${answer.status}` };
	throw new Refusal(answer.status, error);
}

function requestOf(method, body) {
	if (body === undefined) return { method };
	const headers = { 'content-type': 'application/json' };
	return { method, headers, body: JSON.stringify(body) };
}
