import type { IWebhookFunctions } from 'n8n-workflow';

import { awaitAtMost } from '../shared/clock';
import {
	MAX_CREATE_WAIT_MS,
	OwnTasks,
	readCreatedTaskId,
	type Receipt,
	type TypedTaskEvent,
} from './ownTasks';

/*
 * The trigger hides the creation of an own task before an execution is spent, by the ID, in a process that
 * also creates. What it does not know, the action node decides (`origin.ts`).
 */

const OK = 200;
/** Each waiting delivery costs 10 MB: n8n keeps an isolate for it. */
const MAX_WAITING = 20;
/** Deliveries in this process that wait for creates. */
let waitingDeliveries = 0;

interface DeliveryContext {
	context: IWebhookFunctions;
	baseUrl: string;
	receivedDate: Date;
}

/**
 * Hides the creations of own tasks. While creates of the workflow are in flight, whatever their titles, the
 * creation of a task waits for their IDs. Its sender gets the response first: it may wait for that before
 * it responds to the create.
 * @returns the other events
 */
export async function hideOwnTasks<Event extends TypedTaskEvent>(
	received: Event[],
	{ context, baseUrl, receivedDate }: DeliveryContext,
): Promise<Event[]> {
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	tasks.receivesDeliveries = true;
	const receipt = { trigger: context.getNode().name, receivedDate };
	const events = hideOwnCreations(received, tasks, receipt);
	const mustWait = mayShowCreateInFlight(events, tasks, receipt);
	if (!mustWait || waitingDeliveries >= MAX_WAITING) return events;
	// Before it is known whether the delivery starts the workflow.
	context.getResponseObject().writeHead(OK).end();
	waitingDeliveries += 1;
	try {
		return await hideAfterEachCreate(events, tasks, receipt);
	} finally {
		waitingDeliveries -= 1;
	}
}

/** @returns the other events, when none of them may be the creation of a task in flight, or after 30 s */
async function hideAfterEachCreate<Event extends TypedTaskEvent>(
	events: Event[],
	tasks: OwnTasks,
	receipt: Receipt,
): Promise<Event[]> {
	let left = events;
	const hideWhileInFlight = async () => {
		while (mayShowCreateInFlight(left, tasks, receipt)) {
			await Promise.race(tasks.listInFlight(receipt.receivedDate));
			// An own creation ends its wait at once: other deliveries may wait in its place.
			left = hideOwnCreations(left, tasks, receipt);
		}
	};
	await awaitAtMost(MAX_CREATE_WAIT_MS, hideWhileInFlight());
	return left;
}

function mayShowCreateInFlight(
	events: TypedTaskEvent[],
	tasks: OwnTasks,
	{ receivedDate }: Receipt,
): boolean {
	const isCreation = (event: TypedTaskEvent) => readCreatedTaskId(event) !== undefined;
	return events.some(isCreation) && tasks.listInFlight(receivedDate).length > 0;
}

/** @returns the other events */
function hideOwnCreations<Event extends TypedTaskEvent>(
	events: Event[],
	tasks: OwnTasks,
	receipt: Receipt,
): Event[] {
	const own = new Set(tasks.recordAndFindOwnCreations(events, receipt));
	return events.filter((event) => !own.has(event));
}
