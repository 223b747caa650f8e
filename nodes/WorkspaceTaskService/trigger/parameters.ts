import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { field } from '../api/json';
import { boardId } from '../api/values/ids';
import {
	allEventTypes,
	eventType,
	eventTypesText,
	readAs,
	text,
	type Schema,
} from '../api/values/schemas';
import { customEvents, eventOptions } from '../commonFields';
import { checkFields, rejection } from '../fields/checkFields';
import { fullText } from '../transport/words';

type Context = IHookFunctions | IWebhookFunctions;
type Name = keyof typeof triggerFields;

/** The fields that people fill in; fields with a fixed choice are in the description of the node. */
export const triggerFields = {
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

const eventList = listOf(eventType, 'must be a list of event types');
const boardIds = listOf(boardId.transform(String), 'must be a list of board IDs');

function listOf(element: Schema<string>, message: string): Schema<string[]> {
	const list = z.array(element);
	return readAs((value) => list.safeParse(entriesIn(value)).data, message);
}

/** An expression may also return a single entry, or a text with several entries. */
function entriesIn(value: unknown): unknown[] {
	const entries = typeof value === 'string' ? value.split(/[\s,;]+/) : [value ?? []].flat();
	return entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
}

/**
 * The event types of "Trigger On" and "Custom Events", for the lifecycle and for deliveries.
 * @throws NodeOperationError when no type is selected, or a text that cannot be a type
 */
export function selectedEvents(context: Context): string[] {
	const custom = read(context, 'customEvents', eventTypesText.nullish());
	const selected = read(context, 'events', eventList);
	const events = allEventTypes(selected, custom ?? '');
	if (events.length > 0) return events;
	const sentence = `"${triggerFields.events.displayName}" is empty`;
	throw rejection(context, [sentence], ADD);
}

/**
 * IDs; empty for all boards.
 * @throws NodeOperationError if a value cannot be an ID
 */
export function selectedBoards(context: Context): string[] {
	return read(context, 'boards', boardIds);
}

export function registrationLabel(context: IHookFunctions): string {
	const label = read(context, 'registrationLabel', text.nullish()) ?? '';
	return label.trim();
}

/** @throws NodeOperationError if n8n cannot evaluate it, or it is not what the schema expects */
function read<Value>(context: Context, name: Name, schema: Schema<Value>): Value {
	const parameters = z.object({ [name]: schema });
	const rules = { properties: [triggerFields[name]], parameters };
	const entered = { [name]: evaluate(context, name) };
	const checked = checkFields(context, rules, entered, ADVICE[name]);
	return checked[name] as Value;
}

function evaluate(context: Context, name: Name): unknown {
	const isOption = name === 'customEvents' || name === 'registrationLabel';
	try {
		return context.getNodeParameter(isOption ? `options.${name}` : name, null);
	} catch (error) {
		// Such as an expression with the data of an event, which n8n evaluates before an event arrives.
		const label = triggerFields[name].displayName;
		const { message } = error as Error;
		const sentence = `"${label}" has an expression that cannot be evaluated here: ${message}`;
		throw rejection(context, [sentence], ADVICE[name]);
	}
}

export interface Preferences {
	/** At least one event type. */
	events: string[];
	/** IDs; empty for all boards. */
	boards: string[];
	output: 'simplified' | 'raw';
	ignoresDuplicates: boolean;
	ignoresOwnTasks: boolean;
}

/**
 * The parameters that a delivery depends on. Nobody sees an expression that fails now: then they are values
 * that lose no event of a person, and n8n's log has a warning.
 * @param registered the event types of the current registration
 */
export function readPreferences(context: IWebhookFunctions, registered: string[]): Preferences {
	// Variables of n8n are texts.
	const option = (name: string, initial: unknown) =>
		String(context.getNodeParameter(`options.${name}`, initial));
	try {
		return {
			events: selectedEvents(context),
			boards: selectedBoards(context),
			output: option('output', 'simplified') === 'raw' ? 'raw' : 'simplified',
			ignoresDuplicates: option('ignoreDuplicates', true) === 'true',
			ignoresOwnTasks: option('ignoreOwnTasks', true) === 'true',
		};
	} catch (error) {
		const { name } = context.getNode();
		const hint = String(field(error, 'description') ?? '');
		const reason = fullText({ message: String(error), hint });
		context.logger.warn(`"${name}" could not read its parameters and uses none: ${reason}`);
		return {
			events: registered,
			boards: [],
			output: 'simplified',
			ignoresDuplicates: false,
			ignoresOwnTasks: true,
		};
	}
}
