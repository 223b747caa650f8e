import type { IWebhookFunctions } from 'n8n-workflow';

import { awaitAtMost } from '../shared/clock';
import {
	MAX_CREATE_WAIT_MS,
	OwnTasks,
	readPossiblyCreatedTaskId,
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

interface DeliveryOrigin {
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
	{ context, baseUrl, receivedDate }: DeliveryOrigin,
): Promise<Event[]> {
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	tasks.receivesDeliveries = true;
	const receipt = { trigger: context.getNode().name, receivedDate };
	const events = recordReceiptsAndHideOwnCreations(received, tasks, receipt);
	const mustWait = mayShowCreateInFlight(events, tasks, receipt);
	if (!mustWait || waitingDeliveries >= MAX_WAITING) return events;
	// Before it is known whether the delivery starts the workflow.
	context.getResponseObject().writeHead(OK).end();
	waitingDeliveries += 1;
	try {
		return await awaitCreatesAndHideOwnTasks(events, tasks, receipt);
	} finally {
		waitingDeliveries -= 1;
	}
}

/** @returns the other events, when none of them may be the creation of a task in flight, or after 30 s */
async function awaitCreatesAndHideOwnTasks<Event extends TypedTaskEvent>(
	events: Event[],
	tasks: OwnTasks,
	receipt: Receipt,
): Promise<Event[]> {
	let left = events;
	const hideAfterEachCreate = async () => {
		while (mayShowCreateInFlight(left, tasks, receipt)) {
			await Promise.race(tasks.listInFlight(receipt.receivedDate));
			// An own event ends its wait at once: other deliveries may wait in its place.
			left = recordReceiptsAndHideOwnCreations(left, tasks, receipt);
		}
	};
	await awaitAtMost(MAX_CREATE_WAIT_MS, hideAfterEachCreate());
	return left;
}

function mayShowCreateInFlight(
	events: TypedTaskEvent[],
	tasks: OwnTasks,
	{ receivedDate }: Receipt,
): boolean {
	const isCreation = (event: TypedTaskEvent) => readPossiblyCreatedTaskId(event) !== undefined;
	return events.some(isCreation) && tasks.listInFlight(receivedDate).length > 0;
}

/** @returns the other events */
function recordReceiptsAndHideOwnCreations<Event extends TypedTaskEvent>(
	events: Event[],
	tasks: OwnTasks,
	receipt: Receipt,
): Event[] {
	tasks.recordFirstReceiptOfOwnTasks(events, receipt);
	return events.filter((event) => !tasks.isOwnCreation(event, receipt));
}
