import { loginResponse } from '../../api/requests';
import { explain, fullText } from '../errors/explain';
import type { About } from '../errors/hints';
import { askedMsOf, ExchangeFailure, type Cause, type Outcome } from '../outcome';
import { policyOf } from '../policy';
import { tokenText } from './credentialData';

/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
/** Shared by the items of one run that ask at about the same time. */
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

export const refusedLogin = (message: string, keptMs = FAILURE_KEPT_MS) =>
	new LoginFailure(message, { kind: 'loginRefused', cause: { message, hint: '' } }, keptMs);

/** The deadline of a request ended it before there was a token. */
export const hungLogin = (cause: Cause): Outcome => ({
	kind: 'notSent',
	cause: { ...cause, message: `The login failed: ${cause.message}` },
});

/** @throws LoginFailure: of the response, its message shows nothing but sentences */
export function readLogin(outcome: Outcome, about: About): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return tokenText(login.data.token);
	const message = fullText(explain(outcome, about));
	if (outcome.kind === 'rateLimited') {
		const keptMs = Math.min(askedMsOf(outcome), REFUSAL_KEPT_MS);
		throw new LoginFailure(message, { ...outcome, isLogin: true }, keptMs);
	}
	const { login: verdict } = policyOf(outcome);
	if (verdict === 'refusal') throw refusedLogin(message, REFUSAL_KEPT_MS);
	if (verdict !== 'passing') throw refusedLogin(message, FAILURE_KEPT_MS);
	const cause = { message, hint: 'The request itself was not sent.' };
	throw new LoginFailure(message, { kind: 'notSent', cause });
}
