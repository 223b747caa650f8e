import { createHash } from 'crypto';
import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

import type { Call } from '../../api/calls';
import { normalizeBaseUrl } from '../../api/baseUrl';
import { field } from '../../api/json';
import type { Helper } from '../exchange';

export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

const TOKEN_TYPE = 'workspaceTaskServiceApi';
const LOGIN_TYPE = 'workspaceTaskServiceLoginApi';

/** n8n's own message has the internal name of the credential. */
const NO_CREDENTIAL =
	'No credential is selected. Open this node and select one under "Credential".';
const OTHER_KIND = (name: string) =>
	`"${name}" is not the kind of credential that this node is set to. Open this node and select "${name}" under "Credential" again.`;

/** The credential in use, read and decrypted once: n8n would do so again for every request. */
export interface Account {
	baseUrl: string;
	/** `login.ts` puts a fresh session token in here, and empties it. */
	credential: ICredentialsDecrypted & { data: ICredentialDataDecryptedObject };
	/** The same for all executions with the same service, credential and secret. */
	key: string;
	/** All that were sent, also those that are no longer in the credential. */
	tokens: Set<string>;
	/** By call: when it first refused a token and has accepted none since, by the clock. */
	refusedAt: Map<Call, number>;
}

/** @throws NodeOperationError if there is no usable credential, or if a run would need several accounts */
export async function openAccount(context: ApiContext): Promise<Account> {
	const node = context.getNode();
	const type = node.parameters.authentication === 'login' ? LOGIN_TYPE : TOKEN_TYPE;
	const { [type]: selected, ...others } = node.credentials ?? {};
	if (selected === undefined) {
		const [other] = Object.values(others);
		throw new NodeOperationError(node, other ? OTHER_KIND(other.name) : NO_CREDENTIAL);
	}
	const data = await context.getCredentials(type);
	const { id, name } = selected;
	await requireOneAccount(context, { type, name, data });
	if (type === LOGIN_TYPE && !hasSession(data)) data.sessionToken = '';
	try {
		const baseUrl = normalizeBaseUrl(data.baseUrl);
		return {
			baseUrl,
			credential: { id: String(id ?? ''), name, type, data },
			key: [baseUrl, id, secretHash(data)].join(' '),
			tokens: new Set(),
			refusedAt: new Map(),
		};
	} catch (error) {
		const description = `Open the credential "${name}" and correct "Base URL".`;
		throw new NodeOperationError(node, String(field(error, 'message')), { description });
	}
}

/** n8n evaluates the expressions in a credential for each item, but a run has one account. */
async function requireOneAccount(
	context: ApiContext,
	{ type, name, data: first }: Pick<Account['credential'], 'type' | 'name' | 'data'>,
): Promise<void> {
	if (!('getInputData' in context)) return;
	const lastItem = context.getInputData().length - 1;
	if (lastItem < 1) return;
	const last = await context.getCredentials(type, lastItem);
	if (identityOf(first) === identityOf(last)) return;
	const message = `The expressions in the credential "${name}" result in different accounts for the first and the last item`;
	const description = 'Nothing was sent. Put Loop Over Items (batch size 1) before this node.';
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** A new password opens the same account. */
function identityOf(data: ICredentialDataDecryptedObject): string {
	return JSON.stringify([text(data.baseUrl), tokenText(data.apiToken), emailOf(data)]);
}

/** Empty for an API token. */
export const emailOf = ({ email }: ICredentialDataDecryptedObject) => text(email).toLowerCase();

/** n8n would replace the signal of a request by that of the execution, and our deadline with it. */
export function authenticated(context: ApiContext, credential: Account['credential']): Helper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	return async (options) =>
		await helpers.httpRequestWithAuthentication.call(caller, credential.type, options, {
			credentialsDecrypted: credential,
		});
}

/** It stays in the memory of this process. */
export function secretHash(data: ICredentialDataDecryptedObject): string {
	const { baseUrl, apiToken, email, password } = data;
	const secret = JSON.stringify([baseUrl, apiToken, email, password]);
	return createHash('sha256').update(secret).digest('base64');
}

/** What must never appear in a message, even if the service repeats it. */
export function secretsOf(data: ICredentialDataDecryptedObject): string[] {
	return [tokenText(data.apiToken), text(data.password), tokenText(data.sessionToken)];
}

/** The address and URL can be edited after a login. */
export function hasSession(data: ICredentialDataDecryptedObject): boolean {
	return tokenText(data.sessionToken) !== '' && data.sessionFor === sessionFor(data);
}

export function sessionFor({ baseUrl, email }: ICredentialDataDecryptedObject): string {
	return `${text(email)} ${text(baseUrl)}`;
}

/** A token as it is sent; people paste it with quotes, `Bearer`, or what no header can have. */
export function tokenText(value: unknown): string {
	const sent = text(value).replace(/[^ -~\u0080-\u00ff]/g, '');
	return withoutQuotes(withoutQuotes(sent).replace(/^Bearer\s+/i, ''));
}

const withoutQuotes = (value: string) => value.trim().replace(/^(["'])(.*)\1$/, '$2');

const text = (value: unknown) => String(value ?? '').trim();

/**
 * Adds the token to a request (API: `Authorization: Bearer <API_TOKEN>`). A function and not an
 * expression, because n8n evaluates an expression for every single request.
 */
export function authorize(request: IHttpRequestOptions, token: unknown): IHttpRequestOptions {
	const headers = { ...request.headers, Authorization: `Bearer ${tokenText(token)}` };
	return { ...request, headers };
}
