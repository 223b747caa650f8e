import { boardOf, itemText, keyOf, newBoardOf } from '../n8n/parameters';
import type { Try } from '../n8n/tries';
import { CALLS_OF, type Call } from '../scenario/scenario';
import type { Fault } from '../service/replies';
import type { Sent } from '../service/ledger';
import type { History } from '../world';
import { KeyLedger } from './keys';
import { boardsNamed, isLast, itemOf } from './truth';
import { isLoopRefusal, verdictsOf } from '../n8n/verdicts';
import { groupBy } from '../../groupBy';
import type { Violation } from './violations';

export const S = 1_000;
/** "Given up after five minutes without a success (three seconds if …)" */
export const FAILING_MS = 300 * S;
/** A pause is "as long as the service asks …, at most five minutes" */
export const MAX_ASKED_MS = 300 * S;
/** "It ends after eight refusals between which others passed, while …, else after five minutes of waits" */
export const MAX_REFUSALS = 8;
const PATIENCE_MS = 300 * S;
/** "… while at least three quarters of the others passed" */
const PASSING_SHARE = 0.75;
/** "… while fewer than 50 are in flight at the endpoint" */
const MAX_IN_FLIGHT = 50;

/** "A refused login is not repeated for a minute" */
export const LOGIN_REFUSAL_MS = 60 * S;

export const callsOf = ({ operation }: Try['plan'], { scenario }: History): Call[] =>
	scenario.tokenLifeMs === undefined
		? [...CALLS_OF[operation]]
		: ['log in', ...CALLS_OF[operation]];

/** "not sent: retry; rate limited: wait, then again" */
const isRepeatable = (fault: Fault) => fault === 'connection refused' || fault === '429';

/** What else may end an item: its execution is judged by the items that may. */
export function isHealthy(run: Try, index: number, history: History): boolean {
	const { scenario } = history;
	const { plan, beganMs, endMs = Infinity } = run;
	const calls = callsOf(plan, history);
	const isHit = scenario.troubles.some(
		({ call, board, plan: id, fromMs, toMs, afterMs }) =>
			fromMs <= endMs &&
			toMs + (calls.includes('log in') ? (afterMs ?? 0) + LOGIN_REFUSAL_MS : 0) > beganMs &&
			(call === undefined || calls.includes(call)) &&
			(board === undefined || (calls.includes('create task') && board === boardOf(plan, index))) &&
			(id === undefined || id === plan.id || calls.includes('log in')),
	);
	// Items of a run with the same name share a request.
	const isShared = plan.operation === 'find or create board';
	const isDouble = isShared && boardsNamed(newBoardOf(plan, index), history).length > 1;
	const isEnded = plan.faults.length > plan.maxRetries || !plan.faults.every(isRepeatable);
	const isFaulty = isEnded && (isShared || index % plan.faultEvery === 0);
	const isSlow = (plan.slowMs ?? scenario.latencyMs) > plan.timeoutS * S;
	const mayFail = plan.keys > 0 && scenario.storeFailsEvery !== undefined;
	const isLimited = scenario.limits.some(({ call }) => call === undefined || calls.includes(call));
	// "Max Retries 0 never sends again".
	const isOnce = plan.maxRetries === 0 && isLimited;
	return !isHit && !isFaulty && !isDouble && !isSlow && !mayFail && !isOnce;
}

/** "Exact evidence acts; weak evidence never loses anything": an item whose own path works is done. */
export function needlessFailures(history: History): Violation[] {
	const keys = new KeyLedger(history);
	return history.tries.flatMap((run) => {
		const { plan, execution, ended } = run;
		if (ended === undefined || run.cancelledMs !== undefined || !isLast(run, history)) return [];
		const indexes = Array.from({ length: plan.items }, (_, index) => index);
		const healthy = indexes.filter((index) => isHealthy(run, index, history));
		const isWhole = healthy.length === plan.items;
		const byItem = groupBy(run.sent, itemOf);
		const isOver = (index: number) => {
			// "who waits gets its own turn, whatever the outcome before it"
			const key = keyOf(plan, index);
			return keys.mayExist(key) || isPatient(byItem.get(index) ?? [], run, history);
		};
		// One failure ends it: the items after it are not sent.
		if (ended.kind === 'threw' && (!isWhole || healthy.some(isOver))) return [];
		const verdicts = verdictsOf(run);
		return healthy.flatMap((index) => {
			const verdict = verdicts[index];
			if (verdict?.kind === 'done' || verdict?.kind === 'skipped' || isOver(index)) return [];
			if (isLoopRefusal(verdict)) return [];
			// "its item returns nothing", if it is for the creation of an own task.
			if (verdict === undefined && run.start?.of !== undefined && run.sent.length === 0) return [];
			if (mayBeGivenUp(run, isWhole, history) || isFull(run, history)) return [];
			const what = `${itemText(plan, index)} of ${execution}: ${verdict?.words ?? 'nothing said'}`;
			return [{ invariant: 'an item whose own path works is done', what }];
		});
	});
}

/** A limit refused it as often, or for as long, as the contract says. */
function isPatient(own: Sent[], run: Try, history: History): boolean {
	const refused = own.filter(({ isLimited }) => isLimited === true);
	const [first] = refused;
	const last = refused.at(-1);
	if (first === undefined || last === undefined) return false;
	const askedMs = last.askedMs ?? 0;
	const waitedMs = last.at - first.at + askedMs;
	const isLong = waitedMs >= PATIENCE_MS || askedMs > MAX_ASKED_MS;
	return isLong || isPassedBy(refused, run, history);
}

/** Others passed between eight of its refusals, and three quarters of the others since the first. */
function isPassedBy(refused: Sent[], { process, plan }: Try, history: History): boolean {
	const endedAt = refused.map((one) => one.endedAt ?? Infinity);
	const [firstAt = Infinity] = endedAt;
	const lastAt = endedAt.at(-1) ?? Infinity;
	const calls = callsOf(plan, history);
	const others = history.sent.filter((one) => {
		const at = one.endedAt ?? Infinity;
		const isMeanwhile = at >= firstAt && at <= lastAt;
		const isNear = one.by.process === process && calls.includes(one.call);
		return isNear && isMeanwhile && !refused.includes(one);
	});
	const passed = others.filter(({ works }) => works === true);
	const limited = others.filter(({ isLimited }) => isLimited === true);
	const passedBy = endedAt.slice(1).filter((at, index) => {
		const before = endedAt[index] ?? Infinity;
		return passed.some((one) => Number(one.endedAt) >= before && Number(one.endedAt) <= at);
	});
	const isMostly = passed.length >= (passed.length + limited.length) * PASSING_SHARE;
	return passedBy.length >= MAX_REFUSALS - 1 && isMostly;
}

/** Its own failure ends what a run has waiting then, and a limit refuses what works too. */
function mayBeGivenUp(
	{ process, endMs = Infinity, plan }: Try,
	isWhole: boolean,
	history: History,
) {
	const { sent } = history;
	// "A failed login counts as a failure".
	return callsOf(plan, history).some((call) => {
		const before = sent.filter(
			(one) => one.by.process === process && one.call === call && one.at <= endMs,
		);
		const failed = before.filter(({ works }) => works !== true);
		const isLimited = failed.some((one) => one.isLimited === true);
		// A 401 is followed by a login, which decides.
		const passed = before.filter(
			(one) => one.works === true && one.response !== '401' && (one.endedAt ?? 0) <= endMs,
		);
		const since = Math.max(failed[0]?.at ?? Infinity, ...passed.map(({ endedAt = 0 }) => endedAt));
		const isAsked = failed.some(
			({ askedMs = 0, endedAt = 0 }) => askedMs > MAX_ASKED_MS && endedAt + askedMs > endMs,
		);
		const isOver = endMs - since >= FAILING_MS;
		return isAsked || (isOver && (isLimited || !isWhole));
	});
}

/** So many others hang at its endpoint that they are never fewer than the places. */
function isFull({ process, beganMs, endMs = Infinity, plan }: Try, { sent }: History): boolean {
	return CALLS_OF[plan.operation].some((call) => {
		const others = sent.filter(
			({ by, call: other, at, endedAt = Infinity, works }) =>
				by.process === process &&
				other === call &&
				at <= endMs &&
				endedAt >= beganMs &&
				works !== true,
		);
		return others.length >= MAX_IN_FLIGHT;
	});
}
