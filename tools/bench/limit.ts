export interface Limit {
	requests: number;
	windowMs: number;
	kind: 'fixed' | 'sliding' | 'bucket';
}

/**
 * Returns 0 if a request is allowed, else the milliseconds to wait. Time is an argument and must not
 * decrease.
 */
export function createLimiter({ requests, windowMs, kind }: Limit): (now: number) => number {
	if (kind === 'bucket') return createBucket(requests, windowMs);
	let accepted: number[] = [];
	return (now) => {
		const isCurrent = (time: number) =>
			kind === 'sliding'
				? time > now - windowMs
				: Math.floor(time / windowMs) === Math.floor(now / windowMs);
		accepted = accepted.filter(isCurrent);
		const [oldest = now] = accepted;
		if (accepted.length >= requests)
			return kind === 'sliding' ? oldest + windowMs - now : windowMs - (now % windowMs);
		accepted.push(now);
		return 0;
	};
}

/** The time of a client that knows the limit. */
export function idealMs(limit: Limit, count: number, startMs: number): number {
	const waitMs = createLimiter(limit);
	let now = startMs;
	for (let done = 0; done < count;) {
		const pauseMs = waitMs(now);
		if (pauseMs === 0) done += 1;
		else now += pauseMs;
	}
	return now - startMs;
}

function createBucket(capacity: number, windowMs: number) {
	const perMs = capacity / windowMs;
	let tokens = capacity;
	let last = 0;
	return (now: number) => {
		tokens = Math.min(capacity, tokens + (now - last) * perMs);
		last = now;
		if (tokens < 1) return Math.ceil((1 - tokens) / perMs);
		tokens -= 1;
		return 0;
	};
}
