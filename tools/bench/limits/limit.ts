/** How a service limits what it accepts. All times are milliseconds. */
export interface Limit {
	/** The earliest time from `now` at which it accepts one more; Infinity: when one in flight ends. */
	nextAt(now: number): number;
	accept(now: number): void;
	/** A request that was accepted has ended. */
	end?(): void;
}

/** So many in each window, which begins with the clock. */
export function fixed(count: number, windowMs: number): Limit {
	let [window, used] = [-1, 0];
	const windowAt = (now: number) => Math.floor(now / windowMs);
	return {
		nextAt: (now) =>
			windowAt(now) !== window || used < count ? now : (windowAt(now) + 1) * windowMs,
		accept(now) {
			used = windowAt(now) === window ? used + 1 : 1;
			window = windowAt(now);
		},
	};
}

/** So many in any time of this length. */
export function sliding(count: number, windowMs: number): Limit {
	let accepted: number[] = [];
	return {
		nextAt(now) {
			accepted = accepted.filter((at) => at > now - windowMs);
			return accepted.length < count ? now : (accepted[0] ?? now) + windowMs;
		},
		accept: (now) => accepted.push(now),
	};
}

/** A token bucket that holds as many as it gets in a window. */
export function bucket(count: number, windowMs: number): Limit {
	let [tokens, filledAt] = [count, 0];
	const fill = (now: number) => {
		tokens = Math.min(count, tokens + ((now - filledAt) * count) / windowMs);
		filledAt = now;
	};
	return {
		nextAt(now) {
			fill(now);
			return tokens >= 1 - 1e-9 ? now : now + ((1 - tokens) * windowMs) / count;
		},
		accept(now) {
			fill(now);
			tokens -= 1;
		},
	};
}

/** So many at a time. */
export function concurrent(count: number): Limit {
	let inFlight = 0;
	return {
		nextAt: (now) => (inFlight < count ? now : Infinity),
		accept: () => (inFlight += 1),
		end: () => (inFlight -= 1),
	};
}

export function both(one: Limit, other: Limit): Limit {
	return {
		nextAt: (now) => Math.max(one.nextAt(now), other.nextAt(now)),
		accept(now) {
			one.accept(now);
			other.accept(now);
		},
	};
}

export interface Load {
	latencyMs: number;
	networkMs: number;
	inFlight: number;
	items: number;
}

/** The time of a client that knows the limit and sends as early as it may. */
export function possibleMs(limit: Limit | undefined, load: Load): number {
	const ends: number[] = [];
	let now = 0;
	for (let sent = 0; sent < load.items;) {
		while ((ends[0] ?? Infinity) <= now) {
			ends.shift();
			limit?.end?.();
		}
		const at = limit?.nextAt(now) ?? now;
		if (ends.length < load.inFlight && at <= now) {
			limit?.accept(now);
			ends.push(now + load.latencyMs + load.networkMs);
			sent += 1;
		} else {
			const isFull = ends.length >= load.inFlight;
			now = Math.min(isFull ? Infinity : at, ends[0] ?? Infinity);
		}
	}
	return ends.at(-1) ?? now;
}
