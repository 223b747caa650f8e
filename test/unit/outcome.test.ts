import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import {
	mayHaveCreated,
	mayHaveTakenEffect,
	getPolicy,
	calculateRetryWait,
	type Outcome,
} from '../../nodes/WorkspaceTaskService/outcome';

const response = { status: 500, headers: {}, text: '', receivedDate: new Date(0) };
const cause = { message: '', hint: '' };
const CREATE = CALLS.createTask;
const READ = CALLS.listBoards;
const WRITE = { ...CREATE, method: 'PATCH', effect: 'write' } as const;
const ALL = [READ, CREATE];
const first = { failures: 0, random: 0.5 };
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
		['an unclear success', { kind: 'unclear', response, body: {} }, '', true],
		['a page', { kind: 'notTaskService', response }, '', true],
		['a refusal in a 2xx', { kind: 'refusedIn2xx', response }, '', true],
		['a redirect', { kind: 'redirected', response }, '', true],
		['a server error', { kind: 'serverError', response }, 'GET', true],
		['no response', { kind: 'noResponse', cause }, 'GET', true],
		['a cancel', { kind: 'cancelled', cause }, '', true],
		['not sent', notSent, 'GET POST', false],
		['a certificate that is not trusted', { kind: 'notTrusted', cause }, '', false],
		['rate limited, which the limiter retries', { kind: 'rateLimited', response }, '', false],
		['refused', { kind: 'refused', response }, '', false],
		['a refused login', { kind: 'loginRefused', cause }, '', false],
		['given up', { kind: 'givenUp', last: notSent }, '', false],
		['in a loop', { kind: 'inLoop', cause }, '', false],
		['answered by a step', { kind: 'answered', object: {} }, '', false],
	])('after %s retries what is safe', (_, outcome, retried, effect) => {
		const sent = ALL.filter((call) => calculateRetryWait(call, outcome, first) !== undefined);
		expect(sent.map(({ method }) => method).join(' ')).toBe(retried);
		expect(ALL.filter((call) => mayHaveTakenEffect(call, outcome))).toEqual(effect ? [CREATE] : []);
	});

	// What a skipped item or a refused login means for others: nothing.
	it.each([
		[true, ['done', 'unreadable', 'notTaskService', 'refusedIn2xx', 'redirected']],
		[true, ['refused']],
		[false, ['serverError', 'noResponse', 'notSent', 'rateLimited']],
		[undefined, ['cancelled', 'loginRefused', 'givenUp', 'inLoop', 'answered']],
	] as const)('says %s about whether the service works after %j', (works, kinds) => {
		expect(new Set(kinds.map((kind) => getPolicy({ kind }).works))).toEqual(new Set([works]));
	});

	it.each([
		['serverError', true],
		['noResponse', true],
		['refused', false],
		['refusedIn2xx', false],
	] as const)('after %s retries an idempotent write like a GET: %s', (kind, isRetried) => {
		const wait = calculateRetryWait(WRITE, { kind }, first);
		expect(wait !== undefined).toBe(isRetried);
		expect(calculateRetryWait(READ, { kind }, first)).toBe(wait);
	});

	it.each([
		[CREATE, 'serverError', true],
		[CREATE, 'refused', false],
		[WRITE, 'serverError', false],
		[READ, 'serverError', false],
	] as const)('may have created something: %j that ended as %s: %s', (call, kind, may) => {
		expect(mayHaveCreated(call, { kind })).toBe(may);
	});

	it.each([
		['grows with the failures', 3, 0.5, 9_000],
		['is at least half of its maximum', 3, 0, 6_000],
		['is bounded', 30, 1, 30_000],
	])('has a wait that %s', (_, failures, random, ms) => {
		expect(calculateRetryWait(CREATE, notSent, { failures, random })).toBe(ms);
	});

	it('covers ten seconds with the default of four retries', () => {
		const waits = [0, 1, 2, 3].map((failures) =>
			Number(calculateRetryWait(CREATE, notSent, { failures, random: 0 })),
		);
		expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(10_000);
	});
});
