import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { Schema } from '../api/values';
import { allEventTypes, boardId, eventType, eventTypesText, readAs, text } from '../api/values';
import { OUTPUTS } from './payload/parsedEvents';

type Context = IHookFunctions | IWebhookFunctions;

const ADD =
	'Select at least one event, such as Task Created, or enter one under Options → Custom Events.';
const PARAMETERS = {
	events: ['Trigger On', ADD],
	'options.customEvents': ['Custom Events', ADD],
	boards: [
		'Board Names or IDs',
		'Select boards from the list. An expression must return IDs, not names.',
	],
	'options.registrationLabel': ['Registration Label', 'Enter any text, or leave it empty.'],
} as const;

/** An expression may also return a single element, or a text with several. */
function listOf(element: Schema<string>, message: string) {
	return readAs((value) => {
		const list = typeof value === 'string' ? value.split(/[\s,;]+/) : [value ?? []].flat();
		const filled = list.filter((one) => typeof one !== 'string' || one.trim() !== '');
		return z.array(element).safeParse(filled).data;
	}, message);
}

const eventList = listOf(eventType, 'must be a list of event types');
const boardList = listOf(boardId.transform(String), 'must be a list of board IDs');

type Name = keyof typeof PARAMETERS;

/** @throws NodeOperationError when n8n cannot evaluate it, or it is not what the schema expects */
function read<Value>(context: Context, name: Name, schema: Schema<Value>): Value {
	const parsed = schema.safeParse(evaluated(context, name));
	if (parsed.success) return parsed.data;
	throw rejection(context, name, String(parsed.error.issues[0]?.message));
}

/** Such as an expression with the data of an event, which n8n evaluates before there is one. */
function evaluated(context: Context, name: Name): unknown {
	try {
		return context.getNodeParameter(name, null);
	} catch (error) {
		const { message } = error as Error;
		throw rejection(context, name, `has an expression that cannot be evaluated here: ${message}`);
	}
}

function rejection(context: Context, name: Name, reason: string): NodeOperationError {
	const [label, advice] = PARAMETERS[name];
	return new NodeOperationError(context.getNode(), `"${label}" ${reason}. ${advice}`);
}

/**
 * The event types of "Trigger On" and "Custom Events", for the lifecycle and for deliveries.
 * @throws NodeOperationError when there is none, or one that cannot be an event type
 */
export function selectedEvents(context: Context): string[] {
	const custom = read(context, 'options.customEvents', eventTypesText.nullish());
	const all = allEventTypes(read(context, 'events', eventList), custom ?? '');
	if (all.length > 0) return all;
	throw new NodeOperationError(context.getNode(), `"Trigger On" is empty. ${ADD}`);
}

/** IDs; empty for all boards. */
export function selectedBoards(context: Context): string[] {
	return read(context, 'boards', boardList);
}

export function registrationLabel(context: IHookFunctions): string {
	return read(context, 'options.registrationLabel', text.nullish())?.trim() ?? '';
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
export function readPreferences(context: IWebhookFunctions, registered: string[]) {
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
