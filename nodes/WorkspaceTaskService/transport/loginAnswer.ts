import { loginAnswer } from '../api/schemas';
import type { Explanation } from './causes';
import { explain, fullText } from './errors';
import { LoginFailure } from './loginFailure';
import { cleanText } from './messages';
import type { ApiRequest, Outcome } from './outcome';
import { sentencesIn } from './sentences';

/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
const REFUSAL_STATUSES = [401, 403, 422];
/** Shared by the items of one run that ask at about the same time. */
const FAILURE_KEPT_MS = 5_000;
const CHECK_PASSWORD =
	'Check e-mail and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.';

/** Pure: the token in the answer to a login. */
export function readLogin(
	outcome: Outcome,
	request: ApiRequest,
	secrets: string[],
	now: number,
): string {
	const token = outcome.kind === 'done' ? loginAnswer.safeParse(outcome.body) : undefined;
	if (token?.success) return token.data.token;
	const message = fullText(explanationOf(outcome, request, secrets, now));
	switch (outcome.kind) {
		case 'rateLimited':
			throw new LoginFailure(message, { ...outcome, cause: { type: 'login', message } });
		case 'indeterminate':
		case 'notSent':
		case 'garbled':
			throw new LoginFailure(message, { kind: 'notSent', cause: { type: 'login', message } });
		default:
			throw refusedLogin(message, isRefusal(outcome) ? REFUSAL_KEPT_MS : FAILURE_KEPT_MS);
	}
}

function explanationOf(...[outcome, ...rest]: Parameters<typeof explain>): Explanation {
	const explanation = explain(outcome, ...rest);
	if (isRefusal(outcome)) return { ...explanation, hint: CHECK_PASSWORD };
	if (outcome.kind !== 'done') return explanation;
	const [, secrets] = rest;
	// Only what is meant to be read: the rest of the answer may hold a token.
	const words = cleanText(sentencesIn(outcome.body).join('; '), secrets) || 'no reason given';
	return { message: `The answer to the login has no token: ${words}`, hint: explanation.hint };
}

/** The service knows the request and says no, so that repeating it may lock the account. */
function isRefusal(outcome: Outcome): boolean {
	return 'reply' in outcome && REFUSAL_STATUSES.includes(outcome.reply.status);
}

export const refusedLogin = (message: string, keptForMs = FAILURE_KEPT_MS) =>
	new LoginFailure(message, { kind: 'loginRefused', message }, keptForMs);
