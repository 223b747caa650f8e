import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { CALLS } from '../../api/calls';
import { exchange, type Helper } from '../exchange';
import { authorize, hasSession } from './credentialData';
import { logIn } from './logIn';

/**
 * For `preAuthentication`, which n8n calls without a token and after any failed request. It retries
 * that request if it gets a token.
 * @returns undefined if the token it has is still accepted
 */
export async function renewSession(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<string | undefined> {
	if (hasSession(credentials) && (await isAccepted(credentials, helper))) return undefined;
	return await logIn(credentials, helper);
}

/** Whether the service accepts the session token, or does not say. */
async function isAccepted(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<boolean> {
	const baseUrl = normalizeBaseUrl(credentials.baseUrl);
	const withToken: Helper = async (options) => {
		return await helper(authorize(options, credentials.sessionToken));
	};
	const outcome = await exchange(withToken, { call: CALLS.listBoards }, { baseUrl });
	return outcome.kind !== 'unauthorized';
}
