import { DateTime } from 'luxon';

import { CALLS } from '../../api/calls';
import { mayHaveTakenEffect, type ApiResponse, type Cause, type Outcome } from '../outcome';
import { checkBaseUrl, hintFor, isLogin, TRY_LATER, type About } from './hints';
import { responseMessage } from './message';
import { redact } from './words';

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

/**
 * What happened, and what to do about it. The message may end with a full stop: that of the
 * service's words, or of a failed login.
 */
interface Explanation extends Cause {
	httpCode?: string;
}

type RateLimited = Extract<Outcome, { kind: 'rateLimited' }>;

export function explain(outcome: Outcome, about: About): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, about);
	const { attempts = 1 } = outcome;
	return {
		message: attempts > 1 ? withAttempts(message, attempts) : message,
		hint: withEffect(hint, outcome, about),
		httpCode,
	};
}

export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

/** Before the full stop that the message may have. */
function withAttempts(message: string, attempts: number): string {
	return `${message.replace(/(?<!\.)\.$/, '')} (after ${attempts} attempts)`;
}

function withEffect(hint: string, outcome: Outcome, about: About): string {
	const { request, again = 'run this again' } = about;
	const { call } = request;
	if (!mayHaveTakenEffect(call, outcome)) return hint;
	const done = call.effect === 'create' ? 'created' : 'changed';
	const sentence = `The ${call.resource} may have been ${done} anyway. Check the service before you ${again}.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function explanationOf(outcome: Outcome, about: About): Explanation {
	switch (outcome.kind) {
		case 'done':
			return unexpected(outcome.response, 'unexpected data', about);
		case 'notTaskService':
			return unexpected(outcome.response, 'a web page instead of data', about);
		case 'unreadable':
			return {
				message: `The service responded with ${outcome.status}, but its response ${outcome.reason}`,
				hint: TRY_LATER,
			};
		case 'rateLimited':
			return rateLimited(outcome, about);
		case 'givenUp':
			return givenUp(outcome.last, about);
		case 'skipped':
		case 'found':
			return { message: 'Nothing was sent', hint: '' };
		case 'cancelled':
		case 'inLoop':
		case 'loginRefused':
		case 'noResponse':
		case 'notSent':
			return withoutResponse(outcome.cause, about);
		default:
			return responded(outcome.response, about, hintFor(outcome.response, about));
	}
}

function responded(response: ApiResponse, about: About, hint: string): Explanation {
	const message = responseMessage(response, about);
	return { message, hint, httpCode: String(response.status) };
}

function rateLimited(outcome: RateLimited, about: About): Explanation {
	const hint = `The service limits the request rate. Try again ${whenAllowed(outcome)}.`;
	if (!outcome.isLogin) return responded(outcome.response, about, hint);
	const request = { call: CALLS.logIn };
	return responded(outcome.response, { ...about, request }, hint);
}

function unexpected(response: ApiResponse, what: string, about: About): Explanation {
	const message = responseMessage(response, about, what);
	const hint = `${checkBaseUrl(about)} If it is right, the service may be down for maintenance.`;
	return { message, hint, httpCode: String(response.status) };
}

/** The hint does not say what the last request may have done, since this request was not sent. */
function givenUp(last: Outcome, about: About): Explanation {
	const { message, hint } = explanationOf(last, about);
	const saysWhen = hint.includes('Try again');
	return {
		message: `Not sent, because earlier requests kept failing: ${message}`,
		hint: saysWhen ? hint : `${hint} Try again later.`.trim(),
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
