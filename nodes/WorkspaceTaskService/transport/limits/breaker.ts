const FIRST_PAUSE_MS = 100;
/** If the service does not say how long. */
const MAX_PAUSE_MS = 3_000;
const FIRST_PROBE_MS = 1_000;
const MAX_PROBE_MS = 60_000;

/**
 * When an account may send: a half-open circuit breaker. A refusal pauses the account as long as
 * the service asks, else for a short, growing, jittered time. Meanwhile single requests go through
 * as probes after 1, 2, 4 … s, those of a run that was not refused yet after one second. A success
 * ends the pause. So no single refused request holds up another run for longer than that second.
 */
export class Breaker {
	/** Pauses and probes since the last success. */
	rounds = 0;
	private pausedAt = -Infinity;
	private until = -Infinity;
	private probedAt = -Infinity;

	isPaused(now: number): boolean {
		return now < this.until;
	}

	/** @param isUnaffected whether no request of this run was refused since the last success */
	nextSendAt(isUnaffected: boolean): number {
		const gapMs = isUnaffected ? FIRST_PROBE_MS : this.growing(FIRST_PROBE_MS, MAX_PROBE_MS);
		return Math.min(this.until, this.probedAt + gapMs);
	}

	afterSend(now: number): void {
		this.probedAt = now;
	}

	/** @param askedMs how long the service asks to wait, if it says so */
	afterRefusal(sentAt: number, now: number, askedMs: number | undefined, random: number): void {
		const isSameRound = sentAt < this.pausedAt;
		if (isSameRound && askedMs === undefined) return;
		if (!isSameRound) {
			this.rounds += 1;
			if (!this.isPaused(now)) this.probedAt = now;
			this.pausedAt = now;
		}
		const ownMs = this.growing(FIRST_PAUSE_MS, MAX_PAUSE_MS) * (0.5 + random / 2);
		this.until = Math.max(this.until, now + (askedMs ?? ownMs));
	}

	/** What was sent before the pause says nothing about it. */
	afterSuccess(sentAt: number): void {
		if (sentAt < this.pausedAt) return;
		this.rounds = 0;
		this.until = -Infinity;
	}

	private growing(firstMs: number, mostMs: number): number {
		return Math.min(firstMs * 2 ** (this.rounds - 1), mostMs);
	}
}
