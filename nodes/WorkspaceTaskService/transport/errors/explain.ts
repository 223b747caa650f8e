import { DateTime } from 'luxon';

import { CALLS } from '../../api/calls';
import { mayHaveTakenEffect, type ApiResponse, type Cause, type Outcome } from '../outcome';
import {
	adviceOn,
	checkBaseUrl,
	isLogin,
	LATER,
	limitAdvice,
	redirectOf,
	type About,
	type Advice,
} from './hints';
import { cleanText, errorMessage, loginMessage, redact } from '../words';

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

/** What happened, and what to do about it. The message may end with a full stop. */
interface Explanation extends Advice {
	message: string;
	httpCode?: string;
}

type RateLimited = Extract<Outcome, { kind: 'rateLimited' }>;

export function explain(outcome: Outcome, about: About): Explanation {
	const explanation = explanationOf(outcome, about);
	const { message, httpCode } = explanation;
	const { attempts = 1 } = outcome;
	return {
		message: attempts > 1 ? `${message} (after ${attempts} attempts)` : message,
		hint: withEffect(explanation, outcome, about),
		httpCode,
	};
}

function withEffect({ hint, remedy }: Advice, outcome: Outcome, about: About): string {
	const { request, again = 'run this again' } = about;
	const { call } = request;
	if (!mayHaveTakenEffect(call, outcome)) return hint;
	const done = call.effect === 'create' ? 'created' : 'changed';
	const sentence = `The ${call.resource} may have been ${done} anyway. Check the service before you ${again}.`;
	return remedy === 'later' ? sentence : `${sentence} ${hint}`;
}

function explanationOf(outcome: Outcome, about: About): Explanation {
	switch (outcome.kind) {
		case 'done':
			return unexpected(outcome.response, about, 'unexpected data');
		case 'notTaskService':
			return unexpected(outcome.response, about, 'a web page instead of data');
		case 'unreadable': {
			const { status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return { message, ...LATER };
		}
		case 'rateLimited':
			return rateLimited(outcome, about);
		case 'givenUp':
			return givenUp(outcome.last, about);
		case 'skipped':
		case 'found':
			return { message: 'Nothing was sent', hint: '' };
		case 'inLoop':
		case 'cancelled':
		case 'loginRefused':
		case 'noResponse':
		case 'notSent':
		case 'notTrusted':
			return withoutResponse(outcome.cause, about);
		default:
			return responded(outcome.response, about, adviceOn(outcome.response, about));
	}
}

/** @param what came instead of the data that was asked for */
function unexpected(response: ApiResponse, about: About, what: string): Explanation {
	const hint = `${checkBaseUrl(about)} If it is right, the service may be down for maintenance.`;
	return responded(response, about, { hint }, what);
}

function rateLimited(outcome: RateLimited, about: About): Explanation {
	const request = outcome.isLogin ? { call: CALLS.logIn } : about.request;
	return responded(outcome.response, { ...about, request }, limitAdvice(whenAllowed(outcome)));
}

function responded(
	response: ApiResponse,
	about: About,
	advice: Advice,
	what = statusWords(response.status),
): Explanation {
	const subject = isLogin(about.request)
		? 'The service responded to the login'
		: 'The service responded';
	const message = `${subject} with ${what}: ${wordsOf(response, about) || 'no message'}`;
	return { message, httpCode: String(response.status), ...advice };
}

function statusWords(status: number): string {
	return status < 300 ? `${status}, but refused the request` : String(status);
}

/** What the service responded, in its own words. */
function wordsOf(response: ApiResponse, about: About): string {
	const redirect = redirectOf(response, about);
	// The target belongs to the message: in places nothing else is shown.
	if (redirect !== undefined) return `it redirects to ${cleanText(redirect.target, about.secrets)}`;
	if (isLogin(about.request)) return loginMessage(response.text, about.secrets);
	return errorMessage(response.text, about.secrets);
}

/** The hint does not say what the last request may have done, since this request was not sent. */
function givenUp(last: Outcome, about: About): Explanation {
	const { message, hint, remedy } = explanationOf(last, about);
	return {
		message: `Not sent, because earlier requests kept failing: ${message}`,
		hint: remedy === undefined ? `${hint} Try again later.`.trim() : hint,
	};
}

function withoutResponse({ message, hint, isTimeout }: Cause, about: About): Explanation {
	const shown = redact(message, about.secrets);
	const canIncreaseTimeout = isTimeout && about.hasTimeoutOption;
	return {
		message: isLogin(about.request) ? `The login failed: ${shown}` : shown,
		hint: canIncreaseTimeout ? INCREASE_TIMEOUT : hint,
	};
}

/** Such as `after 19:58:30 UTC (in 15 minutes)`. */
function whenAllowed({ response, askedMs }: RateLimited): string {
	if (askedMs === undefined) return 'later';
	const now = DateTime.utc();
	const received = DateTime.fromJSDate(response.receivedDate, { zone: 'utc' });
	const time = received.plus(askedMs).setLocale('en');
	if (time <= now) return 'later';
	const format = time.hasSame(now, 'day') ? 'HH:mm:ss' : 'yyyy-MM-dd HH:mm:ss';
	// The message is made some milliseconds after the response.
	const relative = time.toRelative({ base: now, padding: 500 });
	return `after ${time.toFormat(format)} UTC (${relative})`;
}
