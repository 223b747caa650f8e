import type { Delivery } from '../n8n/trigger';
import type { Try } from '../n8n/tries';
import { CALLS_OF, type Call } from '../scenario/scenario';
import type { Sent } from '../service/ledger';
import type { History } from '../world';
import { isStartedByEvent } from '../events';
import { callsOf, FAILING_MS, isHealthy, MAX_ASKED_MS, S } from './paths';
import { turnsOf } from './pauses';
import { byProcess, describe, sentBy } from './promises';
import type { Violation } from './violations';

/** "three seconds if the service asks for more than five minutes" */
const SECONDS_MS = 3 * S;
const MINUTE_MS = 60 * S;
/** "slow ones, up to 49, do not keep a quick one out" */
const MAX_BESIDE = 49;

/** No execution waits longer than "Concurrency and limits" allows. */
export const longWaits = (history: History): Violation[] =>
	byProcess(history).flatMap((runs) => {
		const sent = sentBy(runs);
		// Inside a turn, a key is recorded.
		const turns = turnsOf(sent, ({ by }, latestAt) =>
			by.plan.keys > 0 ? history.store.busyAround(by.process, latestAt).fromMs : latestAt,
		);
		return runs.flatMap((run) => [
			...CALLS_OF[run.plan.operation].flatMap((call) => sentAfterGivenUp(call, run, sent, turns)),
			...idle(run, sent),
			...keptOut(run, runs, history),
			...findUnsent(run, sent, history),
			...unfair(run, sent, turns, history),
		]);
	});

/**
 * "Given up after five minutes without a success (three seconds if the service asks for more than five
 * minutes); then each execution may send one request at a time, its failure
 * ends what that execution has waiting, and any success ends the state for all." From its first failure
 * on: "Time in which nothing was sent does not count".
 */
function sentAfterGivenUp(call: Call, run: Try, all: Sent[], turns: Map<Sent, number>) {
	const { startMs, execution } = run;
	// "A failed login counts as a failure" of what waited for it: of this endpoint, if there is no other.
	const isOne = all.every((one) => one.call === call || one.call === 'log in');
	let failingSince = Infinity;
	let isOver = false;
	const pass = () => {
		failingSince = Infinity;
		isOver = false;
	};
	const fail = ({ by, endedAt = 0, askedMs = 0 }: Sent) => {
		failingSince = Math.min(failingSince, endedAt);
		const allowedMs = askedMs > MAX_ASKED_MS ? SECONDS_MS : FAILING_MS;
		isOver ||= by === run && endedAt - failingSince >= allowedMs;
	};
	const events = all.flatMap((one): Array<[number, () => void]> => {
		const { endedAt = Infinity, by, works } = one;
		if (endedAt < startMs || endedAt >= (by.cancelledMs ?? Infinity)) return [];
		if (one.call !== call && (!isOne || works === true)) return [];
		return [[endedAt, works === true ? pass : () => fail(one)]];
	});
	const wrong: Sent[] = [];
	const own = run.sent.filter((one) => isOne || one.call === call);
	const sends = own.map((one): [number, () => void] => [
		turns.get(one) ?? one.at,
		() => wrong.push(...(isOver ? [one] : [])),
	]);
	for (const [, happen] of [...sends, ...events].sort(([a], [b]) => a - b)) happen();
	return wrong.map((one) => ({
		invariant: 'an endpoint is given up after minutes without a success',
		what: `${execution}: ${describe(one)} at ${Math.round(one.at)}`,
	}));
}

/** A pause is "at most five minutes": nobody waits longer while nothing is in flight. */
function idle({ startMs, endMs = Infinity, execution }: Try, all: Sent[]): Violation[] {
	let busyUntil = startMs;
	const gaps = all.map(({ at, endedAt = Infinity }) => {
		const gapMs = Math.min(at, endMs) - busyUntil;
		busyUntil = Math.max(busyUntil, endedAt);
		return gapMs;
	});
	const longestMs = Math.max(...gaps, endMs - busyUntil);
	const what = `${execution} waited ${Math.round(longestMs / S)} s`;
	// With jitter, and what a response takes.
	const isLong = longestMs > MAX_ASKED_MS + S;
	return isLong ? [{ invariant: 'a pause is at most five minutes', what }] : [];
}

/**
 * "beside requests that are always refused, a healthy one is sent within a minute (up to 60 s asked), or within
 * ten minutes or ends with what the service last said"
 */
function findUnsent(run: Try, all: Sent[], history: History): Violation[] {
	const { plan, startMs, endMs = Infinity, execution, sent, ended, cancelledMs } = run;
	const [call, ...others] = callsOf(plan, history);
	const isPlain = others.length === 0 && plan.operation !== 'create board';
	if (ended === undefined || cancelledMs !== undefined || !isPlain) return [];
	if (plan.items > 1 || !isHealthy(run, 0, history)) return [];
	const until = sent[0]?.at ?? endMs;
	const beside = all.filter(
		(one) =>
			one.call === call && one.at <= until && (one.endedAt ?? Infinity) >= startMs - MINUTE_MS,
	);
	const { limits } = history.scenario;
	const isShort = limits.length === 0 && beside.every(({ askedMs = 0 }) => askedMs <= MINUTE_MS);
	const waitedMs = until - startMs;
	if (waitedMs <= (isShort ? MINUTE_MS : 10 * MINUTE_MS) + S) return [];
	const what = `${execution} waited ${Math.round(waitedMs / S)} s`;
	return [{ invariant: '"beside requests that are always refused, a healthy one is sent"', what }];
}

/**
 * "one with nothing in flight may send while fewer than 50 are in flight at the endpoint, until a rate
 * limit first cuts the window": it takes as long as its own requests.
 */
function keptOut(run: Try, runs: Try[], history: History): Violation[] {
	const { plan, startMs, endMs = Infinity, execution, sent, ended } = run;
	// A create of a board waits for the turn of its name, an item with a key for the turn of the key.
	const hasTurn = plan.operation === 'create board' || plan.keys > 0;
	// A retry waits.
	const isPlain = CALLS_OF[plan.operation].length === 1 && !hasTurn && plan.faults.length === 0;
	const isCut = sentBy(runs).some(
		(one) => one.at <= endMs && (one.isLimited === true || one.response === '503'),
	);
	if (ended === undefined || !isPlain || history.scenario.tokenLifeMs !== undefined || isCut)
		return [];
	const items = Array.from({ length: plan.items }, (_, index) => index);
	const isWell = items.every((index) => isHealthy(run, index, history));
	const beside = runs.filter((one) => one.startMs < endMs && (one.endMs ?? Infinity) > startMs);
	if (run.cancelledMs !== undefined || !isWell || beside.length > MAX_BESIDE) return [];
	if (mayAwaitCreates(run, history) || usesDatabase(run, history)) return [];
	const ownMs = sent.reduce((sum, { at, endedAt = 0 }) => sum + endedAt - at, 0);
	if (endMs - startMs - ownMs < 1) return [];
	const what = `${execution} took ${endMs - startMs} ms, its requests ${ownMs} ms`;
	return [{ invariant: '"slow ones never keep a quick one out"', what }];
}

/**
 * "the creates of the workflow that are in flight in the process and were sent before the event was received
 * are awaited (bounded; the only wait of a quick execution for slow ones)"
 */
function mayAwaitCreates({ start, process, startMs }: Try, { sent }: History): boolean {
	const isAwaited = ({ by, call, at, endedAt = Infinity }: Sent) =>
		by.process === process && call === 'create task' && at <= startMs && endedAt >= startMs;
	return start !== undefined && sent.some(isAwaited);
}

/** "for processes that receive none … in n8n's list of the workflow", which is read and written in turns. */
function usesDatabase({ start, process, startMs }: Try, { deliveries }: History): boolean {
	const isBefore = (delivery: Delivery) => delivery.process === process && delivery.atMs <= startMs;
	return start !== undefined && !deliveries.some(isBefore);
}

/** "a free place goes to the execution with the fewest requests in flight, then to the one that sent longest ago" */
function unfair(run: Try, all: Sent[], turns: Map<Sent, number>, history: History): Violation[] {
	const { scenario } = history;
	const { plan, startMs, execution, sent } = run;
	const [first] = sent;
	// A login, a list and other executions with the same key are waited for first.
	// Before its first create, an execution that an event started asks for own tasks.
	const isAsking = isStartedByEvent(plan) && usesDatabase(run, history);
	if (isAsking || mayAwaitCreates(run, history)) return [];
	const isQueued = plan.operation === 'create task' && plan.keys === 0;
	if (!isQueued || scenario.tokenLifeMs !== undefined || first === undefined) return [];
	const again = all.find(
		(one) =>
			one.call === first.call &&
			one.at > startMs &&
			one.at < first.at &&
			one.by.sent[0] !== one &&
			// "also not what only waited for its key to be written": a pause held it up inside its turn.
			one.by.plan.keys === 0 &&
			(turns.get(one) ?? 0) > startMs,
	);
	if (again === undefined) return [];
	const what = `request ${again.number} of ${again.by.execution} is sent before the first of ${execution}`;
	return [{ invariant: 'a free place goes to the execution that never sent', what }];
}
