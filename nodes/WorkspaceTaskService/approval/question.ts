import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../api/parse';
import { forbidden } from '../api/values/schemas';
import { withoutPassword } from '../api/webhookUrl';
import { rejection, sentenceFor } from '../fields/checkFields';
import type { ApprovalParameters } from './fields';

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

const UNITS = ['minutes', 'hours', 'days'];

/** The values of Limit Wait Time, as n8n's own nodes store them. */
export type Limit = Record<string, unknown>;

interface LimitReading {
	label: string;
	entered: unknown;
	/** Invalid if it cannot be read. */
	end: DateTime;
	example: string;
}

/**
 * When a wait that begins now ends.
 * @throws NodeOperationError if the limit is not in the future, or cannot be read
 */
export function endOfWait(context: IExecuteFunctions, limit: Limit): Date {
	const now = DateTime.now().setZone(context.getTimezone());
	const { label, entered, end, example } = readLimit(limit, now);
	if (end > now) return end.toJSDate();
	const rule = end.isValid
		? { message: `must be in the future, such as ${example}` }
		: forbidden(`cannot be read (use a form such as ${example})`);
	const sentence = sentenceFor(label, entered, rule);
	throw rejection(context, [sentence], 'Nothing was created.');
}

function readLimit(limit: Limit, now: DateTime): LimitReading {
	if (limit.limitType === 'atSpecifiedTime') return readTime(limit, now);
	return readInterval(limit, now);
}

function readTime({ maxDateAndTime }: Limit, { zone }: DateTime): LimitReading {
	return {
		label: 'Max Date and Time',
		entered: maxDateAndTime,
		end: DateTime.fromISO(String(maxDateAndTime), { zone }),
		example: `2026-12-31T18:00 (${zone.name})`,
	};
}

function readInterval({ resumeAmount, resumeUnit }: Limit, now: DateTime): LimitReading {
	const unit = UNITS.find((name) => name === resumeUnit);
	const amount = Number(resumeAmount);
	const isKnown = unit !== undefined && Number.isFinite(amount);
	return {
		label: 'Limit Wait Time',
		entered: resumeAmount === undefined ? undefined : `${resumeAmount} ${resumeUnit}`,
		end: isKnown ? now.plus({ [unit]: amount }) : DateTime.invalid('unknown interval'),
		example: '2 days',
	};
}

/** Such as " until 31 December 2026, 18:00 (Europe/Berlin)"; empty without an end. */
export function untilText(context: Pick<IExecuteFunctions, 'getTimezone'>, endDate?: Date): string {
	if (endDate === undefined) return '';
	const zone = context.getTimezone();
	const time = DateTime.fromJSDate(endDate, { zone }).setLocale('en');
	return ` until ${time.toFormat('d LLLL yyyy, HH:mm (z)')}`;
}
