import type { Try } from '../n8n/tries';
import { CALLS_OF, type Call } from '../scenario/scenario';
import type { Sent } from '../service/ledger';
import type { History } from '../world';
import { isHealthy } from './paths';
import { turnsOf } from './pauses';
import { byProcess, sentBy } from './promises';
import type { Violation } from './violations';

const S = 1_000;
/** "Given up after three minutes without a success" */
const FAILING_MS = 180 * S;
/** "(five if only rate limited …)", and a pause of "at most five minutes" that began before */
const LIMITED_MS = 300 * S + 300 * S;
/** The longest wait before a retry. */
const RETRY_MS = 30 * S;
const LOGIN_MS = 15 * S;
const FIRST_WINDOW = 8;

/** No execution waits longer than "Concurrency and limits" allows. */
export const longWaits = (history: History): Violation[] =>
	byProcess(history).flatMap((runs) => {
		const sent = sentBy(runs);
		const turns = turnsOf(sent, history.scenario.storeMs);
		const passed = sent.filter(({ works, call }) => works === true && call !== 'log in');
		return runs.flatMap((run) => [
			...withoutSuccess(run, sent, passed),
			...keptOut(run, runs, history),
			...unfair(run, sent, turns, history),
		]);
	});

/** Between two successes on its endpoints, no execution waits longer than these are given up. */
function withoutSuccess(run: Try, sent: Sent[], passed: Sent[]): Violation[] {
	const { plan, startMs, endMs = Infinity, execution, ended } = run;
	if (ended === undefined) return [];
	const calls: Call[] = [...CALLS_OF[plan.operation]];
	const isOwn = ({ call }: Sent) => calls.includes(call) || call === 'log in';
	const isIn = ({ endedAt = Infinity }: Sent) => endedAt > startMs && endedAt < endMs;
	const isLimited = sent.some((one) => one.isLimited === true);
	const timeouts = Math.max(0, ...sent.map(({ by }) => by.plan.timeoutS)) * S;
	const lastMs = RETRY_MS + 2 * timeouts + LOGIN_MS;
	const allowedMs = calls.length * ((isLimited ? LIMITED_MS : FAILING_MS) + lastMs);
	if (endMs - startMs <= allowedMs) return [];
	const marks = [
		startMs,
		...passed.filter((one) => isIn(one) && isOwn(one)).map(({ endedAt = 0 }) => endedAt),
		endMs,
	].sort((a, b) => a - b);
	const gapMs = Math.max(...marks.map((mark, index) => mark - (marks[index - 1] ?? mark)));
	if (gapMs <= allowedMs) return [];
	const what = `${execution} waited ${Math.round(gapMs / S)} s, allowed are ${allowedMs / S}`;
	return [{ invariant: 'given up after minutes without a success', what }];
}

/**
 * "one with nothing in flight may use twice the window, so slow ones … never keep a quick one out":
 * it takes as long as its own requests. The window is eight at first, so that is sure for fewer.
 */
function keptOut(run: Try, runs: Try[], history: History): Violation[] {
	const { plan, startMs, endMs = Infinity, execution, sent, ended } = run;
	const isPlain = CALLS_OF[plan.operation].length === 1 && plan.keys === 0;
	const isCut = history.sent.some((one) => one.isLimited === true || one.response === '503');
	if (ended === undefined || !isPlain || history.scenario.tokenLifeMs !== undefined || isCut)
		return [];
	const items = Array.from({ length: plan.items }, (_, index) => index);
	const isWell = items.every((index) => isHealthy(run, index, history));
	const beside = runs.filter((one) => one.startMs < endMs && (one.endMs ?? Infinity) > startMs);
	if (run.cancelledMs !== undefined || !isWell || beside.length > FIRST_WINDOW) return [];
	const ownMs = sent.reduce((sum, { at, endedAt = 0 }) => sum + endedAt - at, 0);
	if (endMs - startMs - ownMs < 1) return [];
	const what = `${execution} took ${endMs - startMs} ms, its requests ${ownMs} ms`;
	return [{ invariant: '"slow ones never keep a quick one out"', what }];
}

/** "a free place goes to the execution with the fewest requests in flight, then to the one that sent longest ago" */
function unfair(
	run: Try,
	all: Sent[],
	turns: Map<Sent, number>,
	{ scenario }: History,
): Violation[] {
	const { plan, startMs, execution, sent } = run;
	const [first] = sent;
	// A login, a list and other executions with the same key are waited for first.
	const isQueued = plan.operation === 'create task' && plan.keys === 0;
	if (!isQueued || scenario.tokenLifeMs !== undefined || first === undefined) return [];
	const again = all.find(
		(one) =>
			one.call === first.call &&
			one.at > startMs &&
			one.at < first.at &&
			one.by.sent[0] !== one &&
			(turns.get(one) ?? 0) > startMs,
	);
	if (again === undefined) return [];
	const what = `request ${again.number} of ${again.by.execution} is sent before the first of ${execution}`;
	return [{ invariant: 'a free place goes to the execution that never sent', what }];
}
