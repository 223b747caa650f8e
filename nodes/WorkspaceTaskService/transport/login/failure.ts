import { loginResponse } from '../../api/requests';
import type { About } from '../errors/hints';
import { explain, fullText } from '../errors/explain';
import { loginMessage } from '../errors/words';
import { ExchangeFailure, type Cause, type Kind, type Outcome } from '../outcome';
import { tokenText } from './account';

/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
/** After these, another login may succeed. */
const PASSING_KINDS: Kind[] = ['serverError', 'noResponse', 'notSent', 'unreadable'];
const REFUSAL_STATUSES = [401, 403, 422];
/** Shared by the items of one run that ask at about the same time. */
const FAILURE_KEPT_MS = 5_000;
const CHECK_PASSWORD =
	'Check the email and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.';

/** It carries no `response`: n8n would log in again if it found one with status 401. */
export class LoginFailure extends ExchangeFailure {
	constructor(
		message: string,
		outcome: Outcome,
		readonly keptForMs = 0,
	) {
		super(message, outcome);
	}
}

export const refusedLogin = (message: string, keptForMs = FAILURE_KEPT_MS) =>
	new LoginFailure(message, { kind: 'loginRefused', message }, keptForMs);

/** The deadline of a request ended it before there was a token. */
export const hungLogin = (cause: Cause): Outcome => ({
	kind: 'notSent',
	cause: { ...cause, message: `The login failed: ${cause.message}` },
});

/** @throws LoginFailure: of the response, its message shows nothing but sentences */
export function readLogin(outcome: Outcome, about: About): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return tokenText(login.data.token);
	const explanation = explain(outcome, { ...about, isLogin: true });
	if (outcome.kind === 'done') {
		const words = loginMessage(outcome.response.text, about.secrets);
		explanation.message = `The response to the login has no token${words && `: ${words}`}`;
	}
	// The service knows the request and says no, so that repeating it may lock the account.
	const isRefusal =
		(outcome.kind === 'unauthorized' || outcome.kind === 'refused') &&
		REFUSAL_STATUSES.includes(outcome.response.status);
	if (isRefusal) explanation.hint = CHECK_PASSWORD;
	const message = fullText(explanation);
	if (outcome.kind === 'rateLimited') {
		const waitMs = (outcome.retryAt ?? about.now) - about.now;
		const limited = { ...outcome, isLogin: true as const };
		throw new LoginFailure(message, limited, Math.min(waitMs, REFUSAL_KEPT_MS));
	}
	if (PASSING_KINDS.includes(outcome.kind)) {
		const cause = { message, hint: 'The request itself was not sent.' };
		throw new LoginFailure(message, { kind: 'notSent', cause });
	}
	throw refusedLogin(message, isRefusal ? REFUSAL_KEPT_MS : FAILURE_KEPT_MS);
}
