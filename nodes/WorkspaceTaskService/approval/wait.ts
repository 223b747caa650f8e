import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';

import { askForPublicUrl, isLoopback } from '../api/baseUrl';
import { isReview, isTool, rejection, sentenceFor, tellModel } from '../node';

const ID_BYTES = 16;
const UNITS = ['minutes', 'hours', 'days'];
/** Where n8n keeps the question, with the execution. */
export const KEY = 'approval';

const LEGACY_ORDER =
	'A human review needs the execution order v1. Select it in the settings of the workflow.';

export interface Question {
	title: string;
	message: string;
	description?: string;
	approveLabel: string;
	declineLabel?: string;
	asksForName: boolean;
	asksForComment: boolean;
	/** As n8n's own nodes store it. */
	limit?: Record<string, unknown>;
}

export interface SavedQuestion extends Question {
	/** Part of the link: each round of a loop has the same URL. */
	id: string;
	asker: string;
	/** Milliseconds since 1970, and from the question until then; absent without a limit. */
	end?: number;
	limitMs?: number;
	task?: IDataObject;
}

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

/** @returns the sentence with the link */
export function storeQuestion(context: IExecuteFunctions, question: Question): string {
	const id = randomBytes(ID_BYTES).toString('hex');
	const { name: asker = '' } = context.getWorkflow();
	const end = question.limit && endOfWait(context, question.limit);
	const limitMs = end && end - Date.now();
	const saved: SavedQuestion = { ...question, id, asker, end, limitMs };
	context.getContext('node')[KEY] = JSON.stringify(saved);
	return `Answer here${untilText(context, end)}: ${context.getSignedResumeUrl({ wait: id })}`;
}

/** Empty without an end. */
export function untilText(context: Pick<IExecuteFunctions, 'getTimezone'>, end?: number): string {
	if (end === undefined) return '';
	const time = DateTime.fromMillis(end, { zone: context.getTimezone(), locale: 'en' });
	return ` until ${time.toFormat('d LLLL yyyy, HH:mm (z)')}`;
}

/** @throws NodeOperationError if the limit is not in the future, or cannot be read */
function endOfWait(context: IExecuteFunctions, limit: Record<string, unknown>): number {
	const { limitType, resumeAmount: amount, resumeUnit, maxDateAndTime: time } = limit;
	const isTime = limitType === 'atSpecifiedTime';
	const zone = context.getTimezone();
	const now = DateTime.now().setZone(zone);
	const unit = UNITS.find((one) => one === resumeUnit);
	const length = unit === undefined ? {} : { [unit]: Number(amount) || 0 };
	const end = isTime ? DateTime.fromISO(String(time), { zone }) : now.plus(length);
	if (end > now) return end.toMillis();
	const interval = amount === undefined ? undefined : `${amount} ${resumeUnit}`;
	const label = isTime ? 'Max Date and Time' : 'Limit Wait Time';
	const rule = `must end in the future, such as in 2 days or at 2026-12-31T18:00 (${zone})`;
	throw rejected(context, sentenceFor(label, isTime ? time : interval, rule));
}

/** @param hasEffect the task was created, so its link is the one of this execution */
export async function waitOrSkip(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hasEffect: boolean,
): Promise<INodeExecutionData[]> {
	return hasEffect ? await waitForAnswer(context, items) : notAskedAgain(context, items);
}

/** The output of an item that Create Once Per skips: its link is that of an earlier execution. */
export function notAskedAgain(
	context: IExecuteFunctions,
	[item]: INodeExecutionData[],
): INodeExecutionData[] {
	const text = tellModel(context, `Nobody was asked again. ${String(item?.json.reason)}`);
	return [{ json: { approved: false, ...item?.json, ...text }, pairedItem: { item: 0 } }];
}

async function waitForAnswer(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const task: IDataObject = items[0]?.json ?? {};
	const saved = JSON.parse(String(context.getContext('node')[KEY])) as SavedQuestion;
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

const rejected = (context: IExecuteFunctions, message: string) =>
	rejection(context, [message], { description: 'Nothing was created.' });
