import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { field } from '../../api/json';
import type { Schema } from '../../api/values/schemas';
import { fullText } from '../../transport/errors/explain';
import { selectedBoards, selectedEvents } from './checked';

const output = z.enum(['simplified', 'raw']);
/** Variables of n8n are texts. */
const yesOrNo = z
	.preprocess(String, z.enum(['true', 'false']))
	.transform((value) => value === 'true');

export interface Preferences {
	/** At least one event type. */
	events: string[];
	/** IDs; empty for all boards. */
	boards: string[];
	output: z.infer<typeof output>;
	ignoresDuplicates: boolean;
	ignoresOwnTasks: boolean;
}

/**
 * The parameters that a delivery depends on. Nobody sees an expression that fails now, so each parameter
 * then falls back to a value that loses no event of a person, and n8n's log has a warning.
 * @param registered the event types of the current registration
 */
export function readPreferences(context: IWebhookFunctions, registered: string[]): Preferences {
	const option = <Value>(name: string, schema: Schema<Value>, defaultValue: Value): Value =>
		schema.parse(context.getNodeParameter(`options.${name}`, defaultValue));
	const orElse = <Value>(fallback: Value, read: () => Value): Value => {
		try {
			return read();
		} catch (error) {
			const { name } = context.getNode();
			const value = JSON.stringify(fallback);
			const hint = String(field(error, 'description') ?? '');
			const reason = fullText({ message: String(error), hint });
			context.logger.warn(
				`"${name}" could not read a parameter and uses ${value} instead: ${reason}`,
			);
			return fallback;
		}
	};
	return {
		events: orElse(registered, () => selectedEvents(context)),
		boards: orElse([], () => selectedBoards(context)),
		output: orElse('simplified', () => option('output', output, 'simplified')),
		ignoresDuplicates: orElse(false, () => option('ignoreDuplicates', yesOrNo, true)),
		ignoresOwnTasks: orElse(true, () => option('ignoreOwnTasks', yesOrNo, true)),
	};
}
