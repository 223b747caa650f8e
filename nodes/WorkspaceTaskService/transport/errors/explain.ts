import { CALLS } from '../../api/calls';
import { mayHaveTakenEffect, type Cause, type Outcome, type Responded } from '../outcome';
import { cleanText, errorMessage, loginMessage, redact } from '../words';
import { hintFor, isLogin, LATER, redirectOf, type About } from './hints';

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

/** What happened, and what to do about it. The message may end with a full stop. */
interface Explanation {
	message: string;
	hint: string;
	httpCode?: string;
}

export function explain(outcome: Outcome, about: About): Explanation {
	const explanation = explanationOf(outcome, about);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	return {
		...explanation,
		message: explanation.message + tried,
		hint: withEffect(explanation.hint, outcome, about),
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
	if ('cause' in outcome) return ofCause(outcome.cause, about);
	switch (outcome.kind) {
		case 'answered':
			return { message: 'Nothing was sent', hint: '' };
		case 'givenUp': {
			// The hint does not say what the last request may have done, since this request was not sent.
			const { message, hint } = explanationOf(outcome.last, about);
			return { message: `Not sent, because earlier requests kept failing: ${message}`, hint };
		}
		case 'unreadable': {
			const { status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return { message, hint: LATER };
		}
		case 'rateLimited':
			return ofResponse(
				outcome,
				outcome.isLogin ? { ...about, request: { call: CALLS.logIn } } : about,
			);
		default:
			return ofResponse(outcome, about);
	}
}

function ofCause(cause: Cause, about: About): Explanation {
	const shown = redact(cause.message, about.secrets);
	const canIncreaseTimeout = cause.isTimeout && about.hasTimeoutOption;
	return {
		message: isLogin(about.request) ? `The login failed: ${shown}` : shown,
		hint: canIncreaseTimeout ? INCREASE_TIMEOUT : cause.hint,
	};
}

function ofResponse(outcome: Responded, about: About): Explanation {
	const words = wordsOf(outcome, about);
	return {
		message: `${whoResponded(outcome, about)} with ${whatCame(outcome)}: ${words || 'no message'}`,
		hint: hintFor(outcome, about, words),
		httpCode: String(outcome.response.status),
	};
}

function whoResponded({ response }: Responded, about: About): string {
	if (response.status === 407) return 'A proxy responded';
	return isLogin(about.request) ? 'The service responded to the login' : 'The service responded';
}

function whatCame({ kind, response }: Responded): string {
	switch (kind) {
		case 'done':
			return 'unexpected data';
		case 'notTaskService':
			return 'a web page instead of data';
		case 'refusedIn2xx':
			return `${response.status}, but refused the request`;
		default:
			return String(response.status);
	}
}

/** What the service responded, in its own words. */
function wordsOf({ response }: Responded, about: About): string {
	const redirect = redirectOf(response, about);
	// The target belongs to the message: in places nothing else is shown.
	if (redirect !== undefined) return `it redirects to ${cleanText(redirect.target, about.secrets)}`;
	if (isLogin(about.request)) return loginMessage(response.text, about.secrets);
	return errorMessage(response.text, about.secrets);
}
