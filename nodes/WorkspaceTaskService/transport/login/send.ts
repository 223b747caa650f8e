import type { Call } from '../../api/calls';
import { systemClock } from '../../time/clock';
import { exchange, type Helper } from '../exchange';
import { askedMsOf, type ApiRequest, type Outcome } from '../outcome';
import type { Account, ApiContext, Credential } from './account';
import { sessionFor } from './credentialData';
import { mayBeAboutToken, type Session } from './logIn';

/** With the stored token, a token that others have fetched since, and a token of a new login. */
const MAX_SENDS = 3;

/** Sends a request, and again with a different token after a refusal that may be about its token. */
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

/**
 * Single retry with a renewed token. Each send gets a copy of the credential. If the session in the copy
 * is empty, n8n calls `logIn`, stores the token, and writes it into the copy.
 */
export async function sendWithToken(
	account: Account,
	call: Call,
	sendWith: (credential: Credential) => Promise<Outcome>,
): Promise<Outcome> {
	const { credential, session } = account;
	if (session === undefined) return await sendWith(credential);
	let refusedToken = '';
	for (let sends = 1; ; sends++) {
		const isNew = session.token === '' || session.token === refusedToken;
		const data = {
			...credential.data,
			sessionToken: isNew ? '' : session.token,
			sessionFor: sessionFor(credential.data),
			refusedToken,
		};
		const outcome = await sendWith({ ...credential, data });
		const token = data.sessionToken;
		if (token === '') return withoutToken(outcome);
		account.secrets.add(token);
		account.hasLoggedIn ||= isNew;
		const isAbout = mayBeAboutToken(outcome) && sends < MAX_SENDS;
		if (!isAbout || !renew(account, session, { call, outcome, token, isNew })) return outcome;
		refusedToken = token;
	}
}

interface Refused {
	call: Call;
	outcome: Outcome;
	token: string;
	/** The token was fetched for this request. */
	isNew: boolean;
}

/**
 * After a refusal that may be about the token: the account has a different token by now, or the next
 * send fetches one. If a token was fetched for a request that is refused again, it is permission.
 * @returns whether the request is sent again
 */
function renew(account: Account, session: Session, refused: Refused): boolean {
	const { call, outcome, token, isNew } = refused;
	// 400 and a 2xx are mostly about the values of a create, and a 2xx may have had an effect.
	const isVague = call.effect !== 'read' && !isForbidden(outcome);
	if (session.token !== token) return !isVague;
	if (isNew) session.keep();
	if (session.isKept()) return false;
	if (isVague && !account.hasLoggedIn) session.discard();
	return !isVague;
}

function isForbidden(outcome: Outcome): boolean {
	return 'response' in outcome && [401, 403].includes(outcome.response.status);
}

/**
 * If the deadline or a cancel ended a request during its login, nothing was sent. The signal keeps n8n
 * from sending it later.
 */
function withoutToken(outcome: Outcome): Outcome {
	if (outcome.kind !== 'noResponse' && outcome.kind !== 'cancelled') return outcome;
	const message = `The login failed: ${outcome.cause.message}`;
	return { kind: 'notSent', cause: { ...outcome.cause, message } };
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
