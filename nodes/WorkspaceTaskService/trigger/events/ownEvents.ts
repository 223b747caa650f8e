import type { IWebhookFunctions } from 'n8n-workflow';

import { changeIn } from '../../api/read/eventType';
import type { OwnTasks } from '../../ownTasks/ownTasks';
import { within } from '../../time/clock';
import type { TypedEvent } from './selection';

const OK = 200;
const MAX_WAIT_MS = 30_000;
/** Each waiting delivery costs 10 MB: n8n keeps an isolate for it. */
const MAX_WAITING = 20;
/** Deliveries in this process that wait for a create. */
let waiting = 0;

/**
 * Hides the creations of the workflow's own tasks. An event that a create in flight may have caused
 * gets its response first: a service may wait for it before it responds to the create.
 * @returns the other events
 */
export async function hideOwnTasks(
	context: IWebhookFunctions,
	tasks: OwnTasks,
	received: TypedEvent[],
	receivedDate: Date,
): Promise<TypedEvent[]> {
	const trigger = context.getNode().id;
	const hide = (events: TypedEvent[]) =>
		events.filter((event) => !tasks.hide(event.reading.task, changeIn(event), trigger));
	const createsFor = (events: TypedEvent[]) =>
		events.flatMap(({ reading }) => tasks.pending(reading.task, receivedDate));

	let events = hide(received);
	if (createsFor(events).length === 0 || waiting >= MAX_WAITING) return events;
	answerFirst(context);
	const awaitCreates = async () => {
		let creates = createsFor(events);
		while (creates.length > 0) {
			await Promise.race(creates);
			// An own event ends its wait at once: other deliveries may wait in its place.
			events = hide(events);
			creates = createsFor(events);
		}
	};
	waiting += 1;
	try {
		await within(MAX_WAIT_MS, awaitCreates());
	} finally {
		waiting -= 1;
	}
	return events;
}

/** Before it is known whether the delivery starts the workflow. */
function answerFirst(context: IWebhookFunctions): void {
	context.getResponseObject().writeHead(OK).end();
}
