import type { Method, Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	mayHaveTakenEffect,
	waitBeforeRetry,
} from '../../../nodes/WorkspaceTaskService/transport/retry';

const response = { status: 500, headers: {}, text: '', at: 0 };
const cause = { message: '', hint: '' };
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
		['rate limited', { kind: 'rateLimited', response }, '', false],
		['not sent', { kind: 'notSent', cause }, 'GET POST', false],
		['unauthorized', { kind: 'unauthorized', response }, '', false],
		['refused', { kind: 'refused', response }, '', false],
		['a refused login', { kind: 'loginRefused', message: '' }, '', false],
		['given up', { kind: 'givenUp', last: { kind: 'notSent', cause } }, '', false],
	])('after %s sends again what is safe', (_, outcome, again, effect) => {
		const sent = METHODS.filter((method) => waitBeforeRetry(method, outcome, 0, 0.5));
		expect(sent.join(' ')).toBe(again);
		expect(METHODS.filter((method) => mayHaveTakenEffect(method, outcome))).toEqual(
			effect ? ['POST'] : [],
		);
	});

	const notSent: Outcome = { kind: 'notSent', cause };

	it.each<[string, number, number, number]>([
		['grows with the attempt', 3, 0.5, 6_000],
		['is at least half of its maximum', 3, 0, 4_000],
		['is bounded', 30, 1, 30_000],
	])('has a wait that %s', (_, attempt, random, ms) => {
		expect(waitBeforeRetry('POST', notSent, attempt, random)).toBe(ms);
	});
});
