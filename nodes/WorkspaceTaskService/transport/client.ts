import type { Clock } from './limits/clock';
import { systemClock } from './limits/clock';
import type { RunShare } from './limits/item';
import { limiterFor } from './limits/limiter';
import type { Account, ApiContext } from './login/account';
import { tokenText } from './login/account';
import { discardToken, isFetchedSince } from './login/login';
import { withoutQuery } from './errors/words';
import type { ApiRequest, Outcome } from './outcome';
import type { Helper } from './request';
import { exchange } from './request';
import { waitBeforeRetry } from './retry';

export interface RetryOptions {
	/** A refusal by a rate limit costs none. */
	maxRetries: number;
	timeoutMs: number;
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
	/** Of this run, in the limiter. */
	share: RunShare;
	/** Called when the request waits for a rate limit. */
	onWait?: () => void;
}

/** With an old token, with one that another execution fetched, with a fresh one. */
const MOST_SENDS = 3;

/**
 * Sends with retries, within the policy and the account's rate limit.
 * @throws the reason of the signal if that ends it
 */
export async function sendWithRetry(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	{ maxRetries, timeoutMs, ...turn }: RetryOptions,
	clock: Clock = systemClock,
): Promise<Outcome> {
	const limiter = limiterFor(`${account.baseUrl} ${account.credential.id}`, clock);
	const sendsOnce = maxRetries === 0;
	const gate: Gate = async (send) => await limiter.run(send, { ...turn, sendsOnce });
	for (let sends = 0, failures = 0; ; failures++) {
		const outcome = await authenticate(context, account, request, timeoutMs, gate);
		sends += outcome.attempts ?? 1;
		const wait = waitBeforeRetry(request.method, outcome, failures, clock.random());
		if (wait === undefined || failures >= maxRetries || !limiter.isPatient)
			return { ...outcome, attempts: sends };
		context.logger.debug(`${outcome.kind}: sent again in ${Math.round(wait)} ms`, about(request));
		await clock.wait(wait, turn.signal);
	}
}

/** Lets a request through when the account may send. */
type Gate = (send: () => Promise<Outcome>) => Promise<Outcome>;

/**
 * Sends a request; after a 401 again with another token, if there is one. A 401 says that nothing
 * was done, so a create is safe to repeat. It costs at most one new login.
 */
export async function authenticate(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs?: number,
	gate: Gate = async (send) => await send(),
): Promise<Outcome> {
	const { data } = account.credential;
	for (let sends = 1, mayLogIn = true; ; sends++) {
		let token = '';
		const outcome = await gate(async () => {
			const sent = await sendOnce(context, account, request, timeoutMs);
			token = sent.token;
			return sent.outcome;
		});
		if (outcome.kind === 'done') account.accepted.add(token);
		const isRefused = outcome.kind === 'unauthorized' && sends < MOST_SENDS;
		if (!isRefused || !renew(account, token, mayLogIn)) return outcome;
		mayLogIn &&= tokenText(data.sessionToken) !== '';
	}
}

/** Whether another token than the refused one will be sent next. */
function renew(account: Account, token: string, mayLogIn: boolean): boolean {
	const { data } = account.credential;
	if (token === '') return false;
	const isFresh = isFetchedSince(data, token, account.openedAt) && !account.accepted.has(token);
	if (isFresh) account.refusesFreshTokens = true;
	const current = tokenText(data.sessionToken);
	if (current !== '' && current !== token) return true;
	if (account.refusesFreshTokens || !mayLogIn) return false;
	discardToken(data, token);
	// Without a token n8n logs in and stores the new one.
	data.sessionToken = '';
	account.renewals++;
	return true;
}

/** Another request may replace a refused token in the credential before this answer is read. */
async function sendOnce(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs?: number,
) {
	const { baseUrl, credential, tokens, renewals } = account;
	const before = tokenText(credential.data.sessionToken);
	tokens.add(before);
	const startedAt = Date.now();
	const cancel =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const ended = await exchange(helperOf(context, account), request, baseUrl, timeoutMs, cancel);
	const { sessionToken } = credential.data;
	// n8n puts the token of a login in here before it sends; another item may have emptied it since.
	const hadToken = before !== '' || sessionToken !== '' || account.renewals !== renewals;
	const outcome = hadToken ? ended : notSent(ended);
	tokens.add(tokenText(sessionToken));
	context.logger.debug(`${outcome.kind} after ${Date.now() - startedAt} ms`, about(request));
	return { outcome, token: before === '' ? tokenText(sessionToken) : before };
}

/** Ended during the login: the signal keeps n8n from sending afterwards. */
function notSent(outcome: Outcome): Outcome {
	if (outcome.kind !== 'noResponse') return outcome;
	return { kind: 'notSent', cause: outcome.cause };
}

/** n8n would replace the signal of a request by that of the execution, and our deadline with it. */
function helperOf(context: ApiContext, { credential }: Account): Helper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	return async (options) =>
		await helpers.httpRequestWithAuthentication.call(caller, credential.type, options, {
			credentialsDecrypted: credential,
		});
}

/** What the log may show. */
function about({ method, path }: ApiRequest) {
	return { method, path: withoutQuery(path) };
}
