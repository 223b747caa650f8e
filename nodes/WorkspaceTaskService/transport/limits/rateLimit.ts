import { likelyPeriod, longestMeasured, MARGIN_MS, measuredLimit } from './period';

interface Known {
	/** So many requests of a period succeed. */
	budget: number;
	periodMs: number;
	/** Otherwise one more is tried. */
	isCertain: boolean;
}

/** A budget above it is not learned. */
const MOST_REMEMBERED = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const PAUSE_FACTOR = 1.5;
/** Fewer refusals may be chance. */
const FEWEST_IN_A_ROW = 3;
/** What was sent longer before a pause belongs to another period. */
const LONGEST_PERIOD_MS = 2 * 60_000;
/** After a pause, each success allows so many more requests at once within a certain budget. */
const FURTHER_IF_CERTAIN = 4;
/** After so many periods, or the longest, without a refusal, one more request is tried. */
const CERTAIN_PERIODS = 16;

/**
 * When requests of an account may be sent, learned from refusals: at most so many in a period, which
 * fits fixed windows, sliding windows and token buckets. The first refusal makes it a suspicion:
 * one request more is tried, and a second refusal makes it certain. A refusal far below the budget,
 * or within a certain one, or a success above it, disproves it. Times are in ms since 1970.
 */
export class RateLimit {
	private pausedUntil = 0;
	/** When requests were sent that were not refused, since the measured period began. */
	private sent: number[] = [];
	/** The end of the latest pause that ended a period. */
	private resumedAt = 0;
	private isMeasuring = false;
	/** Since `resumedAt`. */
	private successes = Infinity;
	private refusedAt = 0;
	/** Refusals, and pauses, without a success between them. */
	private inARow = 0;
	private pauses = 0;
	/** Whether the period is supposed to be a usual one: until a certain limit is disproved. */
	private isUsual = true;
	private known?: Known;
	private triedAt = 0;

	/** Undefined if requests in flight must end first: after a pause, few are sent and then more. */
	nextSendAt(now: number, inFlight: number): number | undefined {
		const further = this.known?.isCertain ? FURTHER_IF_CERTAIN : 1;
		if (inFlight > this.successes * further) return undefined;
		const at = this.budgetFreeAt();
		// Within the margin it would succeed whatever the limit is.
		const isTry = at - now > 2 * MARGIN_MS && this.mayTry(now, inFlight);
		return Math.max(isTry ? 0 : at, this.pausedUntil);
	}

	/** One request more than the budget: with nothing else in flight, unless that is always so. */
	private mayTry(now: number, inFlight: number): boolean {
		const { known } = this;
		if (known?.isCertain !== false || this.successes < known.budget) return false;
		const isOverdue = now - Math.max(this.refusedAt, this.triedAt) > 2 * certainMs(known);
		return inFlight === 0 || isOverdue;
	}

	afterSend(now: number): void {
		const { known, refusedAt } = this;
		if (known && now - refusedAt > certainMs(known)) known.isCertain = false;
		if (this.budgetFreeAt() > now) this.triedAt = now;
		this.sent.push(now);
		if (this.sent.length > MOST_REMEMBERED) this.sent.shift();
	}

	afterSuccess(sentAt: number): void {
		this.inARow = 0;
		if (sentAt < this.resumedAt) return;
		this.successes += 1;
		this.pauses = 0;
		if (this.isMeasuring) return this.measure();
		if (this.known === undefined || sentAt !== this.triedAt) return;
		[this.known, this.sent, this.resumedAt, this.successes] = [undefined, [sentAt], sentAt, 1];
	}

	/**
	 * The service limited the rate.
	 * @param retryAt when it may be asked again, if it says so
	 * @param inFlight how many were in flight when it was sent, itself included
	 */
	afterRefusal(sentAt: number, now: number, inFlight: number, retryAt?: number): void {
		const index = this.sent.lastIndexOf(sentAt);
		if (index >= 0) this.sent.splice(index, 1);
		const asked = retryAt === undefined ? 0 : retryAt + MARGIN_MS;
		this.inARow += 1;
		// One of several that were sent together.
		if (sentAt <= this.refusedAt) {
			this.pausedUntil = Math.max(this.pausedUntil, asked);
		} else if (this.known?.isCertain === false && this.isConfirmedBy(this.known, sentAt, asked)) {
			this.confirm(this.known, now, asked);
		} else if (this.inARow >= Math.max(FEWEST_IN_A_ROW, inFlight / 2)) {
			const backoffMs = FIRST_PAUSE_MS * PAUSE_FACTOR ** this.pauses++;
			this.pause(now, Math.max(asked, now + Math.min(backoffMs, LONGEST_PAUSE_MS)));
		} else if (asked > 0) {
			this.pause(now, asked);
		}
	}

	private budgetFreeAt(): number {
		if (this.known === undefined) return 0;
		return (this.sent.at(-this.known.budget) ?? -Infinity) + this.known.periodMs;
	}

	/** Whether it asks for about the rest of the period. */
	private isConfirmedBy(known: Known, sentAt: number, asked: number): boolean {
		if (asked === 0) return sentAt === this.triedAt;
		const lengthMs = asked - (this.sent.at(-known.budget) ?? sentAt);
		return lengthMs <= longestMeasured(known.periodMs);
	}

	private confirm(known: Known, now: number, asked: number): void {
		const lengthMs = asked - (this.sent.at(-known.budget) ?? now);
		const periodMs = Math.max(known.periodMs, this.isUsual ? likelyPeriod(lengthMs) : lengthMs);
		this.known = { ...known, periodMs, isCertain: true };
		[this.pausedUntil, this.refusedAt] = [Math.max(this.pausedUntil, asked), now];
	}

	private pause(now: number, until: number): void {
		const current = this.sent.filter((at) => at >= this.resumedAt);
		if (current.length > 0) this.sent = current;
		// What was sent at a known rate hardly tells how much the service takes.
		if (this.known?.isCertain) this.isUsual = false;
		this.isMeasuring = until - now > (this.known?.periodMs ?? 0);
		this.known = undefined;
		this.successes = 0;
		this.refusedAt = now;
		this.pausedUntil = this.resumedAt = Math.max(this.pausedUntil, until);
	}

	/** The first success after a pause proves that the period was over. */
	private measure(): void {
		this.isMeasuring = false;
		const since = this.resumedAt - LONGEST_PERIOD_MS;
		const earlier = this.sent.filter((at) => at > since && at < this.resumedAt);
		const measured = measuredLimit(earlier, this.resumedAt);
		if (measured !== undefined) this.known = { ...measured, isCertain: false };
	}
}

/** How long a limit is certain without a refusal. */
const certainMs = ({ periodMs }: Known) => Math.min(CERTAIN_PERIODS * periodMs, LONGEST_PERIOD_MS);
