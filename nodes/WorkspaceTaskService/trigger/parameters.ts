import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { Schema } from '../api/values';
import { allEventTypes, eventType, eventTypesText } from '../api/values';
import { isFilledText } from '../api/json';
import { OUTPUTS } from './payload/events';
import type { Registration } from './registration/record';

/** An expression may give one kind, or several in a text. */
const asList = (value: unknown) => (typeof value === 'string' ? wordsIn(value) : (value ?? []));
const selected = z.preprocess(asList, z.array(eventType));
const typed = eventTypesText.nullish();
const label = z.union([z.string(), z.number()]).nullish();
const ADD =
	'Select at least one event, such as Task Created, or enter one under Options → Custom Events.';

/**
 * The event kinds of "Trigger On" and "Custom Events", the same for the lifecycle and deliveries.
 * @throws NodeOperationError when there is none, or one that cannot be an event kind.
 */
export function selectedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	const events = selected.safeParse(context.getNodeParameter('events', []));
	const custom = typed.safeParse(context.getNodeParameter('options.customEvents', ''));
	const all = allEventTypes(events.data ?? [], custom.data ?? '');
	if (!events.success)
		throw unusable(context, `"Trigger On" must be a list of event kinds. ${ADD}`);
	const [issue] = custom.error?.issues ?? [];
	if (issue !== undefined) throw unusable(context, `"Custom Events" ${issue.message}. ${ADD}`);
	if (all.length === 0) throw unusable(context, `"Trigger On" is empty. ${ADD}`);
	return all;
}

/**
 * The "Registration Label".
 * @throws NodeOperationError when it is no text.
 */
export function registrationLabel(context: IHookFunctions): string {
	const { success, data } = label.safeParse(
		context.getNodeParameter('options.registrationLabel', ''),
	);
	if (success) return String(data ?? '').trim();
	throw unusable(context, '"Registration Label" must be text. Enter any text, or leave it empty.');
}

function unusable(context: IHookFunctions | IWebhookFunctions, message: string) {
	return new NodeOperationError(context.getNode(), message);
}

const boardId = z.union([z.string(), z.number()]).transform((id) => String(id).trim());
/** An expression may give one board, or several in a text. */
const boards = z
	.preprocess(
		(value) => (typeof value === 'string' ? boardsIn(value) : [value ?? []].flat()),
		z.array(boardId),
	)
	.transform((texts) => texts.filter(isFilledText));

/**
 * What is entered under "Boards": ids, or names from an expression.
 * @throws NodeOperationError when it is no list of texts or numbers
 */
export function enteredBoards(context: IHookFunctions): string[] {
	const { success, data } = boards.safeParse(context.getNodeParameter('boards', []));
	if (success) return data;
	throw unusable(context, '"Boards" must be a list of boards. Select them from the list.');
}

/** Variables of n8n are texts. */
const yesOrNo = z.union([
	z.boolean(),
	z.enum(['true', 'false']).transform((text) => text === 'true'),
]);

export type Preferences = ReturnType<typeof readPreferences>;

/**
 * The node's parameters as far as a delivery is concerned. There is nobody to tell about an
 * expression that fails now: each parameter then falls back to what lets most events through.
 */
export function readPreferences(
	context: IWebhookFunctions,
	{ events: registered = [], boardIds = {} }: Partial<Registration>,
) {
	const orElse = <Value>(fallback: Value, read: () => Value): Value => {
		try {
			return read();
		} catch (error) {
			const uses = `"${context.getNode().name}" uses ${JSON.stringify(fallback)}`;
			context.logger.warn(`${uses}: ${String(error)}`);
			return fallback;
		}
	};
	const option = <Value>(name: string, schema: Schema<Value>, unset: Value, fallback = unset) =>
		orElse(fallback, () => schema.parse(context.getNodeParameter(`options.${name}`, unset)));
	const entered = orElse([], () => boards.parse(context.getNodeParameter('boards', [])));
	const isKnown = (text: string) => /^\d+$/.test(text) || boardIds[text] !== undefined;
	return {
		events: orElse(registered, () => selectedEvents(context)),
		/** Ids; empty for all. A name that was not looked up may be any board. */
		boards: entered.every(isKnown) ? entered.map((text) => boardIds[text] ?? text) : [],
		output: option('output', z.enum(OUTPUTS), 'simplified'),
		ignoresDuplicates: option('ignoreDuplicates', yesOrNo, true, false),
		ignoresOwnTasks: option('ignoreOwnTasks', yesOrNo, true),
	};
}

/** An expression may give several in one text: between blanks, commas or semicolons. */
function wordsIn(text: string): string[] {
	return text.split(/[\s,;]+/).filter(isFilledText);
}

/** The same for boards, whose names may have blanks in them. */
function boardsIn(text: string): string[] {
	return text
		.split(/[,;\r\n]+/)
		.flatMap((part) => (/^[\d\s]+$/.test(part) ? wordsIn(part) : [part]));
}
