import type { INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { readAs, trimmedText, trueOrFalse } from '../../api/values';
import type { Question } from '../../approval/question';
import type { Limit } from '../../approval/wait';

/* The names and values of these fields are those of n8n's own nodes. */

const MAX_AMOUNT = 10_000;

const oneOf = <Value extends string>(...values: Value[]) =>
	readAs((value) => values.find((one) => one === value), `must be ${values.join(' or ')}`);

const amount = readAs((value) => {
	const number = Number(value);
	return number > 0 && number <= MAX_AMOUNT ? number : undefined;
}, `must be more than 0 and at most ${MAX_AMOUNT}`);

const time = readAs((value) => {
	const isTime = typeof value === 'string' && DateTime.fromISO(value).isValid;
	return isTime ? value : undefined;
}, 'must be a time such as 2030-01-31T18:00');

const approvalOptions = z.object({
	approvalType: oneOf('single', 'double').optional(),
	approveLabel: trimmedText.optional(),
	disapproveLabel: trimmedText.optional(),
	askForComment: trueOrFalse.optional(),
});

const limitWaitTime = z.object({
	limitType: oneOf('afterTimeInterval', 'atSpecifiedTime').optional(),
	resumeAmount: amount.optional(),
	resumeUnit: oneOf('minutes', 'hours', 'days').optional(),
	maxDateAndTime: time.optional(),
});

const parameters = z.object({
	message: trimmedText,
	approvalOptions: z.object({ values: approvalOptions.optional() }).optional(),
	limitWaitTime: z.object({ values: limitWaitTime.optional() }).optional(),
});

type Entered = z.infer<typeof parameters>;

export function questionOf({
	message,
	approvalOptions,
	title,
}: Entered & { title: string }): Question {
	const {
		approvalType = 'single',
		approveLabel = 'Approve',
		disapproveLabel = 'Decline',
		askForComment: asksForComment = false,
	} = approvalOptions?.values ?? {};
	const question = { title, message, approveLabel, asksForComment };
	return approvalType === 'single' ? question : { ...question, declineLabel: disapproveLabel };
}

export function limitOf({ limitWaitTime }: Entered): Limit | undefined {
	const { values } = limitWaitTime ?? {};
	if (values === undefined) return undefined;
	const { limitType: type, resumeAmount = 1, resumeUnit = 'hours', maxDateAndTime = '' } = values;
	if (type === 'atSpecifiedTime') return { type, time: maxDateAndTime };
	return { type: 'afterTimeInterval', amount: resumeAmount, unit: resumeUnit };
}

const shownFor = (type: string) => ({ show: { limitType: [type] } });

const properties: INodeProperties[] = [
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Send the offer of 4,200 euros to Ada?',
		description: 'What is to be decided. It is shown in the task and on the page of the link.',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Approval Options',
				name: 'values',
				values: [
					{
						displayName: 'Type of Approval',
						name: 'approvalType',
						type: 'options',
						default: 'single',
						options: [
							{ name: 'Approve Only', value: 'single' },
							{ name: 'Approve and Decline', value: 'double' },
						],
					},
					{
						displayName: 'Approve Button Label',
						name: 'approveLabel',
						type: 'string',
						default: 'Approve',
					},
					{
						displayName: 'Decline Button Label',
						name: 'disapproveLabel',
						type: 'string',
						default: 'Decline',
						displayOptions: { show: { approvalType: ['double'] } },
					},
					{
						displayName: 'Ask for a Comment',
						name: 'askForComment',
						type: 'boolean',
						default: false,
						description: 'Whether the page has a field for a comment',
					},
				],
			},
		],
	},
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'fixedCollection',
		placeholder: 'Add limit',
		default: {},
		description: 'When to continue although nobody has answered. Without a limit, n8n waits.',
		options: [
			{
				displayName: 'Limit Wait Time',
				name: 'values',
				values: [
					{
						displayName: 'Limit Type',
						name: 'limitType',
						type: 'options',
						default: 'afterTimeInterval',
						options: [
							{ name: 'After Time Interval', value: 'afterTimeInterval' },
							{ name: 'At Specified Time', value: 'atSpecifiedTime' },
						],
					},
					{
						displayName: 'Amount',
						name: 'resumeAmount',
						type: 'number',
						typeOptions: { minValue: 0, numberPrecision: 2 },
						default: 1,
						displayOptions: shownFor('afterTimeInterval'),
					},
					{
						displayName: 'Unit',
						name: 'resumeUnit',
						type: 'options',
						default: 'hours',
						displayOptions: shownFor('afterTimeInterval'),
						options: [
							{ name: 'Days', value: 'days' },
							{ name: 'Hours', value: 'hours' },
							{ name: 'Minutes', value: 'minutes' },
						],
					},
					{
						displayName: 'Max Date and Time',
						name: 'maxDateAndTime',
						type: 'dateTime',
						default: '',
						displayOptions: shownFor('atSpecifiedTime'),
					},
				],
			},
		],
	},
];

export const approvalFields = { properties, parameters };
