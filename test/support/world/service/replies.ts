import { LIMITS } from '../../rateLimit';
import type { LimitPlan } from '../scenario/scenario';
import type { Proof } from './ledger';

export interface Reply {
	/** Instead of a response. */
	code?: string;
	status: number;
	headers?: Record<string, string>;
	/** From what was created or read; without it, just that. */
	body?: (object: object) => unknown;
	effect: 'yes' | 'no' | 'maybe';
	proof: Proof;
	/** Before the service looks at the request. */
	isAtOnce?: boolean;
	/** There is never a response. */
	isSilent?: boolean;
	isLimited?: boolean;
	askedMs?: number;
}

const refusal = (status: number, message: string): Reply => ({
	...{ status, body: () => ({ message }), effect: 'no', proof: 'nothing' },
});
const unclear = (status: number, more: Partial<Reply> = {}): Reply => ({
	...{ status, body: () => ({ message: 'Try later' }), effect: 'maybe', proof: 'unclear' },
	...more,
});
const none = (code: string) => unclear(0, { code });

export const SUCCESS: Reply = { status: 201, effect: 'yes', proof: 'done' };
export const UNAUTHORIZED: Reply = { ...refusal(401, 'Unauthorized'), isAtOnce: true };
const LOGIN_PAGE = { location: '/login?from=api' };

/** How services say in a 2xx that they refused. None has an ID of the object that was asked for. */
const REFUSALS = [
	{ success: false, error: 'Plan limit reached', user: { id: 7 } },
	{ ok: false, error: 'Not on this plan', workspace: { id: 3 } },
	{ error: 'Quota exceeded', id: 'req_8f3a' },
	{ success: false, errors: ['The name is taken'], conflicts: [{ id: 12 }] },
	{ success: false, error: 'Not saved' },
];

/** How the service fails, where it does. */
const REPLIES = {
	hangs: unclear(0, { isSilent: true }),
	'connection refused': { ...none('ECONNREFUSED'), effect: 'no', proof: 'nothing', isAtOnce: true },
	reset: none('ECONNRESET'),
	'500': unclear(500),
	'503': unclear(503),
	'408': unclear(408),
	'429': { ...refusal(429, 'Slow down'), isAtOnce: true, isLimited: true },
	'401': UNAUTHORIZED,
	'403': refusal(403, 'Not on your plan'),
	'404': refusal(404, 'Not found'),
	'422': refusal(422, 'Invalid'),
	'302': unclear(302, { headers: LOGIN_PAGE }),
	'303 to the object': unclear(303),
	'303 to a login page': unclear(303, { headers: LOGIN_PAGE }),
	'308': { ...refusal(308, ''), headers: LOGIN_PAGE },
	'web page': unclear(200, { body: () => '<!doctype html><title>Maintenance</title>' }),
	'refusal in 2xx': unclear(200),
	// Without a title, a name or a URL beside the ID, it would be a refusal.
	'warning in 2xx': {
		...SUCCESS,
		body: (object: object) => ({
			...object,
			...Object(object).data,
			data: undefined,
			url: 'https://n8n.example.com/webhook',
			errors: ['No color'],
		}),
	},
	'body cut short': { ...unclear(201, { body: () => '{"id":5' }), effect: 'yes' },
	// Of a create: an empty list has no boards.
	'no body': { ...SUCCESS, body: (object: object) => ('id' in object ? '' : object) },
} satisfies Record<string, Reply>;

export type Fault = keyof typeof REPLIES;
export const FAULTS = Object.keys(REPLIES) as Fault[];

/** @param chance which refusal, from 0 up to 1 */
export function faultReply(fault: Fault, chance: number, retryAfterS?: number): Reply {
	const reply: Reply = REPLIES[fault];
	if (fault === 'refusal in 2xx')
		return { ...reply, body: () => REFUSALS[Math.floor(chance * REFUSALS.length)] };
	const mayAsk = fault === '429' || fault === '503' || fault === '403';
	return mayAsk && retryAfterS !== undefined ? limited(reply.status, retryAfterS) : reply;
}

function limited(status: number, askedS: number | undefined): Reply {
	const reply = { ...REPLIES['429'], status };
	if (askedS === undefined) return reply;
	return { ...reply, headers: { 'retry-after': String(askedS) }, askedMs: askedS * 1_000 };
}

const RETRY_AFTER: Record<LimitPlan['retryAfter'], (waitS: number) => number | undefined> = {
	exact: (waitS) => waitS,
	'whole seconds': Math.ceil,
	missing: () => undefined,
	half: (waitS) => waitS / 2,
	'a minute': () => 60,
};

/** @returns the reply to what the limit refuses */
export function limiterOf({ kind, requests, windowMs, status, retryAfter }: LimitPlan) {
	const limit = LIMITS[kind](requests, windowMs);
	return (now: number): Reply | undefined => {
		const backAt = limit(now);
		if (backAt === undefined) return undefined;
		return limited(status, RETRY_AFTER[retryAfter]((backAt - now) / 1_000));
	};
}

/** As axios throws it. */
export function networkError(code: string) {
	const words = code === 'ECONNREFUSED' ? `connect ${code} 127.0.0.1:443` : `read ${code}`;
	return Object.assign(new Error(words), { code, isAxiosError: true, config: {} });
}
