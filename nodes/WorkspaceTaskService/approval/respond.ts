import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { field } from '../api/json';
import { MAX_TYPED_CHARACTERS, noticePage, PAGE_HEADERS, questionPage } from './page';
import { askedQuestion, untilText, type Question, type SavedQuestion } from './question';
import { isReview } from './review';

const ENDED = 'The question was answered, or its time ended, and the workflow continued.';

interface Decision {
	approved: boolean;
	/** Null if it was not entered, or not asked for. */
	respondedBy: string | null;
	comment: string | null;
}

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
		return show(context, 410, noticePage('This link is no longer valid', ENDED));
	}
	const { title, end } = question;
	const until = untilText(context, end);
	if (end !== undefined && end <= now.getTime()) {
		return show(context, 410, noticePage(title, `Nobody answered${until}.`));
	}
	const page = questionPage(question, until);
	if (context.getRequestObject().method !== 'POST') return show(context, 200, page);
	const decision = decisionIn(context.getBodyData(), question);
	if (decision === undefined) return show(context, 400, page);
	return resume(context, question, { ...decision, respondedAt: now.toISOString() });
}

/** Undefined if it is none of the answers that were offered, or lacks the name. */
export function decisionIn(body: unknown, question: Question): Decision | undefined {
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
	const text = String(field(body, name) ?? '').trim();
	return text.slice(0, MAX_TYPED_CHARACTERS) || null;
}

/** n8n resumes an execution once, and sends the page when it has. */
function resume(
	context: IWebhookFunctions,
	{ title, approveLabel, declineLabel, task }: SavedQuestion,
	decision: Decision & { respondedAt: string },
): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(PAGE_HEADERS)) {
		response.setHeader(name, value);
	}
	const { approved, comment } = decision;
	// An agent shows its model this field of a review that declines.
	const feedback = isReview(context) && !approved && comment ? { chatInput: comment } : {};
	const json: IDataObject = {
		...decision,
		timedOut: false,
		task,
		...feedback,
	};
	const label = approved ? approveLabel : declineLabel;
	const text = `You answered “${label}”.\nYou can close this page.`;
	return {
		webhookResponse: noticePage(title, text),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().writeHead(status, PAGE_HEADERS).end(page);
	return { noWebhookResponse: true };
}
