import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Assumed, Assumptions } from '../assumptions';
import { ApiError } from './errors';

type Limit = NonNullable<Assumed['rateLimit']>;

/** A fixed window, which starts with the first request after the previous one or a new limit. */
export class RateLimit {
	private startMs = -Infinity;
	private used = 0;
	private limit: Limit | undefined;

	/** 0 if the request is allowed, else the seconds until the next window. */
	take(limit: Limit, nowMs: number): number {
		const { requests, seconds } = limit;
		const endMs = this.startMs + seconds * 1_000;
		if (nowMs >= endMs || limit !== this.limit) {
			this.limit = limit;
			this.startMs = nowMs;
			this.used = 0;
		} else if (this.used >= requests) {
			return Math.ceil((endMs - nowMs) / 1_000);
		}
		this.used += 1;
		return 0;
	}
}

/** Responds with 429 and an exact Retry-After above the assumed limit. */
export function limitRate(assumptions: Assumptions) {
	const limit = new RateLimit();
	return async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const { rateLimit } = assumptions.current;
		const seconds = rateLimit === null ? 0 : limit.take(rateLimit, performance.now());
		if (seconds === 0) return;
		reply.header('retry-after', seconds);
		throw new ApiError(429, `Too many requests; the next may come in ${seconds} s`);
	};
}
