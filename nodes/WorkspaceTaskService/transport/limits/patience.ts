import type { Outcome } from '../outcome';

/** Without a success, and longer if the service asks for more. */
const PATIENCE_MS = 3 * 60_000;
/** A service that asks for more is not waited for. */
export const MAX_ASKED_MS = 5 * 60_000;
/** More between two failures is a computer that slept. */
const MAX_GAP_MS = 90_000;
const MAX_LAST_TRIES = 20;

/** How long a refusal asks to wait, if it says so. */
export function askedMsOf(outcome: Outcome): number | undefined {
	if (outcome.kind !== 'rateLimited') return undefined;
	const { retryAt = 0, response } = outcome;
	return retryAt > response.at ? retryAt - response.at : undefined;
}

/**
 * One patience for the whole account: it ends when nothing succeeded for three minutes, or for as
 * long as the service asks, at most five. From then on, or if the service asks for more than that,
 * a run has twenty failures left; the next success ends that.
 */
export class Patience {
	private last?: Outcome;
	private failedAt?: number;
	private failingMs = 0;
	private patienceMs = PATIENCE_MS;
	/** The runs that failed since the last success, with their failures without patience. */
	private lastTries = new WeakMap<object, number>();

	get isOver(): boolean {
		return this.failingMs >= this.patienceMs;
	}

	get givenUp(): Outcome {
		if (this.last === undefined) throw new Error('Nothing failed');
		return { kind: 'givenUp', last: this.last };
	}

	isUnaffected(run: object): boolean {
		return !this.lastTries.has(run);
	}

	mayStillSend(run: object): boolean {
		return (this.lastTries.get(run) ?? 0) < MAX_LAST_TRIES;
	}

	afterSuccess(): void {
		if (this.failedAt === undefined) return;
		this.failedAt = undefined;
		this.failingMs = 0;
		this.lastTries = new WeakMap();
	}

	afterFailure(outcome: Outcome, run: object, now: number): void {
		const askedMs = askedMsOf(outcome) ?? 0;
		const isLastTry = this.isOver || askedMs > MAX_ASKED_MS;
		this.lastTries.set(run, (this.lastTries.get(run) ?? 0) + Number(isLastTry));
		this.failingMs += Math.min(now - (this.failedAt ?? now), MAX_GAP_MS);
		this.failedAt = now;
		this.patienceMs = Math.max(PATIENCE_MS, Math.min(askedMs, MAX_ASKED_MS));
		this.last = outcome;
	}
}
