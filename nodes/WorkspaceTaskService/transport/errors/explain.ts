import { resourceOf, type ApiResponse, type Cause, type Outcome } from '../outcome';
import { mayHaveTakenEffect } from '../retry';
import type { About } from './hints';
import { checkBaseUrl, hintFor, redirectHint, TRY_LATER, USE_HTTP_REQUEST } from './hints';
import { errorMessage, loginMessage, redact, redirectTarget } from './words';

/** What happened, and what to do about it. The message has no full stop at its end. */
interface Explanation extends Cause {
	httpCode?: string;
}

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

const say = (message: string, hint = ''): Explanation => ({ message, hint });

export function explain(outcome: Outcome, about: About): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, about);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	const remedy = withEffect(hint, outcome, about);
	return { message: message + tried, hint: remedy, httpCode };
}

export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

function explanationOf(outcome: Outcome, about: About): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'notTaskService':
			return otherService(outcome, about);
		case 'unsupported':
		case 'unreadable': {
			const { kind, status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return say(message, kind === 'unreadable' ? TRY_LATER : USE_HTTP_REQUEST);
		}
		case 'rateLimited': {
			const { response, retryAt = 0, isLogin = about.isLogin } = outcome;
			const when = retryAt > about.now ? `after ${timeWords(retryAt, about.now)}` : 'later';
			const hint = `The service limits the request rate. Try again ${when}.`;
			return { ...statusExplanation(response, { ...about, isLogin }), hint };
		}
		case 'givenUp': {
			// Without what the last request may have done: this one was not sent.
			const { message, hint } = explanationOf(outcome.last, about);
			const remedy = hint.includes('Try again') ? hint : `${hint} Try again later.`.trim();
			return say(`Not sent, because earlier requests kept failing: ${message}`, remedy);
		}
		case 'loginRefused':
			return say(outcome.message);
		case 'skipped':
		case 'found':
			return say('Nothing was sent');
		case 'noResponse':
		case 'notSent': {
			const { message, hint, isTimeout } = outcome.cause;
			const login = about.isLogin ? 'The login failed: ' : '';
			const isOption = isTimeout && about.hasTimeoutOption;
			return say(login + redact(message, about.secrets), isOption ? INCREASE_TIMEOUT : hint);
		}
		default:
			return statusExplanation(outcome.response, about);
	}
}

function withEffect(hint: string, outcome: Outcome, { request, isLogin }: About): string {
	if (!mayHaveTakenEffect(request.method, outcome) || isLogin) return hint;
	const resource = resourceOf(request);
	const effect =
		resource === ''
			? 'The request may have been carried out'
			: `The ${resource} may have been created`;
	const sentence = `${effect} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function otherService(outcome: Outcome & { response: ApiResponse }, about: About): Explanation {
	const { status, text } = outcome.response;
	const { isLogin, secrets } = about;
	const read = isLogin ? loginMessage : errorMessage;
	const words = read(text, secrets) || 'the response is empty';
	const what = outcome.kind === 'notTaskService' ? 'a web page instead of data' : 'unexpected data';
	return {
		message: `The service responded${toLogin(about)} with ${what}: ${words}`,
		hint: `${checkBaseUrl(about)} If it is right, the service may be down for maintenance.`,
		httpCode: String(status),
	};
}

const toLogin = ({ isLogin }: About) => (isLogin ? ' to the login' : '');

function statusExplanation(response: ApiResponse, about: About): Explanation {
	const { status, text, headers } = response;
	const { isLogin, secrets } = about;
	const read = isLogin ? loginMessage : errorMessage;
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	const suffix = status < 300 ? ', but refused the request' : '';
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	const words = isRedirect
		? `it redirects to ${redirectTarget(headers.location, about)}`
		: read(text, secrets);
	return {
		message: `The service responded${toLogin(about)} with ${status}${suffix}: ${words || 'no message'}`,
		hint: isRedirect ? redirectHint(response, about) : hintFor(response, about),
		httpCode: String(status),
	};
}

const MINUTE_MS = 60_000;

/** Such as `19:58 UTC (in 15 minutes)`. */
function timeWords(at: number, now: number): string {
	const time = new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS).toISOString();
	const isToday = time.slice(0, 10) === new Date(now).toISOString().slice(0, 10);
	const clock = time.slice(isToday ? 11 : 0, 16).replace('T', ' ');
	const minutes = Math.max(1, Math.ceil((at - now) / MINUTE_MS));
	const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
	return `${clock} UTC (in ${amount} ${unit}${amount === 1 ? '' : 's'})`;
}
