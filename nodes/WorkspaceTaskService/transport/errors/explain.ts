import { DateTime } from 'luxon';

import { CALLS } from '../../api/calls';
import { mayHaveTakenEffect, type ApiResponse, type Cause, type Outcome } from '../outcome';
import { cleanText, errorMessage, loginMessage, redact } from '../words';
import {
	CHECK_BASE_URL,
	hintFor,
	isLogin,
	LATER,
	limitHint,
	redirectOf,
	type About,
} from './hints';

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';
const NOT_THE_API = `${CHECK_BASE_URL} If it is right, the service may be down for maintenance.`;

/** What happened, and what to do about it. The message may end with a full stop. */
interface Explanation {
	message: string;
	hint: string;
	httpCode?: string;
}

type RateLimited = Extract<Outcome, { kind: 'rateLimited' }>;

export function explain(outcome: Outcome, about: About): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, about);
	const { attempts = 1 } = outcome;
	return {
		message: attempts > 1 ? `${message} (after ${attempts} attempts)` : message,
		hint: withEffect(hint, outcome, about),
		httpCode,
	};
}

function withEffect(hint: string, outcome: Outcome, about: About): string {
	const { call } = about.request;
	if (!mayHaveTakenEffect(call, outcome)) return hint;
	const done = call.effect === 'create' ? 'created' : 'changed';
	const sentence = `The ${call.resource} may have been ${done} anyway. Check the service before you try again.`;
	// The hint of a server error is to try again later.
	return outcome.kind === 'serverError' ? sentence : `${sentence} ${hint}`;
}

function explanationOf(outcome: Outcome, about: About): Explanation {
	switch (outcome.kind) {
		case 'done':
			return responded(outcome.response, about, NOT_THE_API, 'unexpected data');
		case 'notTaskService':
			return responded(outcome.response, about, NOT_THE_API, 'a web page instead of data');
		case 'unreadable': {
			const { status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return { message, hint: LATER };
		}
		case 'rateLimited':
			return rateLimited(outcome, about);
		case 'givenUp': {
			// The hint does not say what the last request may have done, since this request was not sent.
			const { message, hint } = explanationOf(outcome.last, about);
			return { message: `Not sent, because earlier requests kept failing: ${message}`, hint };
		}
	}
	if ('cause' in outcome) return withoutResponse(outcome.cause, about);
	if ('response' in outcome) {
		return responded(outcome.response, about, hintFor(outcome.response, about));
	}
	return { message: 'Nothing was sent', hint: '' };
}

function rateLimited(outcome: RateLimited, about: About): Explanation {
	const request = outcome.isLogin ? { call: CALLS.logIn } : about.request;
	return responded(outcome.response, { ...about, request }, limitHint(whenAllowed(outcome)));
}

/** @param what came instead of the data that was asked for */
function responded(
	response: ApiResponse,
	about: About,
	hint: string,
	what = statusWords(response.status),
): Explanation {
	const subject = isLogin(about.request)
		? 'The service responded to the login'
		: 'The service responded';
	const message = `${subject} with ${what}: ${wordsOf(response, about) || 'no message'}`;
	return { message, hint, httpCode: String(response.status) };
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

function withoutResponse({ message, hint, isTimeout }: Cause, about: About): Explanation {
	const shown = redact(message, about.secrets);
	const canIncreaseTimeout = isTimeout && about.hasTimeoutOption;
	return {
		message: isLogin(about.request) ? `The login failed: ${shown}` : shown,
		hint: canIncreaseTimeout ? INCREASE_TIMEOUT : hint,
	};
}

/** Such as `after 2026-12-31 19:58:30 UTC (in 15 minutes)`. */
function whenAllowed({ response, askedMs }: RateLimited): string {
	if (askedMs === undefined) return 'later';
	const now = DateTime.utc();
	const received = DateTime.fromJSDate(response.receivedDate, { zone: 'utc' });
	const time = received.plus(askedMs).setLocale('en');
	if (time <= now) return 'later';
	// The message is made some milliseconds after the response.
	const relative = time.toRelative({ base: now, padding: 500 });
	return `after ${time.toFormat('yyyy-MM-dd HH:mm:ss')} UTC (${relative})`;
}
