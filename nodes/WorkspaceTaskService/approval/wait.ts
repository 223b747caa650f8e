import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { isLoopback } from '../api/baseUrl';
import { askForPublicUrl } from '../api/publicUrl';
import { rejection } from '../fields/rejection';
import { isTool } from '../nodeKind';
import { saveQuestion, savedQuestion } from './question';
import { isReview, tellModel } from './review';

const ASK_FOR_ENDPOINTS =
	'Ask the administrator to remove it from N8N_WEBHOOK_URL and N8N_PATH, and to set N8N_ENDPOINT_WEBHOOK, N8N_ENDPOINT_WEBHOOK_TEST and N8N_ENDPOINT_WEBHOOK_WAIT to the path instead (see Troubleshooting), then run this again.';

const TOOL = 'A tool cannot wait. Add this node as the human review of a tool.';
const OLD_HOST = 'To wait for approval, update n8n to version 2.0 or newer';
const LEGACY_ORDER =
	'A human review needs the execution order v1. Select it in the settings of the workflow.';

/** @throws NodeOperationError if this run could not wait */
export function checkCanWait(context: IExecuteFunctions): void {
	const reason = reasonNotToWait(context);
	if (reason === undefined) return;
	throw rejection(context, [reason], { description: 'Nothing was created.' });
}

function reasonNotToWait(context: IExecuteFunctions): string | undefined {
	const { length: count } = context.getInputData();
	if (isTool(context) && !isReview(context)) return TOOL;
	if (!('getSignedResumeUrl' in context)) return OLD_HOST;
	// n8n then tells the agent that the person declined, whatever the answer is. n8n 2.0 has no settings here.
	const isLegacy = isReview(context) && context.getWorkflowSettings().executionOrder !== 'v1';
	if (isLegacy) return LEGACY_ORDER;
	if (count <= 1) return undefined;
	return `n8n would ask for the first of ${count} items only. Put Loop Over Items (batch size 1) before this node.`;
}

/**
 * @param hasEffect the task was created, so its link is the link of this execution
 * @throws NodeOperationError if Create Once Per skipped the item: its link leads to an earlier execution
 */
export async function waitOrRefuse(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hasEffect: boolean,
): Promise<INodeExecutionData[]> {
	if (!hasEffect) throw alreadyAsked(context, items);
	return await waitForAnswer(context, items);
}

function alreadyAsked(context: IExecuteFunctions, [item]: INodeExecutionData[]) {
	const { key, certain } = item?.json ?? {};
	const asked = certain === false ? 'May already have been asked' : 'Already asked';
	const message = `${asked} for key ${String(key)}: the answer belongs to the earlier execution`;
	const description = 'Nobody was asked again. To ask again, use another key.';
	return rejection(context, [message], { description });
}

async function waitForAnswer(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const task: IDataObject = items[0]?.json ?? {};
	const saved = savedQuestion(context);
	const { end: limit, limitMs = 0 } = saved;
	const isOver = limit !== undefined && limit <= Date.now();
	// It ended before the service responded, and runs again: a new task has no dead link.
	const end = isOver ? Date.now() + limitMs : limit;
	saveQuestion(context, { ...saved, end, task });
	warnOfDeadLink(context);
	// When the time is over, n8n returns the input of the node.
	const json = withoutAnswer(context, task);
	context.getExecuteData().data.main = [[{ json, pairedItem: { item: 0 } }]];
	const until = end === undefined ? WAIT_INDEFINITELY : new Date(end);
	await context.putExecutionToWait(until);
	return items;
}

function withoutAnswer(context: IExecuteFunctions, task: IDataObject): IDataObject {
	return {
		approved: false,
		respondedBy: null,
		comment: null,
		respondedAt: null,
		timedOut: true,
		task,
		...tellModel(context, 'Nobody answered in time.'),
	};
}

/** The link itself never appears in a log. */
function warnOfDeadLink(context: IExecuteFunctions): void {
	const link = new URL(context.getSignedResumeUrl());
	const problem = linkProblem(context, link);
	if (problem === undefined) return;
	const { name } = context.getNode();
	const message = `The link in the task ${problem}`;
	context.addExecutionHints({ message, type: 'warning' });
	context.logger.warn(`"${name}": ${message}`);
}

function linkProblem(context: IExecuteFunctions, link: URL): string | undefined {
	const { host, href } = link;
	if (isBelowPath(context, link))
		return `does not open, because the URL of this n8n at ${host} has a path or a query. ${ASK_FOR_ENDPOINTS}`;
	// A person at that computer can answer.
	if (!isLoopback(href)) return undefined;
	return `leads to ${host}, which opens only on the computer that runs n8n. ${askForPublicUrl('run this again')}`;
}

/** n8n signs such a link with the path, and checks it without. A query ends the path of the link. */
function isBelowPath(context: IExecuteFunctions, { pathname }: URL): boolean {
	const execution = context.getExecutionId() as string | undefined;
	const isWhole = execution === undefined || pathname.includes(`/${execution}`);
	const api = String(context.getRestApiUrl());
	if (!isWhole || !URL.canParse(api)) return !isWhole;
	const [path = ''] = /^.*(?=\/)/.exec(new URL(api).pathname) ?? [];
	return path !== '' && pathname.startsWith(`${path}/`);
}
