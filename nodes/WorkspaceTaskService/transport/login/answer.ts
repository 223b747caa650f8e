import { loginAnswer } from '../../api/requests';
import { explain, fullText } from '../errors/explain';
import { cleanText } from '../errors/words';
import type { ApiRequest, Outcome } from '../outcome';
import { sentencesIn } from '../errors/sentences';

/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
const REFUSAL_STATUSES = [401, 403, 422];
/** Shared by the items of one run that ask at about the same time. */
const FAILURE_KEPT_MS = 5_000;
const CHECK_PASSWORD =
	'Check e-mail and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.';

/** It carries no `response`: n8n would log in again if it found one with status 401. */
export class LoginFailure extends Error {
	constructor(
		/** For people. */
		message: string,
		/** Of the request that needed the token; it was not sent. */
		readonly outcome: Outcome,
		/** For how long all callers get this answer without a request. */
		readonly keptForMs = 0,
	) {
		super(message);
	}
}

export const refusedLogin = (message: string, keptForMs = FAILURE_KEPT_MS) =>
	new LoginFailure(message, { kind: 'loginRefused', message }, keptForMs);

/** Pure: the token in the answer to a login. */
export function readLogin(
	outcome: Outcome,
	request: ApiRequest,
	secrets: string[],
	now: number,
): string {
	const token = outcome.kind === 'done' ? loginAnswer.safeParse(outcome.body) : undefined;
	if (token?.success) return token.data.token;
	const explanation = explain(outcome, request, secrets, now);
	// The service knows the request and says no, so that repeating it may lock the account.
	const isRefusal = 'response' in outcome && REFUSAL_STATUSES.includes(outcome.response.status);
	if (isRefusal) explanation.hint = CHECK_PASSWORD;
	if (outcome.kind === 'done') {
		// Only what is meant to be read: the rest of the answer may hold a token.
		const words = cleanText(sentencesIn(outcome.body).join('; '), secrets) || 'no reason given';
		explanation.message = `The answer to the login has no token: ${words}`;
	}
	const message = fullText(explanation);
	const cause = { message, hint: 'The request itself was not sent.' };
	switch (outcome.kind) {
		case 'rateLimited':
			throw new LoginFailure(message, { ...outcome, isLogin: true });
		case 'serverError':
		case 'noResponse':
		case 'notSent':
		case 'truncated':
			throw new LoginFailure(message, { kind: 'notSent', cause });
		default:
			throw refusedLogin(message, isRefusal ? REFUSAL_KEPT_MS : FAILURE_KEPT_MS);
	}
}
