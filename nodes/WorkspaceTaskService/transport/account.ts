import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { accountKey } from './login';
import { textOf } from './secrets';

/** The contexts of n8n in which this package calls the service. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** What "Authentication" selects. */
const CREDENTIAL_TYPES: Record<string, string> = {
	apiToken: 'workspaceTaskServiceApi',
	login: 'workspaceTaskServiceLoginApi',
};

/** Fields of the credentials that must never stand in a message, even if the service repeats them. */
const SECRET_FIELDS = ['apiToken', 'password', 'sessionToken'];

/** The credential in use, read and decrypted once: n8n would do so again for every request. */
export interface Account {
	baseUrl: string;
	/** n8n and `session.ts` put a fresh session token in here. */
	credential: ICredentialsDecrypted & { data: ICredentialDataDecryptedObject };
	/** All that were sent, also those that are no longer in the credential. */
	tokens: Set<string>;
}

/** @throws NodeOperationError when no credential is selected or its base URL is unusable. */
export async function openAccount(context: ApiContext): Promise<Account> {
	const node = context.getNode();
	const type = CREDENTIAL_TYPES[String(node.parameters.authentication ?? 'apiToken')];
	if (type === undefined) {
		throw new NodeOperationError(node, 'Select the Authentication again.');
	}
	const data = await context.getCredentials(type);
	const selected = node.credentials?.[type];
	const name = selected?.name ?? '';
	try {
		const credential = { id: String(selected?.id ?? ''), name, type, data };
		// It was fetched for what stood in the credential before it was edited.
		const isStale = type === CREDENTIAL_TYPES.login && data.sessionFor !== accountKey(data);
		if (isStale) data.sessionToken = '';
		const tokens = new Set([textOf(data.apiToken)]);
		return { baseUrl: normalizeBaseUrl(data.baseUrl), credential, tokens };
	} catch (error) {
		throw new NodeOperationError(node, error as Error, {
			description: `Open the credential "${name}" and correct its Base URL.`,
		});
	}
}

export function secretsOf({ data }: Pick<Account['credential'], 'data'>): string[] {
	return SECRET_FIELDS.map((field) => textOf(data[field]));
}
