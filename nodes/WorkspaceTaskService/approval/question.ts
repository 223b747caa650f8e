import { randomBytes } from 'crypto';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../api/parse';
import { withoutPassword } from '../api/webhookUrl';
import { endOfWait, untilText, type Limit } from './limit';
import type { ApprovalParameters } from './parameters';

const ID_BYTES = 16;
/** Where n8n keeps the question, with the execution. */
const KEY = 'approval';

export interface Question {
	title: string;
	message: string;
	description?: string;
	approveLabel: string;
	declineLabel?: string;
	asksForName: boolean;
	asksForComment: boolean;
	limit?: Limit;
}

export interface SavedQuestion extends Question {
	/** Part of the link: each round of a loop has the same URL. */
	id: string;
	asker: string;
	/** When the wait ends, and how long it lasts; absent without a limit. */
	endDate?: Date;
	limitMs?: number;
	task?: IDataObject;
}

/** As JSON keeps it. */
type StoredQuestion = Omit<SavedQuestion, 'endDate'> & { endDate?: string };

export function questionOf(parameters: ApprovalParameters): Question {
	const options = parameters.approvalOptions?.values;
	const isSingle = options?.approvalType === 'single';
	return {
		title: parameters.title,
		message: parameters.message,
		description: parameters.additionalFields?.description,
		approveLabel: options?.approveLabel ?? 'Approve',
		declineLabel: isSingle ? undefined : (options?.disapproveLabel ?? 'Decline'),
		asksForName: options?.askForName === true,
		asksForComment: options?.askForComment === true,
		limit: parameters.limitWaitTime?.values,
	};
}

/**
 * Stores the question with the execution.
 * @returns the description of the task, which ends with the link
 */
export function storeQuestion(context: IExecuteFunctions, parameters: ApprovalParameters): string {
	const question = questionOf(parameters);
	const id = randomBytes(ID_BYTES).toString('hex');
	const asker = context.getWorkflow().name ?? '';
	const endDate = question.limit && endOfWait(context, question.limit);
	const limitMs = endDate && endDate.getTime() - Date.now();
	saveQuestion(context, { ...question, id, asker, endDate, limitMs });
	// The signature does not cover a password.
	const link = withoutPassword(context.getSignedResumeUrl({ wait: id }));
	const description = [question.message];
	if (question.description !== undefined) description.push(question.description);
	description.push(`Answer here${untilText(context, endDate)}: ${link}`);
	return description.join('\n\n');
}

export function saveQuestion(context: IExecuteFunctions, question: SavedQuestion): void {
	context.getContext('node')[KEY] = JSON.stringify(question);
}

export function savedQuestion(context: IExecuteFunctions): SavedQuestion {
	const saved = JSON.parse(String(context.getContext('node')[KEY])) as StoredQuestion;
	return withDate(saved);
}

/** A webhook reaches the context of its node through an expression only. */
export function askedQuestion(context: IWebhookFunctions): SavedQuestion | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	const question = parseJson(String(saved)) as StoredQuestion | undefined;
	return question && withDate(question);
}

function withDate({ endDate, ...others }: StoredQuestion): SavedQuestion {
	return endDate === undefined ? others : { ...others, endDate: new Date(endDate) };
}
