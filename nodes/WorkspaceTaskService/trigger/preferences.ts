import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

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

/** An expression may give one id, or several in a text. */
const asList = (value: unknown) =>
	typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : [value ?? []].flat();
const boards = z.preprocess(asList, z.array(z.union([z.string(), z.number()]).transform(String)));

/**
 * There is nobody to tell about an expression that fails now: each parameter then falls back to what
 * lets most events through.
 */
export function readPreferences(context: IWebhookFunctions, registered: string[]): Preferences {
	const option = <Value>(name: string, schema: z.ZodType<Value>, fallback: Value): Value =>
		orElse(context, fallback, () =>
			schema.parse(context.getNodeParameter(`options.${name}`, fallback)),
		);
	return {
		events: orElse(context, registered, () => selectedEvents(context)),
		boards: option('boards', boards, []),
		output: option('output', z.enum(OUTPUTS), 'simplified'),
		ignoresDuplicates: option('ignoreDuplicates', z.boolean(), true),
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
