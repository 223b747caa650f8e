import type { Method, Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	mayHaveTakenEffect,
	rateLimitOf,
	saysWorks,
	waitBeforeRetry,
} from '../../../nodes/WorkspaceTaskService/transport/retry';

const response = { status: 500, headers: {}, text: '', at: 0 };
const cause = { message: '', hint: '' };
const METHODS: Method[] = ['GET', 'POST'];
const notSent: Outcome = { kind: 'notSent', cause };

describe('the retry policy', () => {
	it.each<[string, Outcome, string, boolean]>([
		['done', { kind: 'done', response, body: {} }, '', true],
		[
			'half a body',
			{ kind: 'unreadable', status: 201, text: '', reason: 'is incomplete' },
			'GET',
			true,
		],
		['a page', { kind: 'notTaskService', response }, '', true],
		['a refusal in a 2xx', { kind: 'refusedIn2xx', response }, '', true],
		['a redirect', { kind: 'redirected', response }, '', true],
		['a server error', { kind: 'serverError', response }, 'GET', true],
		['no response', { kind: 'noResponse', cause }, 'GET', true],
		['not sent', notSent, 'GET POST', false],
		['rate limited, which the limiter retries', { kind: 'rateLimited', response }, '', false],
		['unauthorized', { kind: 'unauthorized', response }, '', false],
		['refused', { kind: 'refused', response }, '', false],
		['a refused login', { kind: 'loginRefused', cause }, '', false],
		['given up', { kind: 'givenUp', last: notSent }, '', false],
		['skipped', { kind: 'skipped', isCertain: true }, '', false],
		['found', { kind: 'found', object: {} }, '', false],
	])('after %s retries what is safe', (_, outcome, retried, effect) => {
		const { kind } = outcome;
		const sent = METHODS.filter(
			(method) => waitBeforeRetry({ method, kind }, 0, 0.5) !== undefined,
		);
		expect(sent.join(' ')).toBe(retried);
		expect(METHODS.filter((method) => mayHaveTakenEffect(method, outcome))).toEqual(
			effect ? ['POST'] : [],
		);
	});

	// What a skipped item or a refused login means for others: nothing.
	it.each([
		[true, ['done', 'unreadable', 'notTaskService', 'refusedIn2xx', 'redirected']],
		[true, ['unauthorized', 'refused']],
		[false, ['serverError', 'noResponse', 'notSent', 'rateLimited']],
		[undefined, ['loginRefused', 'givenUp', 'skipped', 'found']],
	] as const)('says %s about whether the service works after %j', (works, kinds) => {
		expect(new Set(kinds.map((kind) => saysWorks({ kind })))).toEqual(new Set([works]));
	});

	it.each([
		['serverError', true],
		['noResponse', true],
		['refused', false],
		['refusedIn2xx', false],
	] as const)('after %s retries an idempotent write like a GET: %s', (kind, isRetried) => {
		const wait = waitBeforeRetry({ method: 'PATCH', isIdempotent: true, kind }, 0, 0.5);
		expect(wait !== undefined).toBe(isRetried);
		expect(waitBeforeRetry({ method: 'GET', kind }, 0, 0.5)).toBe(wait);
	});

	it.each([
		['grows with the failures', 3, 0.5, 9_000],
		['is at least half of its maximum', 3, 0, 6_000],
		['is bounded', 30, 1, 30_000],
	])('has a wait that %s', (_, failures, random, ms) => {
		expect(waitBeforeRetry({ method: 'POST', kind: 'notSent' }, failures, random)).toBe(ms);
	});

	it('covers ten seconds with the default of four retries', () => {
		const waits = [0, 1, 2, 3].map((failures) =>
			Number(waitBeforeRetry({ method: 'POST', kind: 'notSent' }, failures, 0)),
		);
		expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(10_000);
	});
});

const AT = Date.parse('2026-05-02T12:00:00Z');
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** In how many milliseconds the service takes the next request; undefined if it does not say so. */
function waitMs(headers: Record<string, unknown>): number | undefined {
	const { isLimit, retryAt } = rateLimitOf({ status: 429, headers, at: AT });
	expect(isLimit).toBe(true);
	return retryAt === undefined ? undefined : retryAt - AT;
}

describe('a rate limit', () => {
	it.each<[string, Record<string, unknown>, number | undefined]>([
		['seconds', { 'retry-after': '2' }, 2_000],
		['seconds with spaces', { 'retry-after': ' 2 ' }, 2_000],
		['fractions of a second', { 'retry-after': '0.25' }, 250],
		['a date', { 'retry-after': 'Sat, 02 May 2026 12:00:07 GMT' }, 7_000],
		[
			'a date of another clock',
			{ date: 'Sat, 02 May 2026 13:00:00 GMT', 'retry-after': 'Sat, 02 May 2026 13:00:07 GMT' },
			7_000,
		],
		['seconds since 1970', { 'x-ratelimit-reset': String(AT / 1_000 + 9) }, 9_000],
		[
			'seconds since 1970 of another clock',
			{ date: 'Sat, 02 May 2026 13:00:00 GMT', 'x-ratelimit-reset': String(AT / 1_000 + 3_609) },
			9_000,
		],
		['a reset of the IETF', { ratelimit: '"default";r=0;t=30' }, 30_000],
		['a reset of an older draft', { ratelimit: 'limit=100, remaining=0, reset=30' }, 30_000],
		['milliseconds since 1970', { 'x-ratelimit-reset': String(AT + 9_000) }, 9_000],
		['nothing', {}, undefined],
	])('asks for a pause by %s', (_, headers, expected) => {
		expect(waitMs(headers)).toBe(expected);
	});

	it.each<[string, Record<string, unknown>, number | undefined]>([
		['1e99', { 'retry-after': '1e99' }, undefined],
		['a date in 1970', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
		['the year 9999', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, TEN_YEARS_MS],
		['words', { 'retry-after': 'soon' }, undefined],
		['a list', { 'retry-after': ['2', '60'] }, undefined],
	])(
		'is a limit without a pause, or with a bounded one, if Retry-After is %s',
		(_, headers, ms) => {
			expect(waitMs(headers)).toBe(ms);
		},
	);

	it.each<[string, number, Record<string, unknown>, boolean]>([
		['403 with Retry-After', 403, { 'retry-after': '30' }, true],
		['403 without requests left', 403, { 'x-ratelimit-remaining': '0' }, true],
		['403 with requests left', 403, { 'x-ratelimit-remaining': '7' }, false],
		['403 with an empty number', 403, { 'x-ratelimit-remaining': '' }, false],
		['503 with Retry-After', 503, { 'retry-after': '2' }, true],
		['503 with a reset, which may be in every response', 503, { 'x-ratelimit-reset': '9' }, false],
		['404 with Retry-After', 404, { 'retry-after': '9' }, false],
		['500 with Retry-After', 500, { 'retry-after': '30' }, false],
	])('is read from a response: %s', (_, status, headers, isLimit) => {
		expect(rateLimitOf({ status, headers, at: AT }).isLimit).toBe(isLimit);
	});

	it('believes Retry-After if several headers disagree, and a reset only without it', () => {
		const others = {
			'ratelimit-remaining': '0',
			'ratelimit-reset': '60',
			'x-ratelimit-reset': '9',
		};
		expect(waitMs({ 'retry-after': '2', ...others })).toBe(2_000);
		expect(waitMs(others)).toBe(60_000);
		expect(waitMs({ ...others, 'ratelimit-remaining': '3' })).toBeUndefined();
	});
});
