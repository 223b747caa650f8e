import type { Fault, Limit, Phase } from '../scenario/scenario';

/**
 * What a response proves to its reader: that it was done, that nothing was, or neither. A refusal in
 * a 2xx proves nothing, although this service means it.
 */
export type Proof = 'done' | 'nothing' | 'unclear';

export interface Reply {
	/** Instead of a response. */
	code?: string;
	status?: number;
	headers?: Record<string, string>;
	/** Of the created object; without it, that object itself. */
	body?: (created: object) => unknown;
	takesEffect: boolean;
	proof: Proof;
	/** Before the service looks at the request. */
	isAtOnce?: boolean;
	/** There is never a response. */
	isSilent?: boolean;
}

const nothing = { takesEffect: false, proof: 'nothing' } as const;
const unclear = { takesEffect: false, proof: 'unclear' } as const;
const effect = { takesEffect: true, proof: 'unclear' } as const;

export const SUCCESS: Reply = { status: 201, takesEffect: true, proof: 'done' };
export const UNAUTHORIZED: Reply = { status: 401, ...nothing, isAtOnce: true };
const UNAVAILABLE = { message: 'Temporarily unavailable' };

/** An id of anything but the object that was asked for. */
const REFUSALS = [
	{ success: false, error: 'Plan limit reached', user: { id: 7 } },
	{ ok: false, error: 'Not on this plan', workspace: { id: 3 } },
	{ error: 'Quota exceeded', id: 'req_8f3a' },
	{ success: false, errors: ['The name is taken'], conflicts: [{ id: 12 }] },
	{ success: false, error: 'Not saved' },
];

const FAULTS: Record<Fault, Reply> = {
	'connection refused': { code: 'ECONNREFUSED', ...nothing, isAtOnce: true },
	'cut before': { code: 'ECONNRESET', ...unclear },
	'cut after': { code: 'ECONNRESET', ...effect },
	'500 before': { status: 500, body: () => UNAVAILABLE, ...unclear },
	'500 after': { status: 500, body: () => UNAVAILABLE, ...effect },
	'422': { status: 422, body: () => ({ message: 'Invalid' }), ...nothing },
	'401': { ...UNAUTHORIZED },
	'refusal in 2xx': { status: 200, ...unclear },
	'warning in 2xx': {
		status: 200,
		body: (created) => ({ ...created, errors: ['The color was ignored'] }),
		...effect,
		proof: 'done',
	},
	'body cut short': { status: 201, body: () => '{"id":5', ...effect, proof: 'done' },
};

/** @param chance which refusal, from 0 up to 1 */
export function faultReply(fault: Fault, chance: number): Reply {
	if (fault !== 'refusal in 2xx') return FAULTS[fault];
	const refusal = REFUSALS[Math.floor(chance * REFUSALS.length)];
	return { ...FAULTS[fault], body: () => refusal };
}

/** @param chance whether something unclear took effect */
export function phaseReply({ kind, retryAfterS }: Phase, chance: number): Reply {
	const takesEffect = chance < 0.5;
	if (kind === 'hangs') return { isSilent: true, takesEffect, proof: 'unclear' };
	if (kind === 'refuses connections') return FAULTS['connection refused'];
	if (kind === 'refuses by rate limit') return limited(429, retryAfterS);
	return { status: 503, body: () => UNAVAILABLE, takesEffect, proof: 'unclear' };
}

function limited(status: number, retryAfterS?: number): Reply {
	const headers = retryAfterS === undefined ? undefined : { 'retry-after': String(retryAfterS) };
	return { status, headers, body: () => ({ message: 'Slow down' }), ...nothing, isAtOnce: true };
}

const RETRY_AFTER: Record<Limit['retryAfter'], (waitMs: number) => number | undefined> = {
	exact: (waitMs) => waitMs / 1_000,
	'whole seconds': (waitMs) => Math.ceil(waitMs / 1_000),
	missing: () => undefined,
};

/** @param waitMs until the limit takes the next request */
export function limitReply({ status, retryAfter }: Limit, waitMs: number): Reply {
	return limited(status, RETRY_AFTER[retryAfter](waitMs));
}

/** When the limit takes the next request; undefined if it takes this one. */
export function limiterOf({
	kind,
	requests,
	windowMs,
}: Limit): (now: number) => number | undefined {
	let accepted: number[] = [];
	let start = 0;
	let tokens = requests;
	return (now) => {
		if (kind === 'bucket') {
			tokens = Math.min(requests, tokens + ((now - start) * requests) / windowMs);
			start = now;
			if (tokens < 1 - 1e-9) return now + ((1 - tokens) * windowMs) / requests;
			tokens -= 1;
			return undefined;
		}
		const since = kind === 'fixed' ? now - (now % windowMs) : now - windowMs + 1;
		accepted = accepted.filter((at) => at >= since);
		if (accepted.length >= requests)
			return (kind === 'fixed' ? since : (accepted[0] ?? 0)) + windowMs;
		accepted.push(now);
		return undefined;
	};
}
