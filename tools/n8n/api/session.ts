import { randomBytes } from 'node:crypto';
import { z } from 'zod/v4';
import { call, type Call } from '../../http/client';
import { quirksOf, type VersionQuirks } from '../versionQuirks';

/** The owner account of an n8n. */
export const owner = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });
export type Owner = z.infer<typeof owner>;

/** A signed-in owner of an n8n. */
export interface Session {
	url: string;
	owner: Owner;
	quirks: VersionQuirks;
	/** What the editor calls; returns the `data` of the response. */
	rest(method: string, path: string, body?: object): Promise<unknown>;
	/** The public API; GET by default. */
	api(path: string, method?: string, body?: object): Promise<unknown>;
}

/** A response that is not a 2xx. */
export class Refusal extends Error {
	constructor(
		request: string,
		readonly status: number,
		readonly text: string,
	) {
		super(`n8n responded to ${request} with ${status}: ${text}`);
	}
}

const wrapped = z.object({ data: z.unknown() });

type Account = Pick<Owner, 'email' | 'password'>;

const settings = z.object({
	userManagement: z.object({ showSetupOnFirstLoad: z.boolean() }),
});
const newKey = z.object({ id: z.string(), rawApiKey: z.string() });

/** Sets up the owner of a fresh n8n, with a random password and an API key. */
export async function setUpOwner(url: string): Promise<Owner> {
	const account = {
		email: 'owner@example.com',
		password: `${randomBytes(12).toString('hex')}A1`,
	};
	return (await withNewKey(url, account, await createOwner(url, account))).owner;
}

/**
 * Signs in as the owner and creates an API key. In a fresh n8n, sets up the owner first: only an n8n
 * with its editor says whether it is fresh.
 */
export async function signInOwner(url: string, account: Account) {
	const { userManagement } = settings.parse(await restWith(url)('GET', '/rest/settings'));
	const isFresh = userManagement.showSetupOnFirstLoad;
	const signedIn = isFresh ? await createOwner(url, account) : await logIn(url, account);
	return await withNewKey(url, account, signedIn);
}

async function createOwner(url: string, account: Account): Promise<Response> {
	const owner = { ...account, firstName: 'Olivia', lastName: 'Owner' };
	return await callN8n('POST', url, '/rest/owner/setup', { body: owner });
}

async function withNewKey(url: string, account: Account, signedIn: Response) {
	const rest = restWith(url, signedIn);
	const scopes = await rest('GET', '/rest/api-keys/scopes');
	const label = `host ${randomBytes(4).toString('hex')}`;
	const key = await rest('POST', '/rest/api-keys', { label, expiresAt: null, scopes });
	const { id, rawApiKey } = newKey.parse(key);
	const removeKey = async () => await rest('DELETE', `/rest/api-keys/${id}`);
	return { owner: { ...account, apiKey: rawApiKey }, removeKey };
}

async function logIn(url: string, { email, password }: Account): Promise<Response> {
	const login = { emailOrLdapLoginId: email, email, password };
	return await callN8n('POST', url, '/rest/login', { body: login });
}

export async function openSession(
	url: string,
	account: Owner,
	quirks = quirksOf(),
): Promise<Session> {
	const { apiKey } = account;
	const rest = restWith(url, await logIn(url, account));
	const api: Session['api'] = async (path, method = 'GET', body) =>
		(await callN8n(method, url, path, { headers: { 'x-n8n-api-key': apiKey }, body })).body;
	return { url, owner: account, quirks, rest, api };
}

/** @param signedIn the response that set the cookies; without it, anonymous */
function restWith(url: string, signedIn?: Response): Session['rest'] {
	const cookies = [signedIn?.headers['set-cookie'] ?? []].flat();
	const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
	return async (method, path, body) =>
		wrapped.parse((await callN8n(method, url, path, { headers: { cookie }, body })).body).data;
}

type Response = Awaited<ReturnType<typeof call>>;

async function callN8n(method: string, url: string, path: string, options: Call) {
	const response = await call(method, url + path, options);
	if (response.status < 300) return response;
	throw new Refusal(`${method} ${path}`, response.status, response.text);
}
