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
}

/** @throws NodeOperationError when no credential is selected or its base URL is unusable. */
export async function openAccount(context: ApiContext): Promise<Account> {
	const node = context.getNode();
	const data = await context.getCredentials(CREDENTIAL_TYPE);
	const selected = node.credentials?.[CREDENTIAL_TYPE];
	const credential = {
		id: selected?.id ?? '',
		name: selected?.name ?? '',
		type: CREDENTIAL_TYPE,
		data,
	};
	try {
		return { baseUrl: normalizeBaseUrl(data.baseUrl), credential };
	} catch (error) {
		throw new NodeOperationError(node, error as Error, {
			description: `Open the credential "${credential.name}" and correct its Base URL.`,
		});
	}
}
