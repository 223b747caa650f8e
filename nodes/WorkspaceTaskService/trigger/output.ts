import type { INodeExecutionData } from 'n8n-workflow';

import type { TaskEvent } from './delivery';
import type { Headers } from './fields';

export const OUTPUTS = ['simplified', 'raw'] as const;
export type Output = (typeof OUTPUTS)[number];

/** The json of an item with "Raw" output. */
export interface RawEvent {
	/** What the service sent for this event. */
	body: unknown;
	headers: Headers;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
}

/**
 * One item per event. The key is masked wherever the service repeats it, as one that puts the
 * address of the webhook into its notifications does.
 */
export function itemsFor(
	events: TaskEvent[],
	headers: Headers,
	output: Output,
	key: string,
): INodeExecutionData[] {
	const shaped = events.map((event) => (output === 'raw' ? raw(event, headers) : event));
	return shaped.map((json) => JSON.parse(JSON.stringify({ json }).replaceAll(key, '***')));
}

function raw({ payload, receivedAt }: TaskEvent, headers: Headers): RawEvent {
	return { body: payload, headers, receivedAt };
}
