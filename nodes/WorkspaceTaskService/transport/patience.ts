import type { Account, ApiContext } from './account';
import { hold, systemClock, waitForTurn } from './pace';
import type { ApiRequest, NoAnswer, Outcome } from './request';
import { sendSignedIn } from './session';
import { isPutOff, waitBeforeRetry } from './retry';
import { allowedAt } from './retryAfter';

export interface Terms {
	/** 0 sends once. */
	maxRetries: number;
	timeoutMs: number;
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
}

/**
 * Sends a request until its outcome is worth nothing better, within the policy of `retry.ts` and
 * when the account may.
 * @throws the reason of the signal, when that ends it.
 */
export async function sendPatiently(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	{ maxRetries, timeoutMs, signal }: Terms,
	clock = systemClock,
): Promise<Outcome> {
	const turn = async () => {
		const until = await waitForTurn(account, signal, clock);
		return until === undefined ? undefined : withheld(until);
	};
	for (let attempt = 0; ; attempt++) {
		const outcome = await sendSignedIn(context, account, request, timeoutMs, turn);
		const now = clock.now();
		const wait = waitBeforeRetry(request.method, outcome, attempt, now, clock.random());
		if (isPutOff(outcome)) hold(account, pauseEnd(outcome, now, wait), now);
		if (wait === undefined || attempt >= maxRetries) return outcome;
		await clock.wait(wait, signal);
	}
}

function pauseEnd(outcome: Outcome, now: number, wait = 0): number {
	const told = outcome.status === null ? undefined : allowedAt(outcome);
	return told ?? now + wait;
}

/** Nothing was sent, since the service told another request that it takes none for long. */
function withheld(until: number): NoAnswer {
	const time = new Date(until).toISOString();
	return {
		status: null,
		code: 'WITHHELD',
		reason: `it takes no requests until ${time}, so nothing was sent`,
	};
}
