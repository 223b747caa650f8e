import type { Delivery } from '../n8n/trigger';
import type { Try } from '../n8n/tries';
import { isLoopRefusal, verdictsOf } from '../n8n/verdicts';
import type { History } from '../world';
import { S } from './paths';
import { TICK_MS } from './promises';
import type { Violation } from './violations';

/** "waits for the responses (bounded)": an exchange of these worlds takes no longer. */
const MAX_WAIT_MS = 30 * S;
/** "(bounded)", each delivery that waits costs memory: more of them start the workflow. */
const MAX_WAITING = 20;
/** "count, and the 26th within ten minutes is refused" */
const MAX_SELF_STARTS = 25;
const WINDOW_MS = 600 * S;

export const wrongDeliveries = (history: History): Violation[] => [
	...history.deliveries.flatMap((delivery) => wrongDelivery(delivery, history)),
	...loops(history),
];

function wrongDelivery(delivery: Delivery, history: History): Violation[] {
	const { of, number, process, atMs, answeredMs = Infinity, decidedMs = Infinity } = delivery;
	const say = (invariant: string) => [
		{ invariant, what: `${of?.item ?? 'an event'} at ${Math.round(atMs)}, delivery ${number}` },
	];
	if (process.isDead) return [];
	if (answeredMs - atMs > TICK_MS) return say('a sender never waits for a create');
	if (decidedMs - atMs > MAX_WAIT_MS + TICK_MS) return say('"waits for the responses (bounded)"');
	const isStarted = delivery.items !== undefined;
	if (of === undefined && number === 1 && !isStarted) return say('no event of a person is hidden');
	return isStarted && isCertain(delivery, history)
		? say('an own task does not start it again')
		: [];
}

/** "where the event names its task …, or in any object … that has that id as its own beside the title" */
function isCertain({ of, number, process, atMs }: Delivery, { deliveries, scenario }: History) {
	const { by, proof } = of?.request ?? {};
	const waiting = deliveries.filter(
		(other) =>
			other.process === process && other.atMs <= atMs && (other.decidedMs ?? Infinity) >= atMs,
	);
	return (
		number === 1 &&
		proof === 'done' &&
		// "a create in flight in this process"
		by?.process === process &&
		waiting.length <= MAX_WAITING &&
		scenario.events?.shape.isFieldList === false
	);
}

/**
 * "the creates of an execution whose event holds, under any name, the id of an own task of the last
 * minutes, or the title of one that has no id, count, and the 26th within ten minutes is refused"
 */
function loops({ tries }: History): Violation[] {
	const isOwn = ({ start, process, sent }: Try) =>
		start?.of?.request.by.process === process && sent.some(({ call }) => call === 'create task');
	return tries
		.filter(({ start }) => start !== undefined)
		.flatMap((run) => {
			const before = tries.filter(
				({ start, process, startMs }) =>
					start !== undefined &&
					process === run.process &&
					startMs <= run.startMs &&
					startMs > run.startMs - WINDOW_MS,
			);
			const isRefused = verdictsOf(run).some(isLoopRefusal);
			const isLoop = isOwn(run) && before.filter(isOwn).length > MAX_SELF_STARTS;
			const isWrong = isRefused ? before.length <= MAX_SELF_STARTS : isLoop;
			const what = `${run.execution} at ${run.startMs}`;
			return isWrong
				? [{ invariant: 'the 26th create of a loop is refused, and no other', what }]
				: [];
		});
}
