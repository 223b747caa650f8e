import { randomBytes } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { makeRejection, describeInvalidField } from '../fields/checkFields';
import { parseJson } from '../reading/parse';
import { removeUserInfo } from '../service/webhookUrl';
import type { ApprovalParameters } from './approvalFields';
import { isReview } from './review';

const ID_BYTES = 16;
/** Where n8n keeps the question, with the execution. */
const KEY = 'approval';

export interface Question {
	/** Part of the link: each round of a loop has the same URL. */
	id: string;
	/** The name of the workflow. */
	asker: string;
	title: string;
	message: string;
	description?: string;
	approveLabel: string;
	declineLabel?: string;
	asksForName: boolean;
	asksForComment: boolean;
	/** The labels of the buttons; absent if people approve or decline. */
	choices?: string[];
	/** The draft that people can change. */
	editableText?: string;
	/** When the wait ends, and how long it lasts, in milliseconds; absent without a limit. */
	endsAt?: number;
	limitMs?: number;
	/** Once it was created. */
	task?: IDataObject;
}

/**
 * A question with an ID and a limit of its own.
 * @throws NodeOperationError if its limit is not in the future
 */
export function makeQuestion(context: IExecuteFunctions, parameters: ApprovalParameters): Question {
	const { title, message, additionalFields, approvalOptions, limitWaitTime } = parameters;
	const options = approvalOptions?.values ?? {};
	const isSingle = options.approvalType === 'single';
	// Of a review, n8n tells the agent only whether the call was approved.
	const { choices, editableText }: typeof options = isReview(context) ? {} : options;
	return {
		id: randomBytes(ID_BYTES).toString('hex'),
		asker: context.getWorkflow().name ?? '',
		title,
		message,
		description: additionalFields?.description,
		approveLabel: options.approveLabel ?? 'Approve',
		declineLabel: isSingle ? undefined : (options.disapproveLabel ?? 'Decline'),
		asksForName: options.askForName === true,
		asksForComment: options.askForComment === true,
		choices,
		editableText,
		...requireFutureLimit(context, limitWaitTime?.values),
	};
}

/** The description of the task: what is asked, and the link, which has the ID of the question. */
export function describeTask(context: IExecuteFunctions, question: Question): string {
	// The signature does not cover a password.
	const link = removeUserInfo(context.getSignedResumeUrl({ wait: question.id }));
	const parts = [question.message];
	if (question.description !== undefined) parts.push(question.description);
	parts.push(`Answer here${formatUntilClause(context, question.endsAt)}: ${link}`);
	return parts.join('\n\n');
}

export function saveQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node')[KEY] = JSON.stringify(question);
}

export function loadQuestion(context: IExecuteFunctions): Question {
	return parseJson(String(context.getContext('node')[KEY])) as Question;
}

/** A webhook reaches the context of its node through an expression only. */
export function loadQuestionInWebhook(context: IWebhookFunctions): Question | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	return parseJson(String(saved)) as Question | undefined;
}

/** The values of Limit Wait Time, as n8n's own nodes store them. */
type LimitValues = Record<string, unknown>;

interface UncheckedLimit {
	label: string;
	entered: unknown;
	/** Invalid if it cannot be read. */
	end: Date;
	/** What the value must be. */
	message: string;
}

/** @throws NodeOperationError if a wait that begins now would not end in the future */
function requireFutureLimit(
	context: IExecuteFunctions,
	limit: LimitValues | undefined,
): Pick<Question, 'endsAt' | 'limitMs'> {
	if (limit === undefined) return {};
	const now = Date.now();
	const isTime = limit.limitType === 'atSpecifiedTime';
	const unchecked = isTime
		? readTimeLimit(limit, context.getTimezone())
		: readIntervalLimit(limit, now);
	const endsAt = unchecked.end.getTime();
	if (endsAt > now) return { endsAt, limitMs: endsAt - now };
	const sentence = describeInvalidField(unchecked.label, unchecked.entered, unchecked);
	throw makeRejection(context, [sentence], 'Nothing was created.');
}

function readTimeLimit({ maxDateAndTime }: LimitValues, zone: string): UncheckedLimit {
	return {
		label: 'Max Date and Time',
		entered: maxDateAndTime,
		end: DateTime.fromISO(String(maxDateAndTime), { zone }).toJSDate(),
		message: `must be a time in the future, written as YYYY-MM-DDTHH:MM (${zone})`,
	};
}

const MINUTE_MS = 60_000;
const UNIT_MS: Record<string, number> = {
	minutes: MINUTE_MS,
	hours: 60 * MINUTE_MS,
	days: 24 * 60 * MINUTE_MS,
};

function readIntervalLimit({ resumeAmount, resumeUnit }: LimitValues, now: number): UncheckedLimit {
	const limitMs = Number(resumeAmount) * Number(UNIT_MS[String(resumeUnit)]);
	return {
		label: 'Limit Wait Time',
		entered: resumeAmount === undefined ? undefined : `${resumeAmount} ${resumeUnit}`,
		end: new Date(now + limitMs),
		message: 'must be a number of minutes, hours or days, such as 2 days',
	};
}

/** Such as " until 31 December 2026, 18:00 (Europe/Berlin)"; empty without an end. */
export function formatUntilClause(
	context: Pick<IExecuteFunctions, 'getTimezone'>,
	endsAt?: number,
): string {
	if (endsAt === undefined) return '';
	const zone = context.getTimezone();
	const time = DateTime.fromMillis(endsAt, { zone, locale: 'en' });
	return ` until ${time.toFormat('d LLLL yyyy, HH:mm (z)')}`;
}
