import type { Method, Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	mayHaveTakenEffect,
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
