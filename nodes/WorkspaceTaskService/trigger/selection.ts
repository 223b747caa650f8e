import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import { eventKinds } from '../api/events';
import { eventKind, eventKindsText } from '../api/schemas';
import { wordsIn } from './fields';

/** An expression may give one kind, or several in a text. */
const asList = (value: unknown) => (typeof value === 'string' ? wordsIn(value) : (value ?? []));
const selected = z.preprocess(asList, z.array(eventKind));
const typed = eventKindsText.nullish();
const labelText = z.union([z.string(), z.number()]).nullish();
const complete = z.array(eventKind).min(1);

/**
 * The event kinds of "Trigger On" and "Custom Events", the same for the lifecycle and deliveries.
 * @throws NodeOperationError when there is none, or one that cannot be an event kind.
 */
export function selectedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	const events = selected.safeParse(context.getNodeParameter('events', []));
	const custom = typed.safeParse(context.getNodeParameter('options.customEvents', ''));
	if (!events.success) throw unusable(context, '"Trigger On" must be a list of event kinds');
	if (!custom.success) {
		throw unusable(context, `"Custom Events" ${custom.error.issues[0]?.message}`);
	}
	const all = complete.safeParse(eventKinds(events.data, custom.data ?? ''));
	if (!all.success) throw unusable(context, '"Trigger On" is empty');
	return all.data;
}

/**
 * What stands in "Registration Label".
 * @throws NodeOperationError when it is no text.
 */
export function registrationLabel(context: IHookFunctions): string {
	const label = context.getNodeParameter('options.registrationLabel', '');
	const parsed = labelText.safeParse(label);
	if (parsed.success) return String(parsed.data ?? '').trim();
	throw new NodeOperationError(context.getNode(), '"Registration Label" must be text', {
		description: 'Enter any text, or leave the field empty.',
	});
}

function unusable(context: IHookFunctions | IWebhookFunctions, message: string) {
	return new NodeOperationError(context.getNode(), message, {
		description:
			'Select at least one event, such as Task Created, or name one under Options → Custom Events.',
	});
}
