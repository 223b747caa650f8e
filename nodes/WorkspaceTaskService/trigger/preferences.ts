import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Schema } from '../api/schemas';
import { wordsIn } from './fields';
import { type Output, OUTPUTS } from './output';
import { selectedEvents } from './selection';

/** The node's parameters as far as a delivery is concerned. */
export interface Preferences {
	events: string[];
	/** Ids of boards; empty for all. */
	boards: string[];
	output: Output;
	ignoresDuplicates: boolean;
}

const id = z.union([z.string(), z.number()]).transform(String);
/** An expression may give one id, or several in a text. */
const boards = z
	.preprocess((value) => [value ?? []].flat(), z.array(id))
	.transform((texts) => texts.flatMap(wordsIn));
/** Variables of n8n are texts. */
const yesOrNo = z.union([
	z.boolean(),
	z.enum(['true', 'false']).transform((text) => text === 'true'),
]);

/**
 * There is nobody to tell about an expression that fails now: each parameter then falls back to what
 * lets most events through.
 */
export function readPreferences(context: IWebhookFunctions, registered: string[]): Preferences {
	const option = <Value>(
		name: string,
		schema: Schema<Value>,
		unset: Value,
		unreadable = unset,
	): Value =>
		orElse(context, unreadable, () =>
			schema.parse(context.getNodeParameter(`options.${name}`, unset)),
		);
	return {
		events: orElse(context, registered, () => selectedEvents(context)),
		boards: option('boards', boards, []),
		output: option('output', z.enum(OUTPUTS), 'simplified'),
		ignoresDuplicates: option('ignoreDuplicates', yesOrNo, true, false),
	};
}

function orElse<Value>(context: IWebhookFunctions, fallback: Value, read: () => Value): Value {
	try {
		return read();
	} catch (error) {
		context.logger.warn(
			`"${context.getNode().name}" goes on with ${JSON.stringify(fallback)}: ${String(error)}`,
		);
		return fallback;
	}
}
