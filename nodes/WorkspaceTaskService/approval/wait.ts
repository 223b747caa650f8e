import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { askForPublicUrl, isLoopback } from '../api/baseUrl';
import { isTool, rejection } from '../node';
import { saveQuestion, savedQuestion } from './question';
import { isReview, tellModel } from './review';

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
	const { executionOrder } = context.getWorkflowSettings();
	// n8n then tells the agent that the person declined, whatever the answer is.
	if (isReview(context) && executionOrder !== 'v1') return LEGACY_ORDER;
	if (count <= 1) return undefined;
	return `n8n would ask for the first of ${count} items only. Put Loop Over Items (batch size 1) before this node.`;
}

/** @param hasEffect the task was created, so its link is the link of this execution */
export async function waitOrSkip(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hasEffect: boolean,
): Promise<INodeExecutionData[]> {
	return hasEffect ? await waitForAnswer(context, items) : notAskedAgain(context, items);
}

/** The output of an item that Create Once Per skips: its link leads to an earlier execution. */
export function notAskedAgain(
	context: IExecuteFunctions,
	[item]: INodeExecutionData[],
): INodeExecutionData[] {
	const text = tellModel(context, `Nobody was asked again. ${String(item?.json.reason)}`);
	const json = { approved: false, ...item?.json, ...text };
	return [{ json, pairedItem: { item: 0 } }];
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
	warnOfLocalLink(context);
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

/** A person at that computer can answer. The link itself never appears in a log. */
function warnOfLocalLink(context: IExecuteFunctions): void {
	const link = context.getSignedResumeUrl();
	if (!isLoopback(link)) return;
	const { host } = new URL(link);
	const { name } = context.getNode();
	const message = `The link in the task leads to ${host}, which opens only on the computer that runs n8n. ${askForPublicUrl('run this again')}`;
	context.addExecutionHints({ message, type: 'warning' });
	context.logger.warn(`"${name}": ${message}`);
}
