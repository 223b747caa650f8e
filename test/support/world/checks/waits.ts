import type { Violation } from './invariants';
import type { ExecutionPlan, Phase } from '../scenario/scenario';
import type { Try } from '../n8n/tries';
import type { History } from '../world';

const S = 1_000;
/** A new execution beside others: a place above the window, the slices of the item loop, a login. */
const START_MS = 5 * S;
/** "Open when nothing succeeded for three minutes of trying"; at its ends a request each may hang. */
const OPEN_MS = 180 * S;
/** "Open … as long as the service asks, at most five; more than five at once". */
const MAX_ASKED_MS = 300 * S;
const MAX_TIMEOUT_MS = 30 * S;
/** Of all 27 honest limits, the slowest took 1.41 times the ideal, shared by processes 1.31 times. */
const LIMIT_FACTOR = 2;
const LIMIT_SLACK_MS = 30 * S;
/** Between a connection that is refused and the next one, twice an item. */
const RETRIES_MS = 5 * S;
const REQUESTS: Record<ExecutionPlan['operation'], number> = {
	'create task': 1,
	'create task on named board': 2,
	'find or create board': 4,
	get: 1,
};
/** While the service asks for a pause of this length or more, probes alone go through. */
const LONG_PAUSE_S = 30;
const MAX_PROBES = 60;

/** No item waits longer than DESIGN, "Concurrency and limits", allows. */
export function waitViolations(history: History): Violation[] {
	const late = history.tries.flatMap((run) => {
		const tookMs = (run.endMs ?? Infinity) - run.startMs;
		const allowedMs = allowedFor(run, history);
		if (run.ended === undefined || tookMs <= allowedMs) return [];
		const what = `${run.execution} (try ${run.number}) took ${inS(tookMs)}, allowed are ${inS(allowedMs)}`;
		return [{ invariant: 'no execution waits longer than the contract allows', what }];
	});
	return [...late, ...hammering(history)];
}

const inS = (ms: number) => `${Math.round(ms / S)} s`;

/** Its own work, one request after another, and what may hold it up. */
function allowedFor({ plan }: Try, { scenario, tries }: History): number {
	const { latencyMs, storeMs, phases, limit } = scenario;
	const others = tries.filter((other) => other.plan.slowMs === undefined);
	// One place above the window is all that quick executions have beside slow ones.
	const sharing = plan.slowMs === undefined ? others.map((one) => one.plan) : [plan];
	const requests = sharing.reduce(
		(sum, one) => sum + one.items.length * REQUESTS[one.operation],
		0,
	);
	const requestMs = Math.min((plan.slowMs ?? latencyMs) * 1.2, plan.timeoutS * S) + 4 * storeMs;
	const faulty = sharing.flatMap(({ items }) => items.filter(({ faults }) => faults.length > 0));
	const limitMs = limit === undefined ? 0 : (requests * limit.windowMs) / limit.requests;
	const probesMs = plan.concurrency === 1 ? plan.items.length * plan.timeoutS * S : 0;
	const isHung = phases.some(({ kind }) => kind === 'hangs') || timesOut(plan, scenario.latencyMs);
	return (
		START_MS +
		requests * requestMs +
		faulty.length * RETRIES_MS +
		(limit === undefined ? 0 : LIMIT_SLACK_MS + LIMIT_FACTOR * limitMs) +
		Math.max(0, ...phases.map((phase) => openAfterMs(phase, scenario.login))) +
		(isHung ? probesMs : 0)
	);
}

const timesOut = ({ slowMs, timeoutS }: ExecutionPlan, latencyMs: number) =>
	(slowMs ?? latencyMs) * 1.2 > timeoutS * S;

function openAfterMs({ kind, retryAfterS = 0 }: Phase, login: boolean): number {
	if (kind === 'responds with 503' || kind === 'refuses connections')
		return OPEN_MS + RETRIES_MS * 6;
	// A login that hangs opens nothing: each execution retries it.
	if (kind === 'hangs') return OPEN_MS + (login ? 12 : 3) * MAX_TIMEOUT_MS;
	const askedMs = retryAfterS * S;
	return Math.max(OPEN_MS, askedMs <= MAX_ASKED_MS ? askedMs : 0) + 2 * MAX_TIMEOUT_MS;
}

function hammering({ scenario, sent, tries }: History): Violation[] {
	const phase = scenario.phases.find(
		({ kind, retryAfterS = 0 }) => kind === 'refuses by rate limit' && retryAfterS >= LONG_PAUSE_S,
	);
	if (phase === undefined) return [];
	const processes = new Set(tries.map(({ process }) => process));
	return [...processes].flatMap((process) => {
		const runs = tries.filter((run) => run.process === process);
		const serial = runs.filter(({ plan }) => plan.concurrency === 1);
		const allowed = MAX_PROBES + serial.reduce((sum, { plan }) => sum + plan.items.length, 0);
		const probes = sent.filter(
			({ by, at }) => by.process === process && at > phase.fromMs && at < phase.toMs,
		);
		if (probes.length <= allowed) return [];
		const what = `${probes.length} requests of process ${process.number} while it asks for a pause`;
		return [{ invariant: 'a pause that the service asks for is kept', what }];
	});
}
