import { TYPE_NAMES, type EventShape } from '../../eventShapes';
import type { Delivery } from '../n8n/trigger';
import type { Try } from '../n8n/tries';
import { isLoopRefusal, verdictsOf } from '../n8n/verdicts';
import type { EventPlan } from '../scenario/scenario';
import type { History } from '../world';
import { S } from './paths';
import type { Created, Sent } from '../service/ledger';
import { describe, TICK_MS } from './promises';
import type { Violation } from './violations';

/** "waits for the responses (bounded)": an exchange of these worlds takes no longer. */
const MAX_WAIT_MS = 30 * S;
/** "(bounded)", each delivery that waits costs memory: more of them start the workflow. */
const MAX_WAITING = 20;
/** "Each own task belongs to a chain …; the 101st is refused" */
const MAX_CREATES = 100;

export const wrongDeliveries = (history: History): Violation[] => [
	...history.deliveries.flatMap((delivery) => wrongDelivery(delivery, history)),
	...history.tries.flatMap((run) => wrongCreates(run, history)),
	...loops(history),
];

/** "a create for an event that shows the creation of an own task is not sent" */
function wrongCreates(run: Try, history: History): Violation[] {
	const { start, execution, sent } = run;
	const creates = sent.filter(({ call }) => call === 'create task');
	if (start?.of === undefined || creates.length === 0) return [];
	const { events } = history.scenario;
	if (!isHidden(start.number, events) || !isKnown(start.of, run, history)) return [];
	const invariant = 'nothing is created for the creation of an own task';
	return [{ invariant, what: `${execution}: ${creates.map(describe).join()}` }];
}

/** The process of an execution knows the ID of an own task when it asks, or may know it from the database. */
function isKnown({ id, request }: Created, run: Try, history: History): boolean {
	const { by, proof, endedAt = Infinity } = request;
	if (proof !== 'done' || by.start === undefined) return false;
	const isLostWithProcess = by.process.isDead && by.ended === undefined;
	if (isLostWithProcess) return false;
	// "the creates of the workflow that are in flight in the process … are awaited (bounded …)"
	if (by.process === run.process) return true;
	const { store, deliveries } = history;
	// "The ids are in the memory of a process that receives deliveries; for processes that receive none …"
	const receives = (process: Try['process'], ms: number) =>
		deliveries.some((delivery) => delivery.process === process && delivery.atMs <= ms);
	if (receives(by.process, by.startMs) || receives(run.process, run.startMs)) return false;
	const isLost = [...store.lostOwn].some((entry) => entry.endsWith(` ${id}`));
	return !isLost && endedAt < run.startMs;
}

function wrongDelivery(delivery: Delivery, history: History): Violation[] {
	const {
		of,
		number,
		process,
		atMs,
		answeredMs = Infinity,
		decidedMs = Infinity,
		items,
	} = delivery;
	const { events } = history.scenario;
	const say = (invariant: string) => [
		{ invariant, what: `${of?.item ?? 'an event'} at ${Math.round(atMs)}, delivery ${number}` },
	];
	if (process.isDead) return [];
	// "also while a full n8n keeps it waiting": for a place of the production limit.
	const isKept =
		events?.productionLimit !== undefined && items !== undefined && decidedMs - atMs <= TICK_MS;
	if (answeredMs - atMs > TICK_MS && !isKept) return say('a sender never waits for a create');
	if (decidedMs - atMs > MAX_WAIT_MS + TICK_MS) return say('"waits for the responses (bounded)"');
	const isStarted = items !== undefined;
	if (isDuplicate(delivery, history)) return isStarted ? say('a duplicate starts nothing') : [];
	if (of === undefined && !isStarted) return say('no event of a person is hidden');
	return isStarted && isCertain(delivery, history)
		? say('an own task does not start it again')
		: [];
}

/** "an event is a duplicate if one with the same ids, kind and content was handed to n8n within the hour" */
function isDuplicate(
	{ id, number, process }: Delivery,
	{ deliveries, scenario }: History,
): boolean {
	if (number === 1 || scenario.events?.shape.hasEventId !== true) return false;
	return deliveries.some(
		(other) => other.id === id && other.number === 1 && other.process === process,
	);
}

/** "by the id in the create's response alone, if the event shows the task with that id" */
function isCertain({ of, number, process, atMs }: Delivery, { deliveries, scenario }: History) {
	const { by, proof } = of?.request ?? {};
	const waiting = deliveries.filter(
		(other) =>
			other.process === process && other.atMs <= atMs && (other.decidedMs ?? Infinity) >= atMs,
	);
	return (
		proof === 'done' &&
		// "a create in flight in this process"
		by?.process === process &&
		waiting.length <= MAX_WAITING &&
		isHidden(number, scenario.events)
	);
}

/** "The first such event" if its type resembles a creation; of others, also "later ones". */
function isHidden(number = 0, events?: EventPlan): boolean {
	if (!showsTask(events)) return false;
	if (hasExactType(events)) return true;
	// "none inside an object called task"; else the type of the task may be that of the event.
	return number === 1 && (events?.taskType === undefined || events.shape.outer === 'task');
}

/** "an object called task, wherever it is; else the outermost object with a task_id; else with an id and a title" */
function showsTask({ shape }: { shape?: EventShape } = {}): boolean {
	if (shape === undefined || shape.isFieldList) return false;
	if (shape.outer === 'task') return true;
	// It may be said of a comment on the task.
	if (shape.type === 'created') return false;
	return shape.titleName === 'title' || /^task_?id$/i.test(shape.idName);
}

/** "`task.created` in one text, in any spelling"; any other type, or none, resembles one, and is hidden once */
function hasExactType({ shape }: { shape?: EventShape } = {}): boolean {
	if (shape === undefined || shape.type === 'created') return false;
	return TYPE_NAMES.includes(shape.typeName) && shape.typeName !== shape.outer;
}

/** "a create that was sent and may have had an effect counts for the chain; the 101st is refused, unsent" */
function loops(history: History): Violation[] {
	const invariant = 'the 101st create for own tasks is refused, and no other';
	const counted = history.tries
		.filter(isOwnStart)
		.flatMap(({ sent }) => sent.filter(mayHaveCreated));
	const tooMany = counted.filter(({ at, by }) => {
		const chain = firstOf(by);
		const before = counted.filter(
			(other) => other.by.process === by.process && other.at < at && firstOf(other.by) === chain,
		);
		return before.length >= MAX_CREATES;
	});
	// The event of a person may look like that of a task.
	const all = history.sent.filter(({ call, by }) => call === 'create task' && by.start);
	const tooFew = history.tries.filter((run) => {
		const { process, endMs = Infinity } = run;
		if (!verdictsOf(run).some(isLoopRefusal)) return false;
		const before = all.filter((sent) => sent.by.process === process && sent.at <= endMs);
		return before.length < MAX_CREATES;
	});
	return [
		...tooMany.map((sent) => ({ invariant, what: describe(sent) })),
		...tooFew.map(({ execution, startMs }) => ({ invariant, what: `${execution} at ${startMs}` })),
	];
}

/** The execution for the event that no own task caused. */
function firstOf(run: Try): Try {
	const cause = run.start?.of?.request.by;
	return cause === undefined ? run : firstOf(cause);
}

/** The task of its event is an own task, which an execution in the same process created. */
function isOwnStart({ start, process }: Try): boolean {
	const cause = start?.of?.request.by;
	return cause?.process === process && cause.start !== undefined;
}

const mayHaveCreated = ({ call, proof }: Sent) => call === 'create task' && proof !== 'nothing';
