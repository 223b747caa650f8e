import type { Try } from '../n8n/tries';
import type { History } from '../world';
import { LOGIN_REFUSAL_MS, S } from './paths';
import { describe, sentBy } from './promises';
import type { Violation } from './violations';

/** "refused is a 4xx"; 408 may have taken effect. */
const REFUSAL = /^4(?!08|29)/;
/** "If the answer is the same with the token of a login made for the request …: for a minute, this answer causes no login" */
const MAX_LOGINS = 2;

/** "one login at a time per account, stored, renewed on 401" */
export function wrongLogins(runs: Try[], { scenario }: History): Violation[] {
	const logins = sentBy(runs).filter(({ call }) => call === 'log in');
	const together = logins.filter(({ at }, index) => at < (logins[index - 1]?.endedAt ?? 0));
	const tooSoon = logins.filter(({ at }, index) => {
		const { response = '', endedAt = 0, isLimited } = logins[index - 1] ?? {};
		return REFUSAL.test(response) && !isLimited && at < endedAt + LOGIN_REFUSAL_MS;
	});
	const isTokenRefused = scenario.troubles.some(({ fault }) => fault === '401');
	const many = runs.filter(
		({ sent, plan }) =>
			isTokenRefused &&
			(scenario.tokenLifeMs ?? 0) > plan.items * plan.timeoutS * S &&
			sent.filter(({ call, proof }) => call === 'log in' && proof === 'done').length > MAX_LOGINS,
	);
	const say = (invariant: string, all: string[]) => all.map((what) => ({ invariant, what }));
	return [
		...say('"one login at a time per account"', together.map(describe)),
		...say('"A refused login is not repeated for a minute"', tooSoon.map(describe)),
		...say(
			'"for a minute, this answer causes no login"',
			many.map(({ execution }) => execution),
		),
	];
}
