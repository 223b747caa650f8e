import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { field, parseJson } from '../api/json';
import { isReview } from '../node';
import { MAX_TYPED_CHARACTERS, noticePage, PAGE_HEADERS, questionPage } from './page';
import { KEY, untilText, type SavedQuestion, type Question } from './wait';

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
	if (question?.id === undefined || field(context.getQueryData(), 'wait') !== question.id) {
		const text = 'The question was answered, or its time ended, and the workflow continued.';
		return show(context, 410, noticePage('This link is no longer valid', text));
	}
	const { title, end } = question;
	const until = untilText(context, end);
	if (end !== undefined && end <= now.getTime())
		return show(context, 410, noticePage(title, `Nobody answered${until}.`));
	const page = questionPage(question, until);
	if (context.getRequestObject().method !== 'POST') return show(context, 200, page);
	const decision = decisionIn(context.getBodyData(), question);
	if (decision === undefined) return show(context, 400, page);
	return resume(context, question, { ...decision, respondedAt: now.toISOString() });
}

/** A webhook reaches the context of its node through an expression only. */
export function askedQuestion(context: IWebhookFunctions): SavedQuestion | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	return parseJson(String(saved)) as SavedQuestion | undefined;
}

/** Null for what was not entered, or not asked for. */
export function decisionIn(body: unknown, question: Question) {
	const decision = field(body, 'decision');
	const approved = decision === 'approve';
	const declined = decision === 'decline' && question.declineLabel !== undefined;
	if (!approved && !declined) return undefined;
	const typed = (name: string) => {
		const text = String(field(body, name) ?? '').trim();
		return text.slice(0, MAX_TYPED_CHARACTERS) || null;
	};
	const respondedBy = question.asksForName ? typed('name') : null;
	if (question.asksForName && respondedBy === null) return undefined;
	return { approved, respondedBy, comment: question.asksForComment ? typed('comment') : null };
}

/** n8n resumes an execution once, and sends the page when it has. */
function resume(
	context: IWebhookFunctions,
	{ title, approveLabel, declineLabel, task }: SavedQuestion,
	decision: NonNullable<ReturnType<typeof decisionIn>> & { respondedAt: string },
): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
	const { approved, comment } = decision;
	// An agent shows its model this field of a review that declines.
	const feedback = isReview(context) && !approved && comment ? { chatInput: comment } : {};
	const json: IDataObject = { ...decision, timedOut: false, task, ...feedback };
	const sentence = `You answered “${approved ? approveLabel : declineLabel}”.`;
	return {
		webhookResponse: noticePage(title, `${sentence}\nYou can close this page.`),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().writeHead(status, PAGE_HEADERS).end(page);
	return { noWebhookResponse: true };
}
