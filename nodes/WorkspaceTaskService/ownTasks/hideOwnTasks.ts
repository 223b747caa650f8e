import type { IWebhookFunctions } from 'n8n-workflow';

import { within } from '../time/clock';
import { OwnTasks, type TaskEvent } from './ownTasks';

const OK = 200;
const MAX_WAIT_MS = 30_000;
/** Each waiting delivery costs 10 MB: n8n keeps an isolate for it. */
const MAX_WAITING = 20;
/** Deliveries in this process that wait for a create. */
let waiting = 0;

interface Received {
	context: IWebhookFunctions;
	baseUrl: string;
	receivedDate: Date;
}

/**
 * Hides the creations of the workflow's own tasks. An event that a create in flight may have caused
 * gets its response first: a service may wait for it before it responds to the create.
 * @returns the other events
 */
export async function hideOwnTasks<Event extends TaskEvent>(
	received: Event[],
	{ context, baseUrl, receivedDate }: Received,
): Promise<Event[]> {
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	const { id } = context.getNode();
	const isForeign = (event: Event) => !tasks.hide(event, id);
	const createsFor = (event: Event) => tasks.pending(event, receivedDate);
	let events = received.filter(isForeign);
	let creates = events.flatMap(createsFor);
	if (creates.length === 0 || waiting >= MAX_WAITING) return events;

	// Before it is known whether the delivery starts the workflow.
	context.getResponseObject().writeHead(OK).end();
	const awaitCreates = async () => {
		while (creates.length > 0) {
			await Promise.race(creates);
			// An own event ends its wait at once: other deliveries may wait in its place.
			events = events.filter(isForeign);
			creates = events.flatMap(createsFor);
		}
	};
	waiting += 1;
	await within(MAX_WAIT_MS, awaitCreates());
	waiting -= 1;
	return events;
}
