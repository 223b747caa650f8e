import type { Call } from '../../api/calls';
import { systemClock } from '../../time/clock';
import { exchange, type Helper } from '../exchange';
import { askedMsOf, type ApiRequest, type Outcome } from '../outcome';
import type { Account, ApiContext, Credential } from './account';
import { sendWithToken } from './sendWithToken';

/**
 * Sends a request. After a 401, sends it again with a different token: three times in all at most. It
 * costs one login at most.
 */
export async function send(
	context: ApiContext,
	account: Account,
	{ request, timeoutMs }: { request: ApiRequest; timeoutMs?: number },
): Promise<Outcome> {
	const cancel =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const destination = { baseUrl: account.baseUrl, timeoutMs, cancel };
	return await sendWithToken(account, request.call, async (credential) => {
		const startedAt = systemClock.now();
		const outcome = await exchange(authenticated(context, credential), request, destination);
		const durationMs = Math.round(systemClock.now() - startedAt);
		log(context, request.call, { outcome, durationMs });
		return outcome;
	});
}

/** n8n would replace the signal of a request by the execution's signal, and our deadline with it. */
function authenticated(context: ApiContext, credential: Credential): Helper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	const credentials = { credentialsDecrypted: credential };
	return async (options) => {
		return await helpers.httpRequestWithAuthentication.call(
			caller,
			credential.type,
			options,
			credentials,
		);
	};
}

function log(
	{ logger }: ApiContext,
	{ method, path }: Call,
	{ outcome, durationMs }: { outcome: Outcome; durationMs: number },
): void {
	const ended = `${outcome.kind} after ${durationMs} ms`;
	const askedMs = askedMsOf(outcome);
	const pause = askedMs > 0 ? `, paused until ${dateIn(askedMs)}` : '';
	logger.debug(`${ended}${pause}`, { method, path });
}

function dateIn(ms: number): string {
	return new Date(Date.now() + ms).toISOString();
}
