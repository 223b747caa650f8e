/** Every bound of this folder. Times are in milliseconds. */
export const BOUNDS = {
	/** Accounts whose limiter is remembered. */
	accounts: 1_000,
	window: { first: 8, max: 50 },
	/** A response that takes longer than twice the fastest of its execution and kind and this is slow. */
	slowMs: 50,
	/** A place whose connection failed is free again later: 10,000 items would only cost CPU time. */
	reconnectMs: 250,

	/** A pause for which the service names no time: doubled from the first to the longest. */
	pauseMs: { first: 100, max: 3_000 },
	probeMs: { first: 1_000, max: 60_000 },
	/** A service that asks for more is not waited for. */
	askedMs: 5 * 60_000,
	/** Without a success, the account is given up; later if the service asks for more. */
	failingMs: 3 * 60_000,
	/** What a rate limit that asks for too long counts for: twenty in a row end the patience. */
	tooLongMs: 9_000,
	/** A longer gap between two failures means that the computer was asleep. */
	gapMs: 90_000,
	/** After such a time without requests, earlier failures no longer count. */
	quietMs: 60_000,
	/** Between tries of a budget that is used up. */
	budgetProbeMs: 10_000,

	/** After this many rate limits, a request waits before each try. */
	quickTries: 3,
	laterWaitMs: 3_000,
	/** A request ends after this many rate limits while this share of the others passes. */
	rateLimits: 8,
	passingShare: 0.75,
	/** Otherwise it ends after waits of this length. */
	waitsMs: 5 * 60_000,
} as const;
