import type { Sent } from '../service/ledger';
import type { History } from '../world';
import { byProcess, describe, MAX_WRITES, sentBy } from './promises';
import type { Violation } from './violations';

/** "as long as the service asks …, at most five minutes" */
const MAX_ASKED_MS = 300_000;
/** "while at least three quarters of the others passed … one such item alone pauses only itself" */
const PASSING_SHARE = 0.75;

/**
 * "Nothing is sent within a pause." "A pause that was asked for holds for the account's other
 * endpoints too, until something passes there."
 */
export const brokenPauses = (history: History): Violation[] =>
	byProcess(history).flatMap((runs) => brokenPausesOf(sentBy(runs), history.scenario.storeMs));

function brokenPausesOf(sent: Sent[], storeMs: number): Violation[] {
	const turns = turnsOf(sent, storeMs);
	const isAsked = ({ askedMs = 0 }: Sent) => askedMs > 0 && askedMs <= MAX_ASKED_MS;
	// Since when an endpoint refuses is not in the ledger if a login was refused, or two endpoints ask.
	const asking = new Set(sent.filter(isAsked).map(({ call }) => call));
	const isOnly = asking.size === 1 && sent.every(({ call }) => call !== 'log in');
	return sent.flatMap((refusal, index) => {
		const { endedAt = 0, askedMs = 0, call, by } = refusal;
		const heardAt = heard(refusal, storeMs);
		if (!isAsked(refusal) || heardAt >= (by.cancelledMs ?? Infinity)) return [];
		let at = index + 1;
		for (; (sent[at]?.at ?? Infinity) < endedAt + askedMs - 1; at++) {
			const one = sent[at];
			if (one === undefined || (turns.get(one) ?? 0) <= heardAt) continue;
			if (one.call === call || (isOnly && !hasPassed(one, refusal, sent, storeMs))) break;
		}
		const wrong = sent[at];
		if (wrong === undefined || wrong.at >= endedAt + askedMs - 1) return [];
		if (isAlone(refusal, sent)) return [];
		const early = `${Math.round(endedAt + askedMs - wrong.at)} ms early`;
		const what = `${describe(wrong)} at ${Math.round(wrong.at)}, ${early}, after ${describe(refusal)}`;
		return [{ invariant: '"Nothing is sent within a pause"', what }];
	});
}

/** Its key is noted inside its turn, before the others hear how it ended. */
const heard = ({ endedAt = Infinity, by }: Sent, storeMs: number) =>
	by.plan.keys > 0 ? endedAt + MAX_WRITES * storeMs : endedAt;

/** When their turns began: inside a turn, a key is recorded, and a login sends it again after a 401. */
export function turnsOf(sent: Sent[], storeMs: number): Map<Sent, number> {
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
		const ownAt = by.plan.keys > 0 ? at - MAX_WRITES * storeMs : at;
		turns.set(one, Math.min(ownAt, (last && turns.get(last)) ?? Infinity));
	}
	return turns;
}

/** Something passed at its endpoint since the other one refuses. */
function hasPassed({ call, at }: Sent, refusal: Sent, sent: Sent[], storeMs: number): boolean {
	const before = sent.filter((one) => one.call === refusal.call && one.number <= refusal.number);
	const passes = before.filter((one) => one.works === true && (one.endedAt ?? 0) <= refusal.at);
	const lastPass = passes.at(-1)?.number ?? 0;
	const failing = before.find(({ works, number }) => works === false && number > lastPass);
	const since = failing?.endedAt ?? 0;
	return sent.some((one) => {
		const isIn = heard(one, storeMs) >= since && (one.endedAt ?? Infinity) <= at;
		return one.call === call && one.works === true && isIn;
	});
}

/**
 * "while at least three quarters of the others passed": since its first refusal, at one of the next.
 * The pages of a list are requests of their own.
 */
function isAlone({ by, item, call, number }: Sent, sent: Sent[]): boolean {
	const own = by.sent.filter(
		(one) => one.item === item && one.call === call && one.number <= number,
	);
	const lastPass = own.map(({ works }) => works === true).lastIndexOf(true);
	const [first, ...others] = own.slice(lastPass + 1).filter(({ isLimited }) => isLimited === true);
	return others.some(({ endedAt: until = 0 }) => {
		const since = sent.filter(
			({ endedAt = Infinity, ...one }) =>
				one.call === call &&
				(one.by !== by || one.item !== item) &&
				endedAt > (first?.endedAt ?? 0) &&
				endedAt <= until,
		);
		const passed = since.filter(({ works }) => works === true).length;
		const refused = since.filter(({ isLimited }) => isLimited === true).length;
		return passed > 0 && passed >= (passed + refused) * PASSING_SHARE;
	});
}
