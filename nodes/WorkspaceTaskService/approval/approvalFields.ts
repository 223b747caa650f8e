import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import {
	filledShownText,
	makeForbiddenIssue,
	makeSchema,
	shownText,
	trimmedText,
	trueOrFalse,
} from '../service/values/schemas';
import { ACTION_NODE_TYPE, formatPattern } from '../shared/builderHints';

/* Names and values as in n8n's own nodes. */

const showIfLimitType = (limitType: string) => ({ show: { limitType: [limitType] } });

const approvalOptions: INodeProperties[] = [
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		default: 'double',
		options: [
			{ name: 'Approve and Decline', value: 'double' },
			{ name: 'Approve Only', value: 'single' },
		],
	},
	{ displayName: 'Approve Button Label', name: 'approveLabel', type: 'string', default: 'Approve' },
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
		description: 'Whether to show a field for a comment on the page',
	},
	{
		displayName: 'Ask for a Name',
		name: 'askForName',
		type: 'boolean',
		default: false,
		description: 'Whether people must enter their name on the page. It is not checked.',
	},
	{
		displayName: 'Choices',
		name: 'choices',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Today',
		hint: 'One per line, up to five',
		description:
			'Buttons to show instead of Approve and Decline. The answer is in <code>choice</code>, and <code>approved</code> is true if somebody chose one.',
	},
	{
		displayName: 'Editable Text',
		name: 'editableText',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. Dear Ada',
		description:
			'A draft that people can change on the page before they answer. The text as they left it is in <code>text</code>.',
	},
];

const limitWaitTime: INodeProperties[] = [
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
		displayOptions: showIfLimitType('afterTimeInterval'),
	},
	{
		displayName: 'Unit',
		name: 'resumeUnit',
		type: 'options',
		default: 'hours',
		displayOptions: showIfLimitType('afterTimeInterval'),
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
		displayOptions: showIfLimitType('atSpecifiedTime'),
	},
];

export const approvalFields: INodeProperties[] = [
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Send the offer of 4,200 euros to Ada?',
		description:
			'What to decide. It is shown in the task, and on the page that its link opens. Everybody who can read the task can answer. The answer does not change the task.',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add Approval Option',
		default: {},
		description:
			'What the page asks for. Its link opens on other computers only if this n8n has a public URL (<code>N8N_WEBHOOK_URL</code>).',
		options: [{ displayName: 'Approval Options', name: 'values', values: approvalOptions }],
	},
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'fixedCollection',
		placeholder: 'Add Limit',
		default: {},
		description:
			'When to continue even if nobody has responded. Without a limit, n8n keeps waiting.',
		options: [{ displayName: 'Limit Wait Time', name: 'values', values: limitWaitTime }],
	},
];

const MAX_CHOICES = 5;
const MAX_CHOICE_CHARACTERS = 60;
export const MAX_TEXT_CHARACTERS = 10_000;

const choice = filledShownText.refine(({ length }) => length <= MAX_CHOICE_CHARACTERS);

const choices = makeSchema((value) => {
	const lines = typeof value === 'string' ? splitLines(value) : value;
	const list = z.array(choice).min(1).max(MAX_CHOICES).safeParse(lines).data;
	const isDistinct = new Set(list).size === list?.length;
	return isDistinct ? list : undefined;
}, `must be up to ${MAX_CHOICES} different lines of at most ${MAX_CHOICE_CHARACTERS} characters`);

function splitLines(text: string): string[] {
	const lines = text.split('\n').map((line) => line.trim());
	return lines.filter((line) => line !== '');
}

const editableText = shownText.refine(
	({ length }) => length <= MAX_TEXT_CHARACTERS,
	makeForbiddenIssue(`must have at most ${MAX_TEXT_CHARACTERS} characters`),
);

/** The rules of the fields. `limitWaitTime` is checked when the wait begins. */
export const approvalParameters = z.object({
	message: filledShownText,
	approvalOptions: z
		.object({
			values: z.object({
				approvalType: trimmedText.optional(),
				approveLabel: filledShownText.optional(),
				disapproveLabel: filledShownText.optional(),
				askForName: trueOrFalse.optional(),
				askForComment: trueOrFalse.optional(),
				choices: choices.optional(),
				editableText: editableText.optional(),
			}),
		})
		.partial()
		.optional(),
	limitWaitTime: z
		.object({ values: z.object({}).passthrough() })
		.partial()
		.optional(),
});

export type ApprovalParameters = z.infer<typeof approvalParameters> & {
	title: string;
	additionalFields?: { description?: string };
};

export const approvalPattern = formatPattern(
	'Ask a person, then branch on the answer',
	`const askAda = node({ type: '${ACTION_NODE_TYPE}', version: 1, config: { name: 'Ask Ada', parameters: {
  resource: 'task', operation: 'sendAndWait',
  boardId: { __rl: true, mode: 'name', value: 'Support' },
  title: 'Offer for Ada', message: expr('Send the offer of {{ $json.amount }} euros?'),
  approvalOptions: { values: { askForComment: true } },
  limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' } }
} } });
Put an If on expr('{{ $json.approved }}') (boolean) after it. The output replaces the input item: approved, comment, respondedBy, respondedAt, timedOut, task. Read earlier data with expr("{{ $('Node Name').item.json.amount }}"). Without an answer in time, approved is false and timedOut true.
For more than yes or no, approvalOptions.values takes choices: 'Today\\nTomorrow' (up to five lines, the answer is in choice: put a Switch after it) and editableText: expr('{{ $json.draft }}') (the edited text is in text).
It creates the task and its link itself: add no Wait node and no webhook. Tasks have no assignee here: name the person in the title; everybody who reads the task can answer. It takes one item per run: put Loop Over Items (batch size 1) before it if there can be more.
To have people approve the tool calls of an AI agent, wrap the tool: tool({ type: '${ACTION_NODE_TYPE}HitlTool', version: 1, config: { name: 'Review', parameters: { boardId, title, message: expr('{{ JSON.stringify($tool.parameters) }}') }, subnodes: { tools: [wrappedTool] } } }).`,
);
