import type { Account, ApiContext } from './account';
import { textOf } from './account';
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
	const outcome = await sendOnce(context, account, request, timeoutMs);
	const mayHaveExpired = typeof token === 'string' && token !== '';
	if (outcome.status !== 401 || !mayHaveExpired) return outcome;
	discardToken(data, token);
	// Without a token n8n logs in and stores the new one. Another request may have done so already.
	if (data.sessionToken === token) data.sessionToken = '';
	return await sendOnce(context, account, request, timeoutMs);
}

/** Another request may take a refused token out of the credential before this one's answer is read. */
async function sendOnce(...call: Parameters<typeof send>): Promise<Outcome> {
	const [, { credential, tokens }] = call;
	tokens.add(textOf(credential.data.sessionToken));
	const outcome = await send(...call);
	tokens.add(textOf(credential.data.sessionToken));
	return outcome;
}
