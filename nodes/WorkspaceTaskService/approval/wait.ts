import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeOperationError,
} from 'n8n-workflow';

import { makeRejection } from '../fields/checkFields';
import { isLoopbackUrl } from '../service/baseUrl';
import { ASK_FOR_PUBLIC_URL } from '../service/webhookUrl';
import { isTool } from '../shared/nodeKind';
import { saveQuestion, loadQuestion, type Question } from './question';
import { isReview, makeUndecidedChatInput } from './review';

const TOOL = 'A tool cannot wait. Add this node as the human review of a tool.';
const OLD_HOST = 'To wait for approval, update n8n to version 2.0 or newer';
/** Otherwise n8n tells the agent that the person declined, whatever the answer is. */
const LEGACY_ORDER =
	'A human review needs the execution order v1. Select it in the settings of the workflow.';

/** @throws NodeOperationError if this run could not wait */
export function requireCanWait(context: IExecuteFunctions): void {
	const reason = findReasonNotToWait(context);
	if (reason === undefined) return;
	throw makeRejection(context, [reason], 'Nothing was created.');
}

function findReasonNotToWait(context: IExecuteFunctions): string | undefined {
	if (isTool(context) && !isReview(context)) return TOOL;
	if (!('getSignedResumeUrl' in context)) return OLD_HOST;
	// Only in a review: the plain node of n8n 2.0 has no settings here.
	if (isReview(context) && context.getWorkflowSettings().executionOrder !== 'v1') {
		return LEGACY_ORDER;
	}
	const count = context.getInputData().length;
	if (count <= 1) return undefined;
	return `n8n would ask for the first of ${count} items only. Put Loop Over Items (batch size 1) before this node.`;
}

/**
 * @param mayHaveCreated the task is from this execution, and so is its link
 * @throws NodeOperationError if Create Once Per skipped the item: its link leads to an earlier execution
 */
export async function waitForAnswer(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	mayHaveCreated: boolean,
): Promise<void> {
	const result: IDataObject = items[0]?.json ?? {};
	if (!mayHaveCreated) throw makeKeyAlreadyUsedError(context, result);
	const question = loadQuestion(context);
	const endsAt = renewEndIfOver(question, Date.now());
	saveQuestion(context, { ...question, endsAt, task: result });
	warnAboutDeadLink(context);
	setTimedOutOutput(context, question, result);
	await context.putExecutionToWait(endsAt === undefined ? WAIT_INDEFINITELY : new Date(endsAt));
}

/** The key was used by an earlier execution, or may have been. */
function makeKeyAlreadyUsedError(
	context: IExecuteFunctions,
	skippedResult: IDataObject,
): NodeOperationError {
	const asked = skippedResult.certain === false ? 'May already have been asked' : 'Already asked';
	const message = `${asked} for key ${String(skippedResult.key)}: the answer belongs to the earlier execution`;
	const description = 'Nobody was asked again. To ask again, use another key.';
	return makeRejection(context, [message], description);
}

/** A wait that ended before the service responded begins again: a new task has no dead link. */
function renewEndIfOver({ endsAt, limitMs = 0 }: Question, now: number): number | undefined {
	return endsAt !== undefined && endsAt <= now ? now + limitMs : endsAt;
}

/** When the time is over, n8n returns the input of the node. */
function setTimedOutOutput(
	context: IExecuteFunctions,
	question: Question,
	task: IDataObject,
): void {
	const json = makeTimedOutJson(context, question, task);
	context.getExecuteData().data.main = [[{ json, pairedItem: { item: 0 } }]];
}

function makeTimedOutJson(
	context: IExecuteFunctions,
	{ choices, editableText }: Question,
	task: IDataObject,
): IDataObject {
	return {
		approved: false,
		...(choices === undefined ? {} : { choice: null }),
		...(editableText === undefined ? {} : { text: null }),
		respondedBy: null,
		comment: null,
		respondedAt: null,
		timedOut: true,
		task,
		...makeUndecidedChatInput(context, 'Nobody answered in time.'),
	};
}

const ASK_FOR_ENDPOINTS =
	'Ask the administrator to remove it from N8N_WEBHOOK_URL and N8N_PATH, and to set N8N_ENDPOINT_WEBHOOK, N8N_ENDPOINT_WEBHOOK_TEST and N8N_ENDPOINT_WEBHOOK_WAIT to the path instead (see Troubleshooting), then try again.';

/** Warns if the link in the task does not open. The link itself is not shown. */
function warnAboutDeadLink(context: IExecuteFunctions): void {
	const problem = findResumeLinkProblem(context);
	if (problem === undefined) return;
	context.addExecutionHints({ message: `The link in the task ${problem}`, type: 'warning' });
}

function findResumeLinkProblem(context: IExecuteFunctions): string | undefined {
	const link = new URL(context.getSignedResumeUrl());
	// n8n signs a link with the path of its own URL, and checks the link without this path.
	const { pathname } = new URL('.', context.getRestApiUrl());
	if (pathname !== '/' && link.pathname.startsWith(pathname)) {
		return `does not open, because the URL of this n8n at ${link.host} has a path. ${ASK_FOR_ENDPOINTS}`;
	}
	// A person at that computer can answer.
	if (isLoopbackUrl(link.href)) {
		return `leads to ${link.host}, which opens only on the computer that runs n8n. ${ASK_FOR_PUBLIC_URL}`;
	}
	return undefined;
}
