import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';

/** The contexts of n8n in which this package calls the service. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export const CREDENTIAL_TYPE = 'workspaceTaskServiceApi';

/** The credential in use, read and decrypted once: n8n would do so again for every request. */
export interface Account {
	baseUrl: string;
	credential: ICredentialsDecrypted;
	/** What must never stand in a message, even if the service repeats it. */
	secrets: string[];
}

/** @throws NodeOperationError when no credential is selected or its base URL is unusable. */
export async function openAccount(context: ApiContext): Promise<Account> {
	const node = context.getNode();
	const data = await context.getCredentials(CREDENTIAL_TYPE);
	const selected = node.credentials?.[CREDENTIAL_TYPE];
	const credential = {
		id: String(selected?.id ?? ''),
		name: selected?.name ?? '',
		type: CREDENTIAL_TYPE,
		data,
	};
	try {
		const secrets = [String(data.apiToken).trim()];
		return { baseUrl: normalizeBaseUrl(data.baseUrl), credential, secrets };
	} catch (error) {
		throw new NodeOperationError(node, error as Error, {
			description: `Open the credential "${credential.name}" and correct its Base URL.`,
		});
	}
}
