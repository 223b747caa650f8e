/** Clocks and timers differ by a little. */
export const MARGIN_MS = 15;
const USUAL_PERIODS_MS = [60_000, 30_000, 15_000, 10_000, 5_000, 2_000, 1_000];
/** How much longer or shorter than measured a period may be, as pauses are guessed. */
const INACCURACY = 1.6;
/** `Retry-After` counts whole seconds, rounded up. */
const ROUNDING_MS = 1_000;

/** As what a period of a rate limit may be measured at most. */
export function longestMeasured(periodMs: number): number {
	return Math.max(periodMs * INACCURACY, periodMs + ROUNDING_MS + 2 * MARGIN_MS);
}

/** The usual period that a measured one stands for, or that itself. */
export function likelyPeriod(measuredMs: number): number {
	const usual = USUAL_PERIODS_MS.find((ms) => ms <= measuredMs);
	const isLikely = usual !== undefined && measuredMs < longestMeasured(usual);
	return isLikely ? usual + MARGIN_MS : measuredMs;
}

/**
 * How many requests a period allows, judged by those that succeeded before a pause.
 * @param sent when they were sent, in order, in milliseconds since 1970
 * @param resumedAt the end of the pause
 */
export function measuredLimit(sent: number[], resumedAt: number) {
	const [first, last] = [sent[0], sent.at(-1)];
	if (first === undefined || last === undefined) return undefined;
	const spanMs = resumedAt - first;
	const possible = USUAL_PERIODS_MS.filter((ms) => ms + 2 * MARGIN_MS >= resumedAt - last);
	const shortest = possible.at(-1) ?? Infinity;
	// Sent slowly, they may have taken several periods, of which the last one counts.
	const lengthMs = spanMs >= longestMeasured(shortest) ? shortest : spanMs;
	const budget = sent.filter((at) => at > last - lengthMs).length;
	return { budget, periodMs: likelyPeriod(lengthMs) };
}
