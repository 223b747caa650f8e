import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { getMember } from '../reading/json';
import { MAX_TEXT_CHARACTERS } from './approvalFields';
import { renderNotice, PAGE_HEADERS, renderQuestionForm, MAX_TYPED_CHARACTERS } from './page';
import { loadQuestionInWebhook, formatUntilClause, type Question } from './question';
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
	const question = loadQuestionInWebhook(context);
	const id = getMember(context.getQueryData(), 'wait');
	if (question?.id === undefined || id !== question.id) {
		return showPage(context, GONE, renderNotice('This link is no longer valid', ENDED));
	}
	const { endsAt = Infinity } = question;
	const untilClause = formatUntilClause(context, question.endsAt);
	if (endsAt <= now.getTime()) {
		return showPage(context, GONE, renderNotice(question.title, `Nobody answered${untilClause}.`));
	}
	const page = renderQuestionForm(question, untilClause);
	if (context.getRequestObject().method !== 'POST') return showPage(context, OK, page);
	const answer = readCompleteAnswer(context.getBodyData(), question);
	if (answer === undefined) return showPage(context, BAD_REQUEST, page);
	return resumeExecution(context, question, { ...answer, respondedAt: now.toISOString() });
}

function showPage(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().writeHead(status, PAGE_HEADERS).end(page);
	return { noWebhookResponse: true };
}

/** n8n resumes an execution once, and sends the page when it has. */
function resumeExecution(
	context: IWebhookFunctions,
	question: Question,
	answer: Answer & { respondedAt: string },
): IWebhookResponseData {
	context.getResponseObject().setHeaders(new Map(Object.entries(PAGE_HEADERS)));
	const { approved, choice, comment } = answer;
	const json: IDataObject = { ...answer, timedOut: false, task: question.task };
	// An agent shows its model this field of a review that declines.
	if (isReview(context) && !approved && comment !== null) json.chatInput = comment;
	const label = choice ?? (approved ? question.approveLabel : question.declineLabel);
	const text = `You answered “${label}”.\nYou can close this page.`;
	return {
		webhookResponse: renderNotice(question.title, text),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

/** The order in which people see it in the item. */
interface Answer {
	approved: boolean;
	/** Only if there were choices. */
	choice?: string;
	/** Only if there was a text to edit. */
	text?: string;
	/** Null if it was not entered, or not asked for. */
	respondedBy: string | null;
	comment: string | null;
}

/** Undefined if it is none of the answers that were offered, or lacks the name. */
function readCompleteAnswer(body: unknown, question: Question): Answer | undefined {
	const decision = readDecision(body, question);
	const respondedBy = question.asksForName ? readTyped(body, 'name') : null;
	const isNameMissing = question.asksForName && respondedBy === null;
	if (decision === undefined || isNameMissing) return undefined;
	const text = readTyped(body, 'text', MAX_TEXT_CHARACTERS) ?? '';
	return {
		...decision,
		...(question.editableText === undefined ? {} : { text }),
		respondedBy,
		comment: question.asksForComment ? readTyped(body, 'comment') : null,
	};
}

/** The value of a button is the decision, or the place of a choice. */
function readDecision(
	body: unknown,
	{ choices, declineLabel }: Question,
): Pick<Answer, 'approved' | 'choice'> | undefined {
	if (choices !== undefined) {
		const choice = choices.find((_, index) => getMember(body, 'choice') === String(index));
		return choice === undefined ? undefined : { approved: true, choice };
	}
	const decision = getMember(body, 'decision');
	if (decision === 'approve') return { approved: true };
	const isDeclined = decision === 'decline' && declineLabel !== undefined;
	return isDeclined ? { approved: false } : undefined;
}

function readTyped(body: unknown, name: string, max = MAX_TYPED_CHARACTERS): string | null {
	const typed = getMember(body, name);
	if (typeof typed !== 'string') return null;
	// A browser counts a line break once and sends two characters.
	const lines = typed.replaceAll('\r\n', '\n').trim();
	return lines.slice(0, max) || null;
}
