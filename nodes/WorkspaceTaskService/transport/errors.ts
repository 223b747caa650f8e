import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { Answer, ApiRequest, NoAnswer, Outcome } from './request';
import { isRedirect, isSuccess } from './request';
import { mustStand } from './retry';
import { allowedAt } from './retryAfter';
import { cleanText, isHtmlPage, parseJson, saidBy, serviceWords } from './words';

/** What an answer is judged against, and where a refusal is reported. */
export interface Question<Value> {
	node: INode;
	request: ApiRequest;
	response: z.ZodType<Value>;
	/** Never to be shown. */
	secrets: string[];
	itemIndex?: number;
}

const CHECK_BASE_URL =
	'Check the Base URL in the credential: the task service may be at another address.';
const CHECK_FIELDS = 'Check the values in the fields of this node.';

/** What the user can do, by status. The API document shows no status but the 200 of login. */
const ADVICE: Record<number, string> = {
	400: CHECK_FIELDS,
	401: 'Check the API Token, or e-mail and password, in the credential: it may be incomplete, revoked, or the plan may lack API access.',
	402: 'The API needs a Premium, Business or Enterprise plan.',
	403: 'The API needs a Premium, Business or Enterprise plan, and an account that may do this.',
	405: CHECK_BASE_URL,
	410: CHECK_BASE_URL,
	422: CHECK_FIELDS,
	429: 'The service wants fewer requests. Run the workflow again later.',
};

const MAY_EXIST =
	'The request may have been carried out all the same: look in the service before you run it again.';

/**
 * The value in an answer, checked against the schema of the operation.
 * @throws NodeApiError with the service's words as message and the way out as description.
 */
export function readAnswer<Value>(outcome: Outcome, question: Question<Value>): Value {
	if (outcome.status === null) throw unanswered(outcome, question);
	if (!isSuccess(outcome)) throw refused(outcome, question);
	if (isHtmlPage(outcome.text)) throw notTheService(outcome, question);
	const parsed = question.response.safeParse(bodyOf(outcome));
	if (!parsed.success) throw notTheService(outcome, question);
	return parsed.data;
}

/** Undefined when empty; what is not JSON stays text. */
function bodyOf({ text }: Answer): unknown {
	const body = text.trim();
	return body === '' ? undefined : (parseJson(body) ?? body);
}

function refused(answer: Answer, question: Question<unknown>): NodeApiError {
	return apiError(question, {
		httpCode: String(answer.status),
		message: `The service answered ${answer.status}: ${saidBy(answer, question.secrets)}`,
		description: adviceFor(answer, question),
	});
}

function adviceFor(answer: Answer, { request }: Question<unknown>): string {
	const { status, text } = answer;
	if (isRedirect(answer)) return 'Enter the final address as Base URL in the credential.';
	if (status === 404) {
		const isAboutIds = request.method === 'POST' && parseJson(text) !== undefined;
		return isAboutIds
			? `${CHECK_FIELDS} If they are right, check the Base URL in the credential.`
			: CHECK_BASE_URL;
	}
	const until = allowedAt(answer);
	if (until !== undefined) {
		return `It takes no requests until ${new Date(until).toISOString()}: run the workflow again after that.`;
	}
	if (mustStand(request.method, answer)) return MAY_EXIST;
	if (status >= 500) return 'The service has trouble of its own. Run the workflow again later.';
	return ADVICE[status] ?? 'Check the values in the fields of this node and the credential.';
}

function notTheService(answer: Answer, question: Question<unknown>): NodeApiError {
	const { request, secrets } = question;
	const words = serviceWords(answer.text, secrets) || 'something else';
	const advice = mustStand(request.method, answer)
		? `${CHECK_BASE_URL} ${MAY_EXIST}`
		: CHECK_BASE_URL;
	return apiError(question, {
		httpCode: String(answer.status),
		message: `${request.method} ${request.path} did not answer as the task service does: ${words}`,
		description: advice,
	});
}

function unanswered(outcome: NoAnswer, question: Question<unknown>): NodeApiError {
	const mayExist = mustStand(question.request.method, outcome);
	return apiError(question, {
		message: messageWithoutAnswer(outcome, question.secrets),
		description: mayExist ? MAY_EXIST : adviceWithoutAnswer(outcome),
	});
}

function messageWithoutAnswer({ code, reason }: NoAnswer, secrets: string[]): string {
	const words = cleanText(reason, secrets);
	return code.startsWith('LOGIN_') ? words : `No answer from the service: ${words}`;
}

function adviceWithoutAnswer({ code }: NoAnswer): string {
	if (code.startsWith('LOGIN_')) return 'Nothing else was sent.';
	if (code === 'WITHHELD') return 'Run the workflow again after that.';
	return 'Check the Base URL in the credential and that this n8n can reach it.';
}

function apiError(
	{ node, itemIndex }: Question<unknown>,
	shown: { httpCode?: string; message: string; description: string },
): NodeApiError {
	const source: JsonObject = { message: shown.message };
	const error = new NodeApiError(node, source, { ...shown, itemIndex });
	// n8n puts words of its own in place of a message in which it finds a code such as ECONNRESET.
	error.message = shown.message;
	return error;
}
