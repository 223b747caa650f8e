import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { field } from '../api/json';
import { noticePage, PAGE_HEADERS, questionPage, MAX_TYPED_CHARACTERS } from './page';
import { askedQuestion, untilText, type Question } from './question';
import { isReview } from './review';

const OK = 200;
const BAD_REQUEST = 400;
const GONE = 410;
const ENDED = 'The question was answered, or its time ended, and the workflow continued.';

export const approvalWebhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** GET shows the question, POST decides. Previews and scanners of links only GET. */
export function respondToPerson(context: IWebhookFunctions, now: Date): IWebhookResponseData {
	const question = askedQuestion(context);
	const id = field(context.getQueryData(), 'wait');
	if (question?.id === undefined || id !== question.id) {
		return show(context, GONE, noticePage('This link is no longer valid', ENDED));
	}
	const { endsAt = Infinity } = question;
	const until = untilText(context, question.endsAt);
	if (endsAt <= now.getTime()) {
		return show(context, GONE, noticePage(question.title, `Nobody answered${until}.`));
	}
	const page = questionPage(question, until);
	if (context.getRequestObject().method !== 'POST') return show(context, OK, page);
	const decision = decisionIn(context.getBodyData(), question);
	if (decision === undefined) return show(context, BAD_REQUEST, page);
	return resume(context, question, { ...decision, respondedAt: now.toISOString() });
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().writeHead(status, PAGE_HEADERS).end(page);
	return { noWebhookResponse: true };
}

/** n8n resumes an execution once, and sends the page when it has. */
function resume(
	context: IWebhookFunctions,
	question: Question,
	decision: Decision & { respondedAt: string },
): IWebhookResponseData {
	context.getResponseObject().setHeaders(new Map(Object.entries(PAGE_HEADERS)));
	const { approved, comment } = decision;
	const json: IDataObject = { ...decision, timedOut: false, task: question.task };
	// An agent shows its model this field of a review that declines.
	if (isReview(context) && !approved && comment !== null) json.chatInput = comment;
	const label = approved ? question.approveLabel : question.declineLabel;
	const text = `You answered “${label}”.\nYou can close this page.`;
	return {
		webhookResponse: noticePage(question.title, text),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

interface Decision {
	approved: boolean;
	/** Null if it was not entered, or not asked for. */
	respondedBy: string | null;
	comment: string | null;
}

/** Undefined if it is none of the answers that were offered, or lacks the name. */
function decisionIn(body: unknown, question: Question): Decision | undefined {
	const decision = field(body, 'decision');
	const approved = decision === 'approve';
	const declined = decision === 'decline' && question.declineLabel !== undefined;
	if (!approved && !declined) return undefined;
	const respondedBy = question.asksForName ? typedText(body, 'name') : null;
	if (question.asksForName && respondedBy === null) return undefined;
	const comment = question.asksForComment ? typedText(body, 'comment') : null;
	return { approved, respondedBy, comment };
}

function typedText(body: unknown, name: string): string | null {
	const typed = field(body, name);
	if (typeof typed !== 'string') return null;
	// A browser counts a line break once and sends two characters.
	const lines = typed.replaceAll('\r\n', '\n').trim();
	return lines.slice(0, MAX_TYPED_CHARACTERS) || null;
}
