import { randomBytes } from 'crypto';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { z } from 'zod';

import { parseJson } from '../api/json';
import { withoutPassword } from '../api/publicUrl';
import { rejection, sentenceFor } from '../fields/rejection';
import type { approvalParameters } from './fields';

const ID_BYTES = 16;
const UNITS = ['minutes', 'hours', 'days'];
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

export type ApprovalParameters = z.infer<typeof approvalParameters> & {
	title: string;
	additionalFields?: { description?: string };
};

export function questionOf(parameters: ApprovalParameters): Question {
	const { title, message, additionalFields } = parameters;
	const options = parameters.approvalOptions?.values;
	const isSingle = options?.approvalType === 'single';
	return {
		title,
		message,
		description: additionalFields?.description,
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
	const { name: asker = '' } = context.getWorkflow();
	const end = question.limit && endOfWait(context, question.limit);
	const limitMs = end && end - Date.now();
	saveQuestion(context, { ...question, id, asker, end, limitMs });
	// The signature does not cover a password.
	const link = withoutPassword(context.getSignedResumeUrl({ wait: id }));
	const invitation = `Answer here${untilText(context, end)}: ${link}`;
	const parts = [question.message, question.description, invitation];
	return parts.filter((part) => part !== undefined).join('\n\n');
}

export function saveQuestion(context: IExecuteFunctions, question: SavedQuestion): void {
	context.getContext('node')[KEY] = JSON.stringify(question);
}

export function savedQuestion(context: IExecuteFunctions): SavedQuestion {
	return JSON.parse(String(context.getContext('node')[KEY])) as SavedQuestion;
}

/** A webhook reaches the context of its node through an expression only. */
export function askedQuestion(context: IWebhookFunctions): SavedQuestion | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	return parseJson(String(saved)) as SavedQuestion | undefined;
}

/** Empty without an end. */
export function untilText(context: Pick<IExecuteFunctions, 'getTimezone'>, end?: number): string {
	if (end === undefined) return '';
	const zone = context.getTimezone();
	const time = DateTime.fromMillis(end, { zone, locale: 'en' });
	return ` until ${time.toFormat('d LLLL yyyy, HH:mm (z)')}`;
}

interface Limit {
	label: string;
	entered: unknown;
	/** Invalid if it cannot be read. */
	end: DateTime;
	example: string;
}

/** @throws NodeOperationError if the limit is not in the future, or cannot be read */
function endOfWait(context: IExecuteFunctions, values: Record<string, unknown>): number {
	const now = DateTime.now().setZone(context.getTimezone());
	const isTime = values.limitType === 'atSpecifiedTime';
	const limit = isTime ? timeLimit(values, now) : intervalLimit(values, now);
	const { label, entered, end, example } = limit;
	if (end > now) return end.toMillis();
	const rule = end.isValid
		? `must be in the future, such as ${example}`
		: `cannot be read (use a form such as ${example})`;
	const sentence = sentenceFor(label, entered, rule);
	throw rejection(context, [sentence], { description: 'Nothing was created.' });
}

function timeLimit({ maxDateAndTime: time }: Record<string, unknown>, { zone }: DateTime): Limit {
	return {
		label: 'Max Date and Time',
		entered: time,
		end: DateTime.fromISO(String(time), { zone }),
		example: `2026-12-31T18:00 (${zone.name})`,
	};
}

function intervalLimit(values: Record<string, unknown>, now: DateTime): Limit {
	const { resumeAmount: amount, resumeUnit } = values;
	const unit = UNITS.find((name) => name === resumeUnit);
	const count = Number(amount);
	const isKnown = unit !== undefined && Number.isFinite(count);
	return {
		label: 'Limit Wait Time',
		entered: amount === undefined ? undefined : `${amount} ${resumeUnit}`,
		end: isKnown ? now.plus({ [unit]: count }) : DateTime.invalid('unknown interval'),
		example: '2 days',
	};
}
