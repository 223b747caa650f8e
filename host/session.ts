/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod/v4';
import { quirksOf, type VersionQuirks } from './versionQuirks';

/** The owner account of an n8n. */
export const owner = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });
export type Owner = z.infer<typeof owner>;

/** A signed-in owner of an n8n. */
export interface Session {
	url: string;
	owner: Owner;
	quirks: VersionQuirks;
	/** What the editor calls; returns the `data` of the answer. */
	rest(method: string, path: string, body?: object): Promise<unknown>;
	/** The public API; GET by default. */
	api(path: string, method?: string, body?: object): Promise<unknown>;
}

/** An answer of n8n that is not a 2xx. */
export class Refusal extends Error {
	constructor(
		request: string,
		readonly status: number,
		readonly text: string,
	) {
		super(`n8n answered ${request} with ${status}: ${text}`);
	}
}

/** Without keep-alive: a busy n8n closes connections just when the next request uses them. */
const dispatcher = new Agent({ pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });

const wrapped = z.object({ data: z.unknown() });

/** Sets up the owner of a fresh n8n, with a random password and an API key. */
export async function setUpOwner(url: string): Promise<Owner> {
	const account = { email: 'owner@example.com', password: `${randomBytes(12).toString('hex')}A1` };
	const setup = { ...account, firstName: 'Olivia', lastName: 'Owner' };
	const rest = restWith(url, await send(url, 'POST', '/rest/owner/setup', {}, setup));
	const scopes = await rest('GET', '/rest/api-keys/scopes');
	const key = await rest('POST', '/rest/api-keys', { label: 'host', expiresAt: null, scopes });
	return { ...account, apiKey: z.object({ rawApiKey: z.string() }).parse(key).rawApiKey };
}

/** Signs in. */
export async function openSession(
	url: string,
	account: Owner,
	quirks = quirksOf(),
): Promise<Session> {
	const { email, password, apiKey } = account;
	const login = { emailOrLdapLoginId: email, email, password };
	const rest = restWith(url, await send(url, 'POST', '/rest/login', {}, login));
	const api: Session['api'] = async (path, method = 'GET', body) =>
		(await send(url, method, path, { 'x-n8n-api-key': apiKey }, body)).body;
	return { url, owner: account, quirks, rest, api };
}

/** @param signedIn the answer that set the cookies */
function restWith(url: string, { cookies }: Answer): Session['rest'] {
	const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
	return async (method, path, body) =>
		wrapped.parse((await send(url, method, path, { cookie }, body)).body).data;
}

interface Answer {
	cookies: string[];
	/** Parsed JSON. */
	body: unknown;
}

async function send(
	url: string,
	method: string,
	path: string,
	headers: Record<string, string>,
	body?: object,
): Promise<Answer> {
	const answer = await request(url + path, {
		method: method as 'GET' | 'POST',
		headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
		body: body && JSON.stringify(body),
		dispatcher,
	});
	const { statusCode } = answer;
	const text = await answer.body.text();
	if (statusCode > 299) throw new Refusal(`${method} ${path}`, statusCode, text);
	const cookies = [answer.headers['set-cookie'] ?? []].flat();
	return { cookies, body: text === '' ? undefined : JSON.parse(text) };
}
