import { loginResponse } from '../../api/responses';
import { explain, fullText } from '../errors/explain';
import type { About } from '../errors/hints';
import { askedMsOf, ExchangeFailure, policyOf, type Cause, type Outcome } from '../outcome';
import { tokenText } from './credentialData';

/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
/** Other failures that would come again at once: the items of a run share them. */
const FAILURE_KEPT_MS = 5_000;

export class LoginFailure extends ExchangeFailure {
	/** @param keptMs for how long the login is not repeated */
	constructor(
		message: string,
		outcome: Outcome,
		readonly keptMs = 0,
	) {
		super(message, outcome);
	}
}

export function refusedLogin(message: string, keptMs = FAILURE_KEPT_MS): LoginFailure {
	const cause = { message, hint: '' };
	return new LoginFailure(message, { kind: 'loginRefused', cause }, keptMs);
}

/** The deadline of a request ended it before there was a token. */
export function hungLogin(cause: Cause): Outcome {
	const message = `The login failed: ${cause.message}`;
	return { kind: 'notSent', cause: { ...cause, message } };
}

/**
 * The token in the response to a login.
 * @throws LoginFailure: of the response, its message shows nothing but sentences
 */
export function readLogin(outcome: Outcome, about: About): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return tokenText(login.data.token);
	const message = fullText(explain(outcome, about));
	if (outcome.kind === 'rateLimited') {
		const keptMs = Math.min(askedMsOf(outcome), REFUSAL_KEPT_MS);
		throw new LoginFailure(message, { ...outcome, isLogin: true }, keptMs);
	}
	const verdict = policyOf(outcome).login;
	if (verdict === 'passing') {
		const cause = { message, hint: 'The request itself was not sent.' };
		throw new LoginFailure(message, { kind: 'notSent', cause });
	}
	const keptMs = verdict === 'refusal' ? REFUSAL_KEPT_MS : FAILURE_KEPT_MS;
	throw refusedLogin(message, keptMs);
}
