import { CALLS } from '../../api/calls';
import type { ApiResponse, Cause, Outcome } from '../outcome';
import { mayHaveTakenEffect } from '../policy';
import { checkBaseUrl, hintFor, isLogin, isRedirect, TRY_LATER, type About } from './hints';
import { redact } from './secrets';
import { errorMessage, loginMessage, redirectTarget, timeWords } from './words';

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

/** What happened, and what to do about it. The message has no full stop at its end. */
interface Explanation extends Cause {
	httpCode?: string;
}

export function explain(outcome: Outcome, about: About): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, about);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	return { message: message + tried, hint: withEffect(hint, outcome, about), httpCode };
}

export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

function withEffect(hint: string, outcome: Outcome, { request }: About): string {
	const { call } = request;
	if (!mayHaveTakenEffect(call, outcome)) return hint;
	const done = call.effect === 'create' ? 'created' : 'changed';
	const sentence = `The ${call.resource} may have been ${done} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function explanationOf(outcome: Outcome, about: About): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'notTaskService': {
			const what = outcome.kind === 'done' ? 'unexpected data' : 'a web page instead of data';
			const hint = `${checkBaseUrl(about)} If it is right, the service may be down for maintenance.`;
			return { ...responded(outcome.response, about, what), hint };
		}
		case 'unreadable': {
			const { status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return { message, hint: TRY_LATER };
		}
		case 'rateLimited': {
			const { response, retryAt, isLogin: atLogin } = outcome;
			const when = retryAt === undefined ? 'later' : `after ${timeWords(retryAt, response.at)}`;
			const hint = `The service limits the request rate. Try again ${when}.`;
			const request = atLogin ? { call: CALLS.logIn } : about.request;
			return { ...responded(response, { ...about, request }), hint };
		}
		case 'givenUp': {
			// Without what the last request may have done: this one was not sent.
			const last = explanationOf(outcome.last, about);
			const message = `Not sent, because earlier requests kept failing: ${last.message}`;
			const again = last.hint.includes('Try again') ? '' : ' Try again later.';
			return { message, hint: `${last.hint}${again}`.trim() };
		}
		case 'skipped':
		case 'found':
			return { message: 'Nothing was sent', hint: '' };
		case 'inLoop':
		case 'loginRefused':
		case 'noResponse':
		case 'notSent': {
			const { message, hint, isTimeout } = outcome.cause;
			const login = isLogin(about.request) ? 'The login failed: ' : '';
			const isOption = isTimeout && about.hasTimeoutOption;
			const shown = login + redact(message, about.secrets);
			return { message: shown, hint: isOption ? INCREASE_TIMEOUT : hint };
		}
		default: {
			const { response } = outcome;
			return { ...responded(response, about), hint: hintFor(response, about) };
		}
	}
}

function responded(response: ApiResponse, { request, secrets }: About, unexpected?: string) {
	const { status, text, headers } = response;
	const atLogin = isLogin(request);
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	const words = isRedirect(status)
		? `it redirects to ${redirectTarget(headers.location, { secrets, isLogin: atLogin })}`
		: (atLogin ? loginMessage : errorMessage)(text, secrets) || 'no message';
	const toLogin = atLogin ? ' to the login' : '';
	const what = unexpected ?? (status < 300 ? `${status}, but refused the request` : status);
	const message = `The service responded${toLogin} with ${what}: ${words}`;
	return { message, httpCode: String(status) };
}
