import type { Account, ApiContext } from './account';
import { discardToken, isFetchedSince } from './login';
import type { ApiRequest, NoAnswer, Outcome } from './request';
import { send } from './request';
import { textOf } from './secrets';

/** With an old token, with one that another process or execution fetched, with a fresh one. */
const MOST_SENDS = 3;

/**
 * Sends a request; after a 401 again with another token, if there is one to be had. A 401 says that
 * nothing was done, so a create is safe to repeat.
 * @param turn waits until the request may be sent, or gives what stands in place of an answer
 */
export async function sendSignedIn(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs?: number,
	turn: () => Promise<NoAnswer | undefined> = async () => undefined,
): Promise<Outcome> {
	const startedAt = Date.now();
	for (let sends = 1; ; sends++) {
		const withheld = await turn();
		if (withheld !== undefined) return withheld;
		const { outcome, token } = await sendOnce(context, account, request, timeoutMs);
		const isRefused = outcome.status === 401 && sends < MOST_SENDS;
		if (!isRefused || !renew(account, token, startedAt)) return outcome;
	}
}

/** Whether another token than the refused one will be sent next. */
function renew({ credential: { data } }: Account, token: string, startedAt: number): boolean {
	if (token === '' || isFetchedSince(data, token, startedAt)) return false;
	discardToken(data, token);
	// Without a token n8n logs in and stores the new one. Another request may have done so already.
	if (textOf(data.sessionToken) === token) data.sessionToken = '';
	return true;
}

/** Another request may take a refused token out of the credential before this one's answer is read. */
async function sendOnce(...call: Parameters<typeof send>) {
	const [, { credential, tokens }] = call;
	const before = textOf(credential.data.sessionToken);
	tokens.add(before);
	const outcome = await send(...call);
	const after = textOf(credential.data.sessionToken);
	tokens.add(after);
	return { outcome, token: before === '' ? after : before };
}
