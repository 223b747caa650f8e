import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { Answer, ApiRequest, NoAnswer, Outcome } from './request';
import { parseJson, serviceWords } from './words';

/** What an answer is judged against, and where a refusal is reported. */
export interface Question<Value> {
	node: INode;
	request: ApiRequest;
	response: z.ZodType<Value>;
	itemIndex?: number;
}

const CHECK_BASE_URL = 'Check the Base URL in the credential: no task service answers there.';

/** What the user can do, by status. The API document shows no status but the 200 of login. */
const ADVICE: Record<number, string> = {
	400: 'Check the values in the fields of this node.',
	401: 'Check the API Token in the credential: it may be incomplete, revoked, or the plan may lack API access.',
	402: 'The API needs a Premium, Business or Enterprise plan.',
	403: 'The API needs a Premium, Business or Enterprise plan, and an account that may do this.',
	404: `Check the ids in the fields of this node. ${CHECK_BASE_URL}`,
	410: CHECK_BASE_URL,
	422: 'Check the values in the fields of this node.',
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
	if (outcome.status < 200 || outcome.status > 299) throw refused(outcome, question);
	const body = outcome.text.trim() === '' ? undefined : parseJson(outcome.text);
	if (body === undefined && outcome.text.trim() !== '') throw notTheService(outcome, question);
	const parsed = question.response.safeParse(body);
	if (!parsed.success) throw notTheService(outcome, question);
	return parsed.data;
}

function refused(answer: Answer, question: Question<unknown>): NodeApiError {
	const words = serviceWords(answer.text) || 'no reason given';
	return apiError(question, {
		httpCode: String(answer.status),
		message: `The service answered ${answer.status}: ${words}`,
		description: adviceFor(answer, question.request),
	});
}

function adviceFor({ status, headers }: Answer, { method }: ApiRequest): string {
	if (status >= 300 && status < 400) {
		return `The address redirects to ${String(headers.location ?? 'another one')}. Enter the final address as Base URL in the credential.`;
	}
	if (status >= 500 && method === 'POST') return MAY_EXIST;
	if (status >= 500) return 'The service has trouble of its own. Run the workflow again later.';
	return ADVICE[status] ?? 'Check the values in the fields of this node and the credential.';
}

function notTheService(answer: Answer, question: Question<unknown>): NodeApiError {
	const words = serviceWords(answer.text) || 'something else';
	return apiError(question, {
		httpCode: String(answer.status),
		message: `${question.request.method} ${question.request.path} did not answer as the task service does: ${words}`,
		description: CHECK_BASE_URL,
	});
}

/** Codes of Node.js that prove that the request never left. */
const NEVER_SENT = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

function unanswered(failure: NoAnswer, question: Question<unknown>): NodeApiError {
	const mayExist = question.request.method === 'POST' && !NEVER_SENT.includes(failure.code);
	return apiError(question, {
		// With a code such as ECONNRESET n8n would put a sentence of its own in place of this one.
		httpCode: '',
		message: `No answer from the service: ${failure.reason}`,
		description: mayExist
			? MAY_EXIST
			: 'Check the Base URL in the credential and that this n8n can reach it.',
	});
}

function apiError(
	{ node, itemIndex }: Question<unknown>,
	{ httpCode, message, description }: { httpCode: string; message: string; description: string },
): NodeApiError {
	const source: JsonObject = { message };
	return new NodeApiError(node, source, { httpCode, message, description, itemIndex });
}
