import type { Method, Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	mayHaveTakenEffect,
	waitBeforeRetry,
} from '../../../nodes/WorkspaceTaskService/transport/retry';

const NOW = Date.parse('2026-03-29T10:00:00Z');
const response = { status: 500, headers: {}, text: '', at: NOW };
const cause = { message: '', hint: '' };
const limited = (retryAt?: number): Outcome => ({ kind: 'rateLimited', response, retryAt });
const METHODS: Method[] = ['GET', 'POST'];

describe('the retry policy', () => {
	it.each<[string, Outcome, string, boolean]>([
		['done', { kind: 'done', response, body: {} }, '', true],
		['truncated', { kind: 'truncated', status: 201, text: '' }, 'GET', true],
		['a page', { kind: 'notTaskService', response }, '', true],
		['a refusal in a 2xx', { kind: 'refusedIn2xx', response }, '', true],
		['a redirect', { kind: 'redirected', response }, '', true],
		['a server error', { kind: 'serverError', response }, 'GET', true],
		['no response', { kind: 'noResponse', cause }, 'GET', true],
		['rate limited', limited(), 'GET POST', false],
		['rate limited for long', limited(NOW + 300_001), '', false],
		['not sent', { kind: 'notSent', cause }, 'GET POST', false],
		['unauthorized', { kind: 'unauthorized', response }, '', false],
		['refused', { kind: 'refused', response }, '', false],
		['a refused login', { kind: 'loginRefused', message: '' }, '', false],
		['a pause', { kind: 'paused', until: NOW }, '', false],
		['given up', { kind: 'givenUp' }, '', false],
	])('after %s sends again what is safe', (_, outcome, again, effect) => {
		const sent = METHODS.filter((method) => waitBeforeRetry(method, outcome, 0, NOW, 0.5));
		expect(sent.join(' ')).toBe(again);
		expect(METHODS.filter((method) => mayHaveTakenEffect(method, outcome))).toEqual(
			effect ? ['POST'] : [],
		);
	});

	const notSent: Outcome = { kind: 'notSent', cause };

	it.each<[string, Outcome, number, number, number, boolean]>([
		['grows with the attempt', notSent, 3, 0.5, 4_000, false],
		['can be nothing at all', notSent, 3, 0, 0, false],
		['is bounded', notSent, 30, 1, 30_000, false],
		['is spent in the queue if a pause was asked for', limited(NOW + 300_000), 0, 1, 0, true],
		['is short if no pause was asked for', limited(), 30, 0.5, 100, true],
		['is short if a pause of 0 was asked for', limited(NOW), 30, 1, 200, true],
	])('has a wait that %s', (_, outcome, attempt, random, ms, isAsked) => {
		expect(waitBeforeRetry('POST', outcome, attempt, NOW, random)).toEqual({ ms, isAsked });
	});
});
