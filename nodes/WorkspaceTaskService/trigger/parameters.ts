import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Schema } from '../api/values';
import { allEventTypes, boardId, eventType, eventTypesText, readAs, text } from '../api/values';
import { customEvents, eventOptions } from '../commonFields';
import { checkFields } from '../fields/checkFields';
import { rejection } from '../fields/rejection';

type Context = IHookFunctions | IWebhookFunctions;

const OUTPUTS = ['simplified', 'raw'] as const;

export const fields = {
	events: {
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		default: ['task.created'],
		options: eventOptions,
		description:
			'The events that start the workflow. Two triggers with the same event start it twice. To use other event types, add Custom Events under Options.',
	},
	boards: {
		displayName: 'Board Names or IDs',
		name: 'boards',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getBoards', loadOptionsDependsOn: ['authentication'] },
		default: [],
		hint: 'Leave empty for all boards',
		description:
			'Start only on events from these boards, and on events that name no board. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	customEvents,
	registrationLabel: {
		displayName: 'Registration Label',
		name: 'registrationLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. second webhook',
		description:
			'Any text. Change it to register a new webhook the next time you publish, for example because the webhook was deleted in the service or its URL leaked. Deliveries to the old webhook are then refused.',
	},
} satisfies Record<string, INodeProperties>;

const ADD =
	'Select at least one event, such as Task Created, or enter one under Options → Custom Events.';
const ADVICE = {
	events: ADD,
	customEvents: 'Correct it under Options, or leave it empty.',
	boards: 'Select boards from the list. An expression must return IDs, not names.',
	registrationLabel: 'Enter any text, or leave it empty.',
};

/** An expression may also return a single element, or a text with several. */
function listOf(element: Schema<string>, message: string) {
	return readAs((value) => {
		const list = typeof value === 'string' ? value.split(/[\s,;]+/) : [value ?? []].flat();
		const filled = list.filter((one) => typeof one !== 'string' || one.trim() !== '');
		return z.array(element).safeParse(filled).data;
	}, message);
}

const eventList = listOf(eventType, 'must be a list of event types');
const boardIds = listOf(boardId.transform(String), 'must be a list of board IDs');

/** @throws NodeOperationError if n8n cannot evaluate it, or it is not what the schema expects */
function read<Value>(context: Context, name: keyof typeof fields, schema: Schema<Value>): Value {
	const { [name]: advice } = ADVICE;
	const rules = { properties: [fields[name]], parameters: z.object({ [name]: schema }) };
	const path = ['events', 'boards'].includes(name) ? name : `options.${name}`;
	let value: unknown;
	try {
		value = context.getNodeParameter(path, null);
	} catch (error) {
		// Such as an expression with the data of an event, which n8n evaluates before an event arrives.
		const reason = `has an expression that cannot be evaluated here: ${(error as Error).message}`;
		throw rejection(context, [`"${fields[name].displayName}" ${reason}`], { advice });
	}
	return checkFields(context, rules, { [name]: value }, { advice })[name] as Value;
}

/**
 * The event types of "Trigger On" and "Custom Events", for the lifecycle and for deliveries.
 * @throws NodeOperationError when no type is selected, or a text that cannot be a type
 */
export function selectedEvents(context: Context): string[] {
	const custom = read(context, 'customEvents', eventTypesText.nullish());
	const all = allEventTypes(read(context, 'events', eventList), custom ?? '');
	if (all.length > 0) return all;
	throw rejection(context, [`"${fields.events.displayName}" is empty`], { advice: ADD });
}

/** IDs; empty for all boards. */
export const selectedBoards = (context: Context) => read(context, 'boards', boardIds);

export const registrationLabel = (context: IHookFunctions) =>
	read(context, 'registrationLabel', text.nullish())?.trim() ?? '';

export interface Preferences {
	/** At least one event type. */
	events: string[];
	/** IDs; empty for all boards. */
	boards: string[];
	output: (typeof OUTPUTS)[number];
	ignoresDuplicates: boolean;
	ignoresOwnTasks: boolean;
}

/** Variables of n8n are texts. */
const yesOrNo = z
	.preprocess(String, z.enum(['true', 'false']))
	.transform((value) => value === 'true');

/**
 * The parameters that a delivery depends on. Nobody sees an expression that fails now, so each
 * parameter then falls back to the value that lets most events through, and n8n's log has a
 * warning.
 * @param registered the event types of the current registration
 */
export function readPreferences(context: IWebhookFunctions, registered: string[]): Preferences {
	const orElse = <Value>(fallback: Value, readValue: () => Value): Value => {
		try {
			return readValue();
		} catch (error) {
			const shown = `${JSON.stringify(fallback)} instead: ${String(error)}`;
			const { name } = context.getNode();
			context.logger.warn(`"${name}" could not read a parameter and uses ${shown}`);
			return fallback;
		}
	};
	const option = <Value>(name: string, schema: Schema<Value>, unset: Value, fallback = unset) =>
		orElse(fallback, () => schema.parse(context.getNodeParameter(`options.${name}`, unset)));
	return {
		events: orElse(registered, () => selectedEvents(context)),
		boards: orElse([], () => selectedBoards(context)),
		output: option('output', z.enum(OUTPUTS), 'simplified'),
		ignoresDuplicates: option('ignoreDuplicates', yesOrNo, true, false),
		ignoresOwnTasks: option('ignoreOwnTasks', yesOrNo, true),
	};
}
