import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';

import type { Question } from './question';
import { savedQuestion, saveQuestion } from './question';

const ID_BYTES = 16;

/** How long to wait, as n8n's own nodes store it. */
export type Limit =
	| { type: 'afterTimeInterval'; amount: number; unit: 'minutes' | 'hours' | 'days' }
	| { type: 'atSpecifiedTime'; time: string };

/** @throws NodeOperationError if this run could not wait */
export function checkCanWait(context: IExecuteFunctions): void {
	const { type } = context.getNode();
	const { length: count } = context.getInputData();
	if (type.endsWith('Tool') && !type.endsWith('HitlTool')) {
		throw refusal(
			context,
			'A tool cannot wait for approval',
			'Add this node as the human review of another tool.',
		);
	}
	if (!('getSignedResumeUrl' in context)) {
		throw refusal(context, 'This n8n cannot sign the link', 'Update n8n to version 2.0 or newer.');
	}
	if (count > 1) {
		throw refusal(
			context,
			`Only one item can wait for approval, not ${count}`,
			'Use Loop Over Items with a Batch Size of 1 before this node.',
		);
	}
}

/**
 * The page of the question, for the description of its task.
 * @throws NodeOperationError if the limit has passed
 */
export function openQuestion(
	context: IExecuteFunctions,
	{ question, limit }: { question: Question; limit?: Limit },
): string {
	const id = randomBytes(ID_BYTES).toString('hex');
	const now = DateTime.now().setZone(context.getTimezone());
	const until = limit === undefined ? WAIT_INDEFINITELY.getTime() : endOf(limit, now).toMillis();
	if (until <= now.toMillis()) {
		throw refusal(context, 'The time of "Limit Wait Time" has passed', 'Choose a later time.');
	}
	saveQuestion(context, { ...question, id, until });
	return context.getSignedResumeUrl({ wait: id });
}

/** A time without a zone is one in the zone of the workflow. */
export function endOf(limit: Limit, now: DateTime): DateTime {
	if (limit.type === 'afterTimeInterval') return now.plus({ [limit.unit]: limit.amount });
	return DateTime.fromISO(limit.time, { zone: now.zone });
}

/** @param items those of the task that asks. If none was created, nobody can answer. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	[created]: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const task: IDataObject = created?.json ?? {};
	const pairedItem = { item: 0 };
	if (task.skipped === true) return [{ json: { approved: false, ...task }, pairedItem }];
	const question = { ...savedQuestion(context), task };
	saveQuestion(context, question);
	const timedOut = { approved: false, respondedAt: null, timedOut: true, task };
	const items = [{ json: timedOut, pairedItem }];
	// When the time is over, n8n returns the input of the node.
	context.getExecuteData().data.main = [items];
	await context.putExecutionToWait(new Date(question.until));
	return items;
}

function refusal(context: IExecuteFunctions, message: string, remedy: string) {
	return new NodeOperationError(context.getNode(), message, {
		description: `Nothing was sent. ${remedy}`,
	});
}
