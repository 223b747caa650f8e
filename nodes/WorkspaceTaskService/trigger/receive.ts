import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Delivery } from './body';
import type { Reading } from './delivery';
import { readEvents } from './delivery';
import { Duplicates } from './duplicates';
import { admit, keyIn } from './key';
import { itemsFor } from './output';
import type { Preferences } from './preferences';
import { readPreferences } from './preferences';
import { announcedKey } from './processMemory';
import { readRecord } from './record';

const duplicates = new Duplicates();

/** One delivery: key → events → answer, and items if any. Never throws: that would be a failed run. */
export function receive(context: IWebhookFunctions, now: Date): IWebhookResponseData {
	const record = readRecord(context);
	const key = keyIn(context.getQueryData() as object);
	const status = admit(key, record, announcedKey(context));
	if (key === undefined || status !== 200) return answer(context, status);
	const registered = record.current?.events ?? [];
	const preferences = readPreferences(context, registered);
	const delivery = deliveryIn(context);
	const readings = readEvents(delivery, { ...preferences, registered }, now);
	const fresh = withoutDuplicates(context, readings, preferences, now);
	if (fresh.length === 0) return answer(context, 200);
	const events = fresh.map(({ event }) => event);
	return { workflowData: [itemsFor(events, delivery.headers, preferences.output, key)] };
}

function deliveryIn(context: IWebhookFunctions): Delivery {
	const { rawBody, headers } = context.getRequestObject();
	const body: unknown = context.getBodyData();
	return { body, rawBody: rawBody?.toString('utf8') ?? '', headers };
}

/** While a person listens for a test event, repeating one by hand is no mistake. */
function withoutDuplicates(
	context: IWebhookFunctions,
	readings: Reading[],
	{ ignoresDuplicates }: Preferences,
	now: Date,
): Reading[] {
	if (!ignoresDuplicates || context.getMode() === 'manual') return readings;
	const place = `${context.getWorkflow().id} ${context.getNode().id}`;
	const traits = readings.map((reading) =>
		reading.traits.map((trait) => ({ ...trait, text: `${place} ${trait.text}` })),
	);
	const news = duplicates.areNew(traits, now);
	const response = context.getResponseObject();
	response.once('finish', () => {
		// n8n could not start an execution: the service may try again, and must be heard then.
		if (response.statusCode >= 500) duplicates.forget(traits.filter((_, n) => news[n]).flat());
	});
	return readings.filter((_, n) => news[n]);
}

/** Starts nothing, and says nothing: n8n's own answer would tell these cases from a run. */
function answer(context: IWebhookFunctions, status: number): IWebhookResponseData {
	context.getResponseObject().status(status).end();
	return { noWebhookResponse: true };
}
