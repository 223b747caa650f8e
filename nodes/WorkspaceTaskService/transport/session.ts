import type { Account, ApiContext } from './account';
import { discardToken } from './login';
import type { ApiRequest, Outcome } from './request';
import { send } from './request';

/**
 * Sends a request; after a 401 once more with the token of a fresh login, if there is one to be had.
 * A 401 says that nothing was done, so a create is safe to repeat.
 */
export async function sendSignedIn(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs?: number,
): Promise<Outcome> {
	const { data } = account.credential;
	const token = data.sessionToken;
	const outcome = await send(context, account, request, timeoutMs);
	const mayHaveExpired = typeof token === 'string' && token !== '';
	if (outcome.status !== 401 || !mayHaveExpired) return outcome;
	discardToken(data, token);
	// Without a token n8n logs in and stores the new one. Another request may have done so already.
	if (data.sessionToken === token) data.sessionToken = '';
	return await send(context, account, request, timeoutMs);
}
