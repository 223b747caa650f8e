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

type Incoming = ReturnType<IWebhookFunctions['getRequestObject']>;

const BAD_REQUEST = 400;
const TOO_LARGE = 413;

const duplicates = new Duplicates();

/** One delivery: key → events → answer, and items if any. Never throws: that would be a failed run. */
export async function receive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	const record = readRecord(context);
	const key = keyIn(context.getQueryData() as object);
	const status = admit(key, record, announcedKey(context));
	if (key === undefined || status !== 200) return answer(context, status);
	const unreadable = await readBody(context.getRequestObject());
	if (unreadable !== undefined) return answer(context, unreadable);
	const registered = record.current?.events ?? [];
	const preferences = readPreferences(context, registered);
	const delivery = deliveryIn(context);
	const readings = readEvents(delivery, { ...preferences, registered }, now);
	const fresh = withoutDuplicates(context, readings, preferences, now);
	if (fresh.length === 0) return answer(context, 200);
	const events = fresh.map(({ event }) => event);
	return { workflowData: [itemsFor(events, delivery.headers, preferences.output, key)] };
}

/**
 * n8n hands the bytes of content types that it does not parse to nodes of version 1 only.
 * @returns the status to refuse with, when they cannot be had: too many, cut off, badly packed
 */
async function readBody(request: Incoming): Promise<number | undefined> {
	// What n8n has parsed is read already, and cannot be read a second time.
	if (request.body !== undefined || request.rawBody !== undefined) return undefined;
	try {
		await request.readRawBody();
		return undefined;
	} catch (error) {
		return Object(error).status === TOO_LARGE ? TOO_LARGE : BAD_REQUEST;
	}
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
