import { BoundedMap } from '../../boundedMap';

const MAX_NODES = 1000;
/** n8n tries a failed activation again four times, after 1, 2, 4 and 8 s. */
const MAX_REPETITIONS = 4;
const SLACK_MS = 2000;
const AMBIGUOUS_WINDOW_MS = 30_000;

/** A registration that failed, as n8n's next tries repeat it. */
interface FailedAttempt {
	refusal: Error;
	isAmbiguous: boolean;
	repetitions: number;
	/** In milliseconds since 1970. */
	lastAt: number;
}

const failedAttempts = new BoundedMap<FailedAttempt>(MAX_NODES);

/** @param attempt names the node and all that the outcome of registering it depends on */
export function rememberFailure(
	attempt: string,
	failure: Pick<FailedAttempt, 'refusal' | 'isAmbiguous'>,
	now: Date,
): void {
	failedAttempts.set(attempt, { ...failure, repetitions: 0, lastAt: now.getTime() });
}

/**
 * How the same attempt failed a moment ago, if this is n8n's repetition of it: the service would
 * only be asked the same again. A person who publishes again comes later than n8n.
 */
export function recentFailure(attempt: string, now: Date): Error | undefined {
	const failure = failedAttempts.get(attempt);
	if (failure === undefined || failure.repetitions >= MAX_REPETITIONS) return undefined;
	const pauseMs = 1000 * 2 ** failure.repetitions;
	const windowMs = failure.isAmbiguous ? AMBIGUOUS_WINDOW_MS : 2 * pauseMs + SLACK_MS;
	if (now.getTime() - failure.lastAt > windowMs) return undefined;
	failure.repetitions += 1;
	failure.lastAt = now.getTime();
	return failure.refusal;
}
