import { DateTime } from 'luxon';

interface Rule {
	retried: 'never' | 'ifIdempotent' | 'always';
	/** Whether the request may have taken effect: then a create is never retried. */
	effect: boolean;
	/** Whether it says that the service works; undefined if the service was not asked. */
	works: boolean | undefined;
}

/**
 * The policy. A 401 is final here: by then `login.ts` has sent it with a new token. So is a rate
 * limit: the limiter has retried it.
 */
const POLICY = {
	done: { retried: 'never', effect: true, works: true },
	unreadable: { retried: 'ifIdempotent', effect: true, works: true },
	notTaskService: { retried: 'never', effect: true, works: true },
	refusedIn2xx: { retried: 'never', effect: true, works: true },
	redirected: { retried: 'never', effect: true, works: true },
	serverError: { retried: 'ifIdempotent', effect: true, works: false },
	noResponse: { retried: 'ifIdempotent', effect: true, works: false },
	notSent: { retried: 'always', effect: false, works: false },
	rateLimited: { retried: 'never', effect: false, works: false },
	unauthorized: { retried: 'never', effect: false, works: true },
	refused: { retried: 'never', effect: false, works: true },
	loginRefused: { retried: 'never', effect: false, works: undefined },
	givenUp: { retried: 'never', effect: false, works: undefined },
	skipped: { retried: 'never', effect: false, works: undefined },
	found: { retried: 'never', effect: false, works: undefined },
} satisfies Record<string, Rule>;

type Kind = keyof typeof POLICY;

interface Failed {
	method: string;
	isIdempotent?: boolean;
	kind: Kind;
}

/** So that four retries take ten seconds at least. */
const FIRST_WAIT_MS = 1_500;
const MAX_RETRY_WAIT_MS = 30_000;

/**
 * How long to wait before a retry: exponential, of which the upper half is random. Undefined if the
 * request is not retried.
 * @param failures before this one
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(
	{ method, isIdempotent, kind }: Failed,
	failures: number,
	random: number,
): number | undefined {
	const { retried } = POLICY[kind];
	const mayRepeat = method === 'GET' || isIdempotent === true;
	if (retried === 'never' || (retried === 'ifIdempotent' && !mayRepeat)) return undefined;
	const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_RETRY_WAIT_MS);
	return (longest * (1 + random)) / 2;
}

export const mayHaveTakenEffect = (method: string, { kind }: { kind: Kind }) =>
	method !== 'GET' && POLICY[kind].effect;

/** Whether the service works, as far as this says; undefined if nobody was asked. */
export const saysWorks = ({ kind }: { kind: Kind }) => POLICY[kind].works;

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
/** Smaller numbers count seconds from now, larger ones seconds or milliseconds since 1970. */
const MIN_EPOCH_S = 1e9;
const MIN_EPOCH_MS = 1e11;
const MAX_HEADER_CHARACTERS = 200;

interface Head {
	status: number;
	headers: Record<string, unknown>;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

/**
 * Whether a rate limit refused the request, and when the service takes the next one, in milliseconds
 * since 1970, if it says so. A 503 counts only with `Retry-After`, since limit headers may be in every
 * response. A reset counts only if no requests remain.
 */
export function rateLimitOf({ status, headers, at }: Head) {
	if (status !== 429 && status !== 403 && status !== 503) return { isLimit: false };
	const now = serviceTime(headers, at);
	const { remaining, reset } = budgetOf(headers);
	const retryAfterMs = waitOf(headers['retry-after'], now);
	const isUsedUp = status === 403 && remaining === 0;
	const isLimit = status === 429 || retryAfterMs !== undefined || isUsedUp;
	const waitMs = retryAfterMs ?? (remaining > 0 ? undefined : waitOf(reset, now));
	if (waitMs === undefined) return { isLimit };
	// Never in the past, and always a time that a message can show.
	return { isLimit, retryAt: at + Math.min(Math.max(waitMs, 0), TEN_YEARS_MS) };
}

/** The clocks may differ. */
const serviceTime = ({ date }: Head['headers'], at: number) => httpDate(String(date)) || at;

/** What is not a number is not known. */
function budgetOf(headers: Head['headers']) {
	// RateLimit: limit=10, remaining=0, reset=5 · RateLimit: "default";r=0;t=5 (IETF drafts)
	const both = String(headers.ratelimit ?? '').slice(0, MAX_HEADER_CHARACTERS);
	const named = (name: string) => headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`];
	const remaining = named('remaining') ?? /\b(?:r|remaining)=(\d+)/.exec(both)?.[1];
	const reset = named('reset') ?? /\b(?:t|reset)=(\d+)/.exec(both)?.[1];
	return { remaining: Number.parseInt(String(remaining), 10), reset };
}

/** @param now in milliseconds since 1970, by the clock of the service */
function waitOf(value: unknown, now: number): number | undefined {
	const text = String(value).trim();
	const isNumber = /^[\d.]+$/.test(text);
	const waitMs = isNumber ? numberWait(Number(text), now) : httpDate(text) - now;
	return Number.isNaN(waitMs) ? undefined : waitMs;
}

function numberWait(value: number, now: number): number {
	if (value < MIN_EPOCH_S) return Math.ceil(value * 1000);
	return (value < MIN_EPOCH_MS ? value * 1000 : value) - now;
}

const httpDate = (value: string) => DateTime.fromHTTP(value).toMillis();
