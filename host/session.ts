import { randomBytes } from 'node:crypto';
import { z } from 'zod/v4';
import { dialectOf, type Dialect } from './dialect';

/** A signed-in owner of an n8n. */
export interface Session {
	url: string;
	owner: { email: string; password: string };
	dialect: Dialect;
	/** What the editor calls; the answer is taken out of its `data`. */
	rest(method: string, path: string, body?: object): Promise<unknown>;
	/** The public API; GET unless told otherwise. */
	api(path: string, method?: string, body?: object): Promise<unknown>;
}

/** An answer of n8n that is no 2xx. */
export class Refusal extends Error {
	constructor(
		request: string,
		readonly status: number,
		readonly text: string,
	) {
		super(`n8n answered ${request} with ${status}: ${text}`);
	}
}

const wrapped = z.object({ data: z.unknown() });

/** Sets up the owner of a fresh n8n, with a random password. */
export async function openSession(url: string, dialect = dialectOf()): Promise<Session> {
	const owner = { email: 'owner@example.com', password: `${randomBytes(12).toString('hex')}A1` };
	const setup = { ...owner, firstName: 'Olivia', lastName: 'Owner' };
	const answer = await send(url, 'POST', '/rest/owner/setup', {}, setup);
	const cookie = answer.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
	const rest: Session['rest'] = async (method, path, body) => {
		const { data } = wrapped.parse(await (await send(url, method, path, { cookie }, body)).json());
		return data;
	};
	const key = await createApiKey(rest);
	const api: Session['api'] = async (path, method = 'GET', body) =>
		await (await send(url, method, path, { 'x-n8n-api-key': key }, body)).json();
	return { url, owner, dialect, rest, api };
}

async function createApiKey(rest: Session['rest']): Promise<string> {
	const scopes = await rest('GET', '/rest/api-keys/scopes');
	const key = await rest('POST', '/rest/api-keys', { label: 'host', expiresAt: null, scopes });
	return z.object({ rawApiKey: z.string() }).parse(key).rawApiKey;
}

async function send(
	url: string,
	method: string,
	path: string,
	headers: Record<string, string>,
	body?: object,
): Promise<Response> {
	const answer = await fetch(url + path, {
		method,
		headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
		body: body && JSON.stringify(body),
	});
	if (answer.ok) return answer;
	throw new Refusal(`${method} ${path}`, answer.status, await answer.text());
}
