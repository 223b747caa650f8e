import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import {
	allEventTypes,
	eventType,
	eventTypesText,
	readAs,
	type Schema,
	text,
} from '../../api/values/schemas';
import { boardId } from '../../api/values/ids';
import { checkFields, rejection } from '../../fields/checkFields';
import { triggerFields } from './triggerFields';

type Context = IHookFunctions | IWebhookFunctions;
type Name = keyof typeof triggerFields;

const OUTSIDE_OPTIONS: Name[] = ['events', 'boards'];
const SEPARATORS = /[\s,;]+/;
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
	const entries = typeof value === 'string' ? value.split(SEPARATORS) : [value ?? []].flat();
	return entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
}

/**
 * The event types of "Trigger On" and "Custom Events", for the lifecycle and for deliveries.
 * @throws NodeOperationError when no type is selected, or a text that cannot be a type
 */
export function selectedEvents(context: Context): string[] {
	const customEvents = read(context, 'customEvents', eventTypesText.nullish());
	const selected = read(context, 'events', eventList);
	const events = allEventTypes(selected, customEvents ?? '');
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
	const rules = {
		properties: [triggerFields[name]],
		parameters: z.object({ [name]: schema }),
	};
	const entered = { [name]: evaluate(context, name) };
	const checked = checkFields(context, rules, entered, ADVICE[name]);
	return checked[name] as Value;
}

function evaluate(context: Context, name: Name): unknown {
	const path = OUTSIDE_OPTIONS.includes(name) ? name : `options.${name}`;
	try {
		return context.getNodeParameter(path, null);
	} catch (error) {
		// Such as an expression with the data of an event, which n8n evaluates before an event arrives.
		const label = triggerFields[name].displayName;
		const { message } = error as Error;
		const sentence = `"${label}" has an expression that cannot be evaluated here: ${message}`;
		throw rejection(context, [sentence], ADVICE[name]);
	}
}
