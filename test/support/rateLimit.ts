/** Undefined if a request at this time is accepted, else when to come back. */
export type Limit = (now: number) => number | undefined;

/** The usual ways to count. */
export const LIMITS = {
	fixed: (requests: number, windowMs: number): Limit => {
		let [start, count] = [0, 0];
		return (now) => {
			if (now >= start + windowMs) [start, count] = [Math.floor(now / windowMs) * windowMs, 0];
			return ++count <= requests ? undefined : start + windowMs;
		};
	},
	sliding: (requests: number, windowMs: number): Limit => {
		let accepted: number[] = [];
		return (now) => {
			accepted = accepted.filter((at) => at > now - windowMs);
			if (accepted.length >= requests) return (accepted[0] ?? 0) + windowMs;
			accepted.push(now);
			return undefined;
		};
	},
	bucket: (requests: number, windowMs: number): Limit => {
		let [tokens, last] = [requests, 0];
		const perMs = requests / windowMs;
		return (now) => {
			tokens = Math.min(requests, tokens + (last === 0 ? 0 : now - last) * perMs);
			last = now;
			if (tokens < 1 - 1e-9) return now + (1 - tokens) / perMs;
			tokens -= 1;
			return undefined;
		};
	},
	/** Refused requests count too: a client that does not wait is never let in again. */
	counting: (requests: number, windowMs: number): Limit => {
		let seen: number[] = [];
		return (now) => {
			seen = [...seen.filter((at) => at > now - windowMs), now].slice(-requests - 1);
			return seen.length > requests ? (seen[1] ?? 0) + windowMs : undefined;
		};
	},
};
