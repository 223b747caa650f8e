import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { field } from '../api/json';
import { ExpiringMap } from '../expiringMap';
import { MAX_COMMENT_CHARACTERS, noticePage, PAGE_HEADERS, questionPage } from './page';
import { askedQuestion, type OpenQuestion, type Question } from './wait';

/** n8n resumes an execution once. Until then, a second click gets our page instead of n8n's error. */
const RESUMING_MS = 10_000;
const resuming = new ExpiringMap<true>(1_000);

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
	if (question === undefined || field(context.getQueryData(), 'wait') !== question.id) {
		const page = noticePage('This link is no longer valid', 'The question has changed.');
		return show(context, 410, page);
	}
	if (context.getRequestObject().method !== 'POST') {
		return show(context, 200, questionPage(question));
	}
	const decision = decisionIn(context.getBodyData(), question);
	if (decision === undefined) return show(context, 400, questionPage(question));
	if (resuming.get(question.id)) {
		return show(context, 409, noticePage(question.title, 'This was already answered.'));
	}
	resuming.set(question.id, true, RESUMING_MS);
	return resume(context, question, { ...decision, respondedAt: now.toISOString() });
}

interface Decision {
	approved: boolean;
	comment?: string;
}

/** @returns undefined if none of the buttons was pressed */
export function decisionIn(body: unknown, question: Question): Decision | undefined {
	const decision = field(body, 'decision');
	const approved = decision === 'approve';
	const declined = decision === 'decline' && question.declineLabel !== undefined;
	if (!approved && !declined) return undefined;
	if (!question.asksForComment) return { approved };
	const comment = String(field(body, 'comment') ?? '').trim();
	return { approved, comment: comment.slice(0, MAX_COMMENT_CHARACTERS) };
}

/** n8n sends the page once it has resumed the execution. */
function resume(
	context: IWebhookFunctions,
	{ title, approveLabel, declineLabel = '', task }: OpenQuestion,
	decision: Decision & { respondedAt: string },
): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
	const { approved, comment = '' } = decision;
	// An agent shows its model this field of a review that declines.
	const isReview = context.getNode().type.endsWith('HitlTool');
	const feedback = isReview && !approved && comment !== '' ? { chatInput: comment } : {};
	const json: IDataObject = { ...decision, timedOut: false, task, ...feedback };
	const label = approved ? approveLabel : declineLabel;
	const text = `Your answer was recorded: ${label}\nYou can close this page.`;
	return {
		webhookResponse: noticePage(title, text),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().writeHead(status, PAGE_HEADERS).end(page);
	return { noWebhookResponse: true };
}
