import type { Sent } from '../service/ledger';
import type { History } from '../world';
import { MAX_ASKED_MS } from './paths';
import { byProcess, describe, sentBy, TICK_MS } from './promises';
import type { Violation } from './violations';

/** "while at least three quarters of the others passed … one such item alone pauses only itself" */
const PASSING_SHARE = 0.75;

/** "three seconds if the service asks for more than five minutes" */
const ASKS_TOO_MUCH_MS = 3_000;

/**
 * "Nothing is sent within a pause." "A pause that was asked for holds for the account's other
 * endpoints too, until something passes there." If the service asks for more than five minutes,
 * "nothing is sent for five minutes at a time", at this endpoint.
 */
export const brokenPauses = (history: History): Violation[] =>
	byProcess(history).flatMap((runs) => brokenPausesOf(sentBy(runs)));

function brokenPausesOf(sent: Sent[]): Violation[] {
	const turns = turnsOf(sent, (_, latestAt) => latestAt);
	const isAsked = ({ askedMs = 0 }: Sent) => askedMs > 0 && askedMs <= MAX_ASKED_MS;
	// Since when an endpoint refuses is not in the ledger if a login was refused, or two endpoints ask.
	const asking = new Set(sent.filter(isAsked).map(({ call }) => call));
	const isOnly = asking.size === 1 && sent.every(({ call }) => call !== 'log in');
	return sent.flatMap((refusal, index) => {
		const { endedAt = 0, call, by } = refusal;
		const askedMs = keptMsOf(refusal, sent);
		if (askedMs === 0 || endedAt >= (by.cancelledMs ?? Infinity)) return [];
		const untilMs = endedAt + askedMs - TICK_MS;
		let at = index + 1;
		for (; (sent[at]?.at ?? Infinity) < untilMs; at++) {
			const one = sent[at];
			if (one === undefined || (turns.get(one) ?? 0) <= endedAt) continue;
			const isShared = isOnly && isAsked(refusal);
			if (one.call === call || (isShared && !hasPassed(one, refusal, sent))) break;
		}
		const wrong = sent[at];
		if (wrong === undefined || wrong.at >= untilMs || isAlone(refusal, sent)) return [];
		const early = `${Math.round(endedAt + askedMs - wrong.at)} ms early`;
		const what = `${describe(wrong)} at ${Math.round(wrong.at)}, ${early}, after ${describe(refusal)}`;
		return [{ invariant: '"Nothing is sent within a pause"', what }];
	});
}

/** "a quiet hour proves nothing": after a minute without requests, a failure is the first again. */
const MAX_GAP_MS = 60_000;

/** For how long nothing is sent after a refusal: a long one may be that of an odd item. */
function keptMsOf({ askedMs = 0, call, endedAt = 0 }: Sent, sent: Sent[]): number {
	if (askedMs <= MAX_ASKED_MS) return askedMs;
	// A login fails for the endpoints that need it.
	if (call === 'log in') return 0;
	const ended = sent.filter((one) => one.call === call && (one.endedAt ?? Infinity) <= endedAt);
	const streakAt = streakBeginOf(ended);
	const passed = ended.filter(({ works }) => works === true);
	const passedAt = Math.max(-1, ...passed.map((one) => one.endedAt ?? 0));
	const isBefore = (one: Sent) => {
		const { askedMs: otherMs = 0, endedAt: at = 0, by } = one;
		const isHeard = at < (by.cancelledMs ?? Infinity);
		const isInTime = endedAt - at >= ASKS_TOO_MUCH_MS && endedAt - at <= MAX_ASKED_MS;
		return otherMs > MAX_ASKED_MS && isHeard && isInTime && at > passedAt && at >= streakAt;
	};
	return ended.some(isBefore) ? MAX_ASKED_MS : 0;
}

/** When the first of them ended that no quiet minute is after. */
function streakBeginOf(ended: Sent[]): number {
	const inOrder = [...ended].sort((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
	let beganAt = -1;
	let quietFrom = Infinity;
	for (const { at, endedAt = 0, askedMs = 0 } of inOrder) {
		if (at > quietFrom + MAX_GAP_MS) beganAt = endedAt;
		quietFrom = endedAt + Math.min(askedMs, MAX_ASKED_MS);
	}
	return beganAt;
}

/**
 * When their turns began: inside a turn, a login sends it again after a 401.
 * @param begin when its own turn began, if it is not later than the given time
 */
export function turnsOf(
	sent: Sent[],
	begin: (one: Sent, latestAt: number) => number,
): Map<Sent, number> {
	const turns = new Map<Sent, number>();
	const logins = sent.filter(({ call, response }) => call === 'log in' || response === '401');
	for (const one of sent) {
		const { at, by, item, call } = one;
		const before = logins.filter(
			(other) =>
				other.number < one.number &&
				Math.abs((other.endedAt ?? 0) - at) < 1 &&
				(other.call === 'log in' ||
					(other.by === by && other.item === item && (other.call === call || call === 'log in'))),
		);
		const last = before.at(-1);
		const beganAt = Math.min(at, (last && turns.get(last)) ?? Infinity);
		turns.set(one, begin(one, beganAt));
	}
	return turns;
}

/** Something passed at its endpoint since the other one refuses. */
function hasPassed({ call, at }: Sent, refusal: Sent, sent: Sent[]) {
	const { call: refusing, endedAt: refusedAt = 0 } = refusal;
	const before = sent.filter(
		({ call: other, endedAt = Infinity }) => other === refusing && endedAt <= refusedAt,
	);
	const endOf = ({ endedAt = 0 }: Sent) => endedAt;
	const passedAt = Math.max(0, ...before.filter(({ works }) => works === true).map(endOf));
	const failedAt = before.map(endOf).filter((endedAt) => endedAt > passedAt);
	const since = Math.min(refusedAt, ...failedAt);
	return sent.some((one) => {
		const { endedAt = Infinity } = one;
		const isIn = endedAt >= since && endedAt <= at;
		return one.call === call && one.works === true && isIn;
	});
}

/** "while at least three quarters of the others passed": since a limit refused it, or its login. */
function isAlone({ by, item, call, endedAt: now = 0 }: Sent, sent: Sent[]): boolean {
	const isOwn = (one: Sent) => one.by === by && one.item === item && one.call === call;
	const before = sent.filter(({ endedAt = Infinity }) => endedAt <= now);
	const others = before.filter((one) => one.call === call && !isOwn(one));
	// The pages of a list are requests of their own; after a 401, it is the same one.
	const ended = before.filter((one) => isOwn(one) && one.works === true && one.response !== '401');
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
