import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { Schema } from '../api/values';
import { allEventTypes, boardId, eventType, eventTypesText } from '../api/values';
import { OUTPUTS } from './payload/events';

/** The texts and numbers in a list. An expression may also return one of them, or one text of several. */
const asList = (value: unknown) => {
	const list = typeof value === 'string' ? value.split(/[\s,;]+/) : [value ?? []].flat();
	return list.filter((one) => typeof one !== 'string' || one.trim() !== '');
};
const selected = z.preprocess(asList, z.array(eventType));
const typed = eventTypesText.nullish();
const boards = z.preprocess(asList, z.array(boardId.transform(String)));
const label = z.union([z.string(), z.number()]).nullish();
const ADD =
	'Select at least one event, such as Task Created, or enter one under Options → Custom Events.';

/**
 * The event types of "Trigger On" and "Custom Events", for the lifecycle and for deliveries.
 * @throws NodeOperationError when there is none, or one that cannot be an event type
 */
export function selectedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	const events = selected.safeParse(context.getNodeParameter('events', []));
	const custom = typed.safeParse(context.getNodeParameter('options.customEvents', ''));
	const all = allEventTypes(events.data ?? [], custom.data ?? '');
	if (!events.success)
		throw unusable(context, `"Trigger On" must be a list of event types. ${ADD}`);
	const [issue] = custom.error?.issues ?? [];
	if (issue !== undefined) throw unusable(context, `"Custom Events" ${issue.message}. ${ADD}`);
	if (all.length === 0) throw unusable(context, `"Trigger On" is empty. ${ADD}`);
	return all;
}

/**
 * The IDs under "Board Names or IDs"; empty for all boards.
 * @throws NodeOperationError when one cannot be an ID
 */
export function selectedBoards(context: IHookFunctions | IWebhookFunctions): string[] {
	const { success, data } = boards.safeParse(context.getNodeParameter('boards', []));
	if (success) return data;
	const message =
		'"Board Names or IDs" must be a list of board IDs. Select the boards from the list.';
	throw unusable(context, message);
}

/** @throws NodeOperationError when "Registration Label" is not text */
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

/** Variables of n8n are texts. */
const yesOrNo = z.union([
	z.boolean(),
	z.enum(['true', 'false']).transform((text) => text === 'true'),
]);

/**
 * The parameters that a delivery depends on. Nobody sees an expression that fails now, so each
 * parameter then falls back to the value that lets most events through, and n8n's log has a warning.
 * @param registered the event types of the current registration
 */
export function readPreferences(context: IWebhookFunctions, registered: string[]) {
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
	return {
		events: orElse(registered, () => selectedEvents(context)),
		boards: orElse([], () => selectedBoards(context)),
		output: option('output', z.enum(OUTPUTS), 'simplified'),
		ignoresDuplicates: option('ignoreDuplicates', yesOrNo, true, false),
		ignoresOwnTasks: option('ignoreOwnTasks', yesOrNo, true),
	};
}
