import type { ApiResponse, Cause, Outcome } from '../outcome';
import { mayHaveTakenEffect } from '../retry';
import type { Asked } from './hints';
import { checkBaseUrl, hintFor, redirectHint, TRY_LATER, USE_HTTP_REQUEST } from './hints';
import { errorMessage, loginMessage, redact, redirectTarget } from './words';

/** What happened, and what to do about it. The message has no full stop at its end. */
interface Explanation extends Cause {
	httpCode?: string;
}

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

const say = (message: string, hint = ''): Explanation => ({ message, hint });

export function explain(outcome: Outcome, asked: Asked): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, asked);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	const remedy = withEffect(hint, outcome, asked);
	return { message: message + tried, hint: remedy, httpCode };
}

export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

function explanationOf(outcome: Outcome, asked: Asked): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'notTaskService':
			return otherService(outcome, asked);
		case 'unsupported':
		case 'unreadable': {
			const { kind, status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return say(message, kind === 'unreadable' ? TRY_LATER : USE_HTTP_REQUEST);
		}
		case 'rateLimited': {
			const { response, retryAt = 0, isLogin = asked.isLogin } = outcome;
			const when = retryAt > asked.now ? `after ${timeWords(retryAt, asked.now)}` : 'later';
			const hint = `The service limits the request rate. Try again ${when}.`;
			return { ...statusExplanation(response, asked, isLogin), hint };
		}
		case 'givenUp': {
			// Without what the last request may have done: this one was not sent.
			const { message, hint } = explanationOf(outcome.last, asked);
			const when = hint.includes('Try again') ? '' : ' Try again later.';
			return say(`Not sent, because earlier requests kept failing: ${message}`, `${hint}${when}`);
		}
		case 'loginRefused':
			return say(outcome.message);
		case 'skipped':
		case 'found':
			return say('Nothing was sent');
		case 'noResponse':
		case 'notSent': {
			const { message, hint, isTimeout } = outcome.cause;
			const login = asked.isLogin ? 'The login failed: ' : '';
			const isOption = isTimeout && asked.hasTimeoutOption;
			return say(login + redact(message, asked.secrets), isOption ? INCREASE_TIMEOUT : hint);
		}
		default:
			return statusExplanation(outcome.response, asked, asked.isLogin);
	}
}

function withEffect(hint: string, outcome: Outcome, { request, isLogin }: Asked): string {
	const { effect = 'The request may have been carried out' } = request;
	if (!mayHaveTakenEffect(request.method, outcome) || isLogin) return hint;
	const sentence = `${effect} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function otherService(outcome: Outcome & { response: ApiResponse }, asked: Asked): Explanation {
	const { status, text } = outcome.response;
	const { isLogin, secrets } = asked;
	const read = isLogin ? loginMessage : errorMessage;
	const words = read(text, secrets) || 'the response is empty';
	const what = outcome.kind === 'notTaskService' ? 'a web page instead of data' : 'unexpected data';
	return {
		message: `The service responded${toLogin(isLogin)} with ${what}: ${words}`,
		hint: `${checkBaseUrl(asked)} If it is right, the service may be down for maintenance.`,
		httpCode: String(status),
	};
}

const toLogin = (isLogin = false) => (isLogin ? ' to the login' : '');

function statusExplanation(response: ApiResponse, asked: Asked, isLogin = false): Explanation {
	const { status, text, headers } = response;
	const { secrets } = asked;
	const read = isLogin ? loginMessage : errorMessage;
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	const refused = status < 300 ? ', but refused the request' : '';
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	const words = isRedirect
		? `it redirects to ${redirectTarget(headers.location, secrets, isLogin)}`
		: read(text, secrets);
	return {
		message: `The service responded${toLogin(isLogin)} with ${status}${refused}: ${words || 'no message'}`,
		hint: isRedirect ? redirectHint(response, asked) : hintFor(response, asked, isLogin),
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
