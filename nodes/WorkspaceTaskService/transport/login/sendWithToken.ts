import type { Call } from '../../api/calls';
import { policyOf, type Outcome } from '../outcome';
import type { Account, Credential } from './account';
import { tokenText } from './credentialData';
import { hungLogin } from './failure';
import { discardLogin, loginOf, type Login } from './logIn';

/** With the stored token, the token of the shared login, and the token of a new login. */
const MAX_SENDS = 3;

interface RefusedToken {
	token: string;
	call: Call;
	/** The login that this process shared when the request began. */
	loginBefore: Login | undefined;
}

/**
 * Sends with the token of the account, and after a 401 again with a different token, if there is one. A
 * 401 says that nothing was done, so a create is safe to repeat.
 *
 * The account's `credential.data` has the session that the next request uses. Each send gets a copy,
 * `data`. If the session in the copy is empty, n8n logs in and writes the new session into the copy.
 */
export async function sendWithToken(
	account: Account,
	call: Call,
	send: (credential: Credential) => Promise<Outcome>,
): Promise<Outcome> {
	const { credential } = account;
	const isApiToken = credential.data.sessionToken === undefined;
	if (isApiToken) return await send(credential);
	const loginBefore = loginOf(credential.data);
	for (let sends = 1; ; sends++) {
		const data = { ...credential.data };
		const firstToken = tokenText(data.sessionToken);
		const outcome = await send({ ...credential, data });
		const token = firstToken || tokenText(data.sessionToken);
		account.tokens.add(token);
		// The deadline, or a cancel, ended the send during the login. The signal keeps n8n from sending later.
		if (outcome.kind === 'noResponse' && data.sessionToken === '') return hungLogin(outcome.cause);
		// n8n logged in: the next request uses this session.
		if (firstToken === '' && credential.data.sessionToken === '') credential.data = data;
		if (outcome.kind !== 'unauthorized') {
			if (policyOf(outcome).works) account.callsWithDiscardedLogin.delete(call);
			return outcome;
		}
		if (sends === MAX_SENDS) return outcome;
		const hasNextToken = prepareNextToken(account, { token, call, loginBefore });
		if (!hasNextToken) return outcome;
	}
}

/**
 * After a 401, in this order:
 * - The account has a different token by now: send with it. For example, eight items were refused, and
 *   the first of them has logged in.
 * - The refused token is fresh: a login would not help. For example, the plan has no API access.
 * - Else empty the session, so that n8n logs in and stores the new token. For example, the token has
 *   expired, or a different process fetched it long ago.
 * @returns whether a different token will be sent next
 */
function prepareNextToken(account: Account, { token, call, loginBefore }: RefusedToken): boolean {
	const { callsWithDiscardedLogin, credential } = account;
	const { data } = credential;
	if (token === '') return false;
	const isReplaced = tokenText(data.sessionToken) !== token;
	if (isReplaced) return true;
	const login = loginOf(data);
	if (login?.fetchedToken === token) {
		// The login began after the request, or the call has already discarded a login. So a request causes
		// one login at most for each try, and a call two until one of its requests works.
		const isFresh = login !== loginBefore || callsWithDiscardedLogin.has(call);
		if (isFresh) return false;
		callsWithDiscardedLogin.add(call);
		discardLogin(data);
	}
	data.sessionToken = '';
	return true;
}
