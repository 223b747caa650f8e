import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';

import { askForPublicUrl, isLoopback } from '../api/baseUrl';
import { endOfWait } from '../api/dates';
import { parseJson } from '../api/json';
import { isReview, isTool, rejection } from '../node';
import type { SavedQuestion, Question } from './page';
import { tellModel } from './toolCall';

const ID_BYTES = 16;
const MAX_VALUE_CHARACTERS = 100;
/** Where n8n keeps the question, with the execution. */
const KEY = 'approval';

const LEGACY_ORDER =
	'A human review needs the execution order v1. Select it in the settings of the workflow.';

export const APPROVE = 'Approve';
export const DECLINE = 'Decline';

/** @throws NodeOperationError if this run could not wait */
export function checkCanWait(context: IExecuteFunctions): void {
	const { length: count } = context.getInputData();
	if (isTool(context) && !isReview(context))
		throw rejected(context, 'A tool cannot wait. Add this node as the human review of a tool.');
	if (!('getSignedResumeUrl' in context))
		throw rejected(context, 'To wait for approval, update n8n to version 2.0 or newer');
	// n8n then tells the agent that the person declined, whatever the answer is.
	if (isReview(context) && context.getWorkflowSettings().executionOrder !== 'v1')
		throw rejected(context, LEGACY_ORDER);
	if (count > 1) {
		const effect = `n8n would ask for the first of ${count} items only`;
		throw rejected(context, `${effect}. Put Loop Over Items (batch size 1) before this node.`);
	}
}

export function invitationTo(context: IExecuteFunctions, question: Question): string {
	const id = randomBytes(ID_BYTES).toString('hex');
	const { name: asker = '' } = context.getWorkflow();
	const end = question.limit && futureEnd(context, question.limit);
	const until = end?.setLocale('en').toFormat('d LLLL yyyy, HH:mm (z)');
	const times = { end: end?.toMillis(), until, limitMs: end?.diffNow().toMillis() };
	const saved: SavedQuestion = { ...question, id, asker, ...times };
	context.getContext('node')[KEY] = JSON.stringify(saved);
	const link = context.getSignedResumeUrl({ wait: id });
	return until === undefined ? `Answer here: ${link}` : `Answer here until ${until}: ${link}`;
}

function futureEnd(context: IExecuteFunctions, limit: Record<string, unknown>): DateTime {
	const zone = context.getTimezone();
	const now = DateTime.now().setZone(zone);
	const end = endOfWait(limit, now);
	if (end > now) return end;
	const isTime = limit.limitType === 'atSpecifiedTime';
	const values = isTime ? [limit.maxDateAndTime] : [limit.resumeAmount, limit.resumeUnit];
	if (values.includes(undefined)) throw rejected(context, '"Limit Wait Time" is empty');
	const shown = values.join(' ').slice(0, MAX_VALUE_CHARACTERS);
	const inZone = isTime ? ` (time zone of the workflow: ${zone})` : '';
	const form = isTime ? 'be a time such as 2026-12-31T18:00' : 'have a number as its amount';
	const rule = end.isValid ? 'end in the future' : form;
	throw rejected(context, `"Limit Wait Time" must ${rule}, not ${shown}${inZone}`);
}

/** @throws NodeOperationError if the time to answer ended before the task was created: a pause can be long */
export function checkTimeLeft(context: IExecuteFunctions): void {
	const { end = Infinity } = savedQuestion(context);
	if (end <= Date.now())
		throw rejected(context, '"Limit Wait Time" ended before the task could be created');
}

const savedQuestion = (context: IExecuteFunctions) =>
	JSON.parse(String(context.getContext('node')[KEY])) as SavedQuestion;

/** The output of an item that Create Once Per skips: its link is that of an earlier execution. */
export function notAskedAgain(
	context: IExecuteFunctions,
	[item]: INodeExecutionData[],
): INodeExecutionData[] {
	const text = tellModel(context, `Nobody was asked again. ${String(item?.json.reason)}`);
	return [{ json: { approved: false, ...item?.json, ...text }, pairedItem: { item: 0 } }];
}

export async function waitForAnswer(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const task: IDataObject = items[0]?.json ?? {};
	const saved = savedQuestion(context);
	const { end: limit, limitMs = 0 } = saved;
	const isOver = limit !== undefined && limit <= Date.now();
	// It ended before the service responded, and runs again: a new task has no dead link.
	const end = isOver ? Date.now() + limitMs : limit;
	context.getContext('node')[KEY] = JSON.stringify({ ...saved, end, task });
	warnOfLocalLink(context);
	// When the time is over, n8n returns the input of the node.
	const text = tellModel(context, 'Nobody answered in time.');
	const nobody = { approved: false, respondedBy: null, comment: null, respondedAt: null };
	const json = { ...nobody, timedOut: true, task, ...text };
	context.getExecuteData().data.main = [[{ json, pairedItem: { item: 0 } }]];
	await context.putExecutionToWait(end === undefined ? WAIT_INDEFINITELY : new Date(end));
	return items;
}

/** A person at that computer can answer. The link itself never appears in a log. */
function warnOfLocalLink(context: IExecuteFunctions): void {
	const link = context.getSignedResumeUrl();
	if (!isLoopback(link)) return;
	const { host } = new URL(link);
	const message = `The link in the task leads to ${host}, which opens only on the computer that runs n8n. ${askForPublicUrl('run this again')}`;
	context.addExecutionHints({ message, type: 'warning' });
	context.logger.warn(`"${context.getNode().name}": ${message}`);
}

/** A webhook reaches the context of its node through an expression only. */
export function askedQuestion(context: IWebhookFunctions): SavedQuestion | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	return parseJson(String(saved)) as SavedQuestion | undefined;
}

const rejected = (context: IExecuteFunctions, message: string) =>
	rejection(context, [message], { description: 'Nothing was created.' });
