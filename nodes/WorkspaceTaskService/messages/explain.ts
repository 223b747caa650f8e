import { mayHaveTakenEffect, type Cause, type Outcome, type RespondedOutcome } from '../outcome';
import { CALLS, type Call } from '../service/calls';
import { chooseHint, isLoginRequest, LATER, explainRedirect, type MessageContext } from './hints';
import { cleanText, findErrorMessage, findLoginMessage, redactAndCut } from './words';

const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';

/** What happened, and what to do about it. The message may end with a full stop. */
interface Explanation {
	message: string;
	hint: string;
	httpCode?: string;
}

export function explainOutcome(outcome: Outcome, messageContext: MessageContext): Explanation {
	const explanation = explainKind(outcome, messageContext);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	const message = explanation.message + tried;
	const { call } = messageContext.request;
	if (!mayHaveTakenEffect(call, outcome)) return { ...explanation, message };
	const warning = warnOfPossibleEffect(call);
	// The hint of a server error is to try again later.
	const hint = outcome.kind === 'serverError' ? warning : `${warning} ${explanation.hint}`;
	return { ...explanation, message, hint };
}

function warnOfPossibleEffect({ resource, effect }: Call): string {
	const done = effect === 'create' ? 'created' : 'changed';
	return `The ${resource} may have been ${done} anyway. Check the service before you try again.`;
}

function explainKind(outcome: Outcome, messageContext: MessageContext): Explanation {
	if ('cause' in outcome) return adaptCauseToRequest(outcome.cause, messageContext);
	switch (outcome.kind) {
		case 'notNeeded':
			return { message: 'Nothing was sent', hint: '' };
		case 'givenUp': {
			// The hint does not say what the last request may have done, since this request was not sent.
			const { message, hint } = explainKind(outcome.last, messageContext);
			return { message: `Not sent, because earlier requests kept failing: ${message}`, hint };
		}
		case 'unreadable': {
			const { status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return { message, hint: LATER };
		}
		case 'rateLimited':
			return explainResponse(
				outcome,
				outcome.isLogin ? { ...messageContext, request: { call: CALLS.logIn } } : messageContext,
			);
		default:
			return explainResponse(outcome, messageContext);
	}
}

function adaptCauseToRequest(cause: Cause, messageContext: MessageContext): Explanation {
	const shown = redactAndCut(cause.message, messageContext.secrets);
	const canIncreaseTimeout = cause.isTimeout && messageContext.hasTimeoutOption;
	return {
		message: isLoginRequest(messageContext.request) ? `The login failed: ${shown}` : shown,
		hint: canIncreaseTimeout ? INCREASE_TIMEOUT : cause.hint,
	};
}

function explainResponse(outcome: RespondedOutcome, messageContext: MessageContext): Explanation {
	const words = findServiceWords(outcome, messageContext);
	return {
		message: `${describeResponder(outcome, messageContext)} with ${describeStatus(outcome)}: ${words || 'no message'}`,
		hint: chooseHint(outcome, messageContext, words),
		httpCode: String(outcome.response.status),
	};
}

function describeResponder({ response }: RespondedOutcome, messageContext: MessageContext): string {
	if (response.status === 407) return 'A proxy responded';
	return isLoginRequest(messageContext.request)
		? 'The service responded to the login'
		: 'The service responded';
}

function describeStatus({ kind, response }: RespondedOutcome): string {
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
function findServiceWords({ response }: RespondedOutcome, messageContext: MessageContext): string {
	const { request, secrets } = messageContext;
	const redirect = explainRedirect(response, messageContext);
	// The target belongs to the message: in places nothing else is shown.
	if (redirect !== undefined) return `it redirects to ${cleanText(redirect.target, secrets)}`;
	if (isLoginRequest(request)) return findLoginMessage(response.text, secrets);
	return findErrorMessage(response.text, secrets, request.body);
}
