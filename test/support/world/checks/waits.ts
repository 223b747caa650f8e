import type { Try } from '../n8n/tries';
import { CALLS_OF, type Call } from '../scenario/scenario';
import type { Sent } from '../service/ledger';
import type { History } from '../world';
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
/** Of n8n's list of keys, each after the one before it, until a key that was forgotten is recorded. */
const MAX_WRITES = 6;

/** No execution waits longer than "Concurrency and limits" allows. */
export const longWaits = (history: History): Violation[] =>
	byProcess(history).flatMap((runs) => {
		const sent = sentBy(runs);
		const passed = sent.filter(({ works, call }) => works === true && call !== 'log in');
		return runs.flatMap((run) => [
			...withoutSuccess(run, sent, passed),
			...unfair(run, sent, history),
		]);
	});

/** Between two successes on its endpoints, no execution waits longer than these are given up. */
function withoutSuccess(run: Try, sent: Sent[], passed: Sent[]): Violation[] {
	const { plan, startMs, endMs = Infinity, execution, ended } = run;
	if (ended === undefined) return [];
	const calls: Call[] = [...CALLS_OF[plan.operation]];
	const isOwn = ({ call }: Sent) => calls.includes(call) || call === 'log in';
	const isIn = ({ endedAt = Infinity }: Sent) => endedAt > startMs && endedAt < endMs;
	const isLimited = sent.some((one) => one.isLimited === true && isOwn(one));
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

/** "a free place goes to the execution with the fewest requests in flight, then to the one that sent longest ago" */
function unfair(run: Try, all: Sent[], { scenario }: History): Violation[] {
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
			turnOf(one, all, scenario.storeMs) > startMs,
	);
	if (again === undefined) return [];
	const what = `request ${again.number} of ${again.by.execution} is sent before the first of ${execution}`;
	return [{ invariant: 'a free place goes to the execution that never sent', what }];
}

/** When its turn began: inside it, a key is recorded, and a login sends it again after a 401. */
function turnOf(one: Sent, sent: Sent[], storeMs: number): number {
	const { at, by, item, number } = one;
	const before = sent
		.filter(
			({ call, response, endedAt = 0, ...other }) =>
				other.number < number &&
				Math.abs(endedAt - at) < 1 &&
				(call === 'log in' || (response === '401' && other.by === by && other.item === item)),
		)
		.at(-1);
	if (before !== undefined) return turnOf(before, sent, storeMs);
	return by.plan.keys > 0 ? at - MAX_WRITES * storeMs : at;
}
