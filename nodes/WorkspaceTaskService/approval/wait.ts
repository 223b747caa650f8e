import {
	NodeOperationError,
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';

import { parseJson } from '../api/json';

const ID_BYTES = 16;
const UNITS = ['minutes', 'hours', 'days'];
/** Where n8n keeps the question, with the execution. */
const KEY = 'approval';

export interface Question {
	title: string;
	message: string;
	approveLabel: string;
	/** Absent if there is nothing but to approve. */
	declineLabel?: string;
	asksForComment: boolean;
	/** As n8n's own nodes store it. */
	limit?: Record<string, unknown>;
}

export interface OpenQuestion extends Question {
	/** Part of the link: each round of a loop has the same URL. */
	id: string;
	/** As the service returned it. */
	task?: IDataObject;
}

/** @throws NodeOperationError if this run could not wait */
export function checkCanWait(context: IExecuteFunctions): void {
	const { type } = context.getNode();
	const { length: count } = context.getInputData();
	if (type.endsWith('Tool') && !type.endsWith('HitlTool'))
		throw rejection(context, 'A tool cannot wait. Add this node as the human review of a tool.');
	if (!('getSignedResumeUrl' in context))
		throw rejection(context, 'To wait for approval, update n8n to version 2.0 or newer');
	if (count > 1)
		throw rejection(context, `Only one item can wait for approval, not ${count}. Use a loop.`);
}

export function openQuestion(context: IExecuteFunctions, question: Question): string {
	const id = randomBytes(ID_BYTES).toString('hex');
	const now = DateTime.now().setZone(context.getTimezone());
	if (!(endOfWait(question, now) > now))
		throw rejection(context, '"Limit Wait Time" must end in the future');
	context.getContext('node')[KEY] = JSON.stringify({ ...question, id });
	return context.getSignedResumeUrl({ wait: id });
}

/** Invalid if the limit is. A time without a zone is one in the zone of the workflow. */
export function endOfWait({ limit }: Pick<Question, 'limit'>, now: DateTime): DateTime {
	if (limit === undefined) return DateTime.fromJSDate(WAIT_INDEFINITELY);
	const { limitType, resumeAmount = 1, resumeUnit = 'hours', maxDateAndTime } = limit;
	if (limitType === 'atSpecifiedTime')
		return DateTime.fromISO(String(maxDateAndTime), { zone: now.zone });
	const unit = UNITS.find((one) => one === resumeUnit);
	const amount = Number(resumeAmount);
	if (unit === undefined || Number.isNaN(amount)) return DateTime.invalid('no interval');
	return now.plus({ [unit]: amount });
}

/** @returns what the node shows while it waits */
export async function waitForAnswer(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const task: IDataObject = items[0]?.json ?? {};
	const pairedItem = { item: 0 };
	// Its link is that of an earlier execution.
	if (task.skipped === true) return [{ json: { approved: false, ...task }, pairedItem }];
	const saved = context.getContext('node');
	const question = JSON.parse(String(saved[KEY])) as OpenQuestion;
	saved[KEY] = JSON.stringify({ ...question, task });
	// When the time is over, n8n returns the input of the node.
	const timedOut = { approved: false, respondedAt: null, timedOut: true, task };
	context.getExecuteData().data.main = [[{ json: timedOut, pairedItem }]];
	const now = DateTime.now().setZone(context.getTimezone());
	await context.putExecutionToWait(endOfWait(question, now).toJSDate());
	return items;
}

/** A webhook reaches the context of its node through an expression only. */
export function askedQuestion(context: IWebhookFunctions): OpenQuestion | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	return parseJson(String(saved)) as OpenQuestion | undefined;
}

const rejection = (context: IExecuteFunctions, message: string) =>
	new NodeOperationError(context.getNode(), message, { description: 'Nothing was sent.' });
