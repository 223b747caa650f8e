import { loginResponse } from '../../api/requests';
import { explain, fullText, type About } from '../errors/explain';
import { askedMsOf, ExchangeFailure, type Cause, type Kind, type Outcome } from '../outcome';
import { tokenText } from './account';

/** Repeating a refused login can lock the account. */
const KEPT_MS = 60_000;
/** After these, another login may succeed. A web page may be that of a maintenance. */
const PASSING_KINDS: Kind[] = [
	'serverError',
	'noResponse',
	'notSent',
	'unreadable',
	'notTaskService',
];

/** For how long a login that failed is not repeated. */
export function keptMs(failure: unknown): number {
	if (!(failure instanceof ExchangeFailure)) return 0;
	const isRefused = failure.outcome.kind === 'loginRefused';
	return isRefused ? KEPT_MS : Math.min(askedMsOf(failure.outcome), KEPT_MS);
}

export const refusedLogin = (message: string) =>
	new ExchangeFailure(message, { kind: 'loginRefused', cause: { message, hint: '' } });

/** The deadline of a request ended it before there was a token. */
export const hungLogin = (cause: Cause): Outcome => ({
	kind: 'notSent',
	cause: { ...cause, message: `The login failed: ${cause.message}` },
});

/** @throws ExchangeFailure: of the response, its message shows nothing but sentences */
export function readLogin(outcome: Outcome, about: About): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return tokenText(login.data.token);
	const message = fullText(explain(outcome, about));
	if (outcome.kind === 'rateLimited')
		throw new ExchangeFailure(message, { ...outcome, isLogin: true });
	if (!PASSING_KINDS.includes(outcome.kind)) throw refusedLogin(message);
	const cause = { message, hint: 'The request itself was not sent.' };
	throw new ExchangeFailure(message, { kind: 'notSent', cause });
}
