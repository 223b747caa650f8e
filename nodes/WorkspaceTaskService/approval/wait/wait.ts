import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeOperationError,
} from 'n8n-workflow';

import { rejection } from '../../fields/checkFields';
import { saveQuestion, savedQuestion } from '../question';
import { tellModel } from '../review';
import { warnOfDeadLink } from './deadLink';

/**
 * @param hasEffect the task was created, so its link is the link of this execution
 * @throws NodeOperationError if Create Once Per skipped the item: its link leads to an earlier execution
 */
export async function waitOrRefuse(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hasEffect: boolean,
): Promise<INodeExecutionData[]> {
	const result: IDataObject = items[0]?.json ?? {};
	if (!hasEffect) throw alreadyAsked(context, result);
	await waitForAnswer(context, result);
	return items;
}

function alreadyAsked(context: IExecuteFunctions, skipped: IDataObject): NodeOperationError {
	const asked = skipped.certain === false ? 'May already have been asked' : 'Already asked';
	const message = `${asked} for key ${String(skipped.key)}: the answer belongs to the earlier execution`;
	const description = 'Nobody was asked again. To ask again, use another key.';
	return rejection(context, [message], description);
}

async function waitForAnswer(context: IExecuteFunctions, task: IDataObject): Promise<void> {
	const question = savedQuestion(context);
	const endDate = endFromNow(question.endDate, question.limitMs);
	saveQuestion(context, { ...question, endDate, task });
	warnOfDeadLink(context);
	// When the time is over, n8n returns the input of the node.
	const json = withoutAnswer(context, task);
	context.getExecuteData().data.main = [[{ json, pairedItem: { item: 0 } }]];
	await context.putExecutionToWait(endDate ?? WAIT_INDEFINITELY);
}

/** A wait that ended before the service responded begins again: a new task has no dead link. */
function endFromNow(endDate: Date | undefined, limitMs = 0): Date | undefined {
	const now = Date.now();
	const isOver = endDate !== undefined && endDate.getTime() <= now;
	return isOver ? new Date(now + limitMs) : endDate;
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
