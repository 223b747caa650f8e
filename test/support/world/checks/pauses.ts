import type { Sent } from '../service/ledger';
import { groupBy } from '../../groupBy';
import type { History } from '../world';
import { MAX_ASKED_MS } from './paths';
import { byProcess, describe, sentBy, TICK_MS } from './promises';
import type { Violation } from './violations';

/** "while at least three quarters of the others passed … one such item alone pauses only itself" */
const PASSING_SHARE = 0.75;

/** "Nothing is sent within a pause", at its endpoint. A longer one may be that of an odd item. */
export const brokenPauses = (history: History): Violation[] =>
	byProcess(history).flatMap((runs) => brokenPausesOf(sentBy(runs)));

function brokenPausesOf(sent: Sent[]): Violation[] {
	const turns = turnsOf(sent, (_, latestAt) => latestAt);
	return sent.flatMap((refusal, index) => {
		const { endedAt = 0, call, askedMs = 0 } = refusal;
		if (askedMs === 0 || askedMs > MAX_ASKED_MS) return [];
		const untilMs = endedAt + askedMs - TICK_MS;
		let at = index + 1;
		for (; (sent[at]?.at ?? Infinity) < untilMs; at++) {
			const one = sent[at];
			if (one === undefined || (turns.get(one) ?? 0) <= endedAt) continue;
			if (one.call === call) break;
		}
		const wrong = sent[at];
		if (wrong === undefined || wrong.at >= untilMs || isAlone(refusal, sent)) return [];
		const early = `${Math.round(endedAt + askedMs - wrong.at)} ms early`;
		const what = `${describe(wrong)} at ${Math.round(wrong.at)}, ${early}, after ${describe(refusal)}`;
		return [{ invariant: '"Nothing is sent within a pause"', what }];
	});
}

/**
 * When their turns began: n8n logs in and sends in one step, and a pause may begin in between.
 * @param begin when its own turn began, if it is not later than the given time
 */
export function turnsOf(
	sent: Sent[],
	begin: (one: Sent, latestAt: number) => number,
): Map<Sent, number> {
	const turns = new Map<Sent, number>();
	const logins = sent.filter(({ call }) => call === 'log in');
	const byEnd = groupBy(logins, ({ endedAt = 0 }) => Math.floor(endedAt));
	for (const one of sent) {
		const { at } = one;
		const ends = [-1, 0, 1].map((ms) => Math.floor(at) + ms);
		const near = ends.flatMap((end) => byEnd.get(end) ?? []);
		const before = near.filter(
			(other) => other.number < one.number && Math.abs((other.endedAt ?? 0) - at) < 1,
		);
		const [last] = before.sort((a, b) => b.number - a.number);
		const beganAt = Math.min(at, (last && turns.get(last)) ?? Infinity);
		turns.set(one, begin(one, beganAt));
	}
	return turns;
}

/** "while at least three quarters of the others passed": since a limit refused it, or its login. */
function isAlone({ by, item, call, endedAt: now = 0 }: Sent, sent: Sent[]): boolean {
	const isOwn = (one: Sent) => one.by === by && one.item === item && one.call === call;
	const before = sent.filter(({ endedAt = Infinity }) => endedAt <= now);
	const others = before.filter((one) => one.call === call && !isOwn(one));
	// The pages of a list are requests of their own; with another token, it is the same request.
	const ended = before.filter((one) => isOwn(one) && one.proof === 'done');
	const begunAt = Math.max(by.startMs, ...ended.map(({ endedAt = 0 }) => endedAt));
	const refusals = before.filter(
		(one) =>
			one.isLimited === true &&
			(isOwn(one) || one.call === 'log in') &&
			(one.endedAt ?? 0) >= begunAt,
	);
	return refusals.some(({ endedAt: since = 0 }) => {
		const later = others.filter(({ endedAt = 0 }) => endedAt > since);
		const passed = later.filter(({ works }) => works === true).length;
		// What ends at the same time may be heard later.
		const isRefused = ({ isLimited, endedAt = 0 }: Sent) => isLimited === true && endedAt < now;
		const refused = later.filter(isRefused).length;
		return passed > 0 && passed >= (passed + refused) * PASSING_SHARE;
	});
}
