import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import {
	mayHaveCreated,
	mayHaveTakenEffect,
	getPolicy,
	calculateBackoffMs,
	isRetried,
	type OutcomeKind,
} from '../../nodes/WorkspaceTaskService/outcome';

const CREATE = CALLS.createTask;
const READ = CALLS.listBoards;
const WRITE = { ...CREATE, method: 'PATCH', effect: 'write' } as const;
const ALL = [READ, WRITE, CREATE];

describe('the retry policy', () => {
	it.each<[OutcomeKind, retried: string, mayHaveTakenEffect: boolean]>([
		['done', '', true],
		['unreadable', 'GET PATCH', true],
		['unclear', '', true],
		['notTaskService', '', true],
		['refusedIn2xx', '', true],
		['redirected', '', true],
		['serverError', 'GET PATCH', true],
		['noResponse', 'GET PATCH', true],
		['cancelled', '', true],
		['notSent', 'GET PATCH POST', false],
		['notTrusted', '', false],
		// The limiter retries it.
		['rateLimited', '', false],
		['refused', '', false],
		['loginRefused', '', false],
		['givenUp', '', false],
		['inLoop', '', false],
		['notNeeded', '', false],
	])('after %s retries what is safe: %s', (kind, retried, hasEffect) => {
		const sent = ALL.filter((call) => isRetried(call, { kind }));
		expect(sent.map(({ method }) => method).join(' ')).toBe(retried);
		const changed = ALL.filter((call) => mayHaveTakenEffect(call, { kind }));
		expect(changed).toEqual(hasEffect ? [WRITE, CREATE] : []);
		const created = ALL.filter((call) => mayHaveCreated(call, { kind }));
		expect(created).toEqual(hasEffect ? [CREATE] : []);
	});

	// What a skipped item or a refused login means for others: nothing.
	it.each([
		[true, ['done', 'unreadable', 'notTaskService', 'refusedIn2xx', 'redirected']],
		[true, ['refused']],
		[false, ['serverError', 'noResponse', 'notSent', 'rateLimited']],
		[undefined, ['cancelled', 'loginRefused', 'givenUp', 'inLoop', 'notNeeded']],
	] as const)('says %s about whether the service works after %j', (works, kinds) => {
		expect(new Set(kinds.map((kind) => getPolicy({ kind }).works))).toEqual(new Set([works]));
	});

	it.each([
		['grows with the failures', 3, 0.5, 9_000],
		['is at least half of its maximum', 3, 0, 6_000],
		['is bounded', 30, 1, 30_000],
	])('has a wait that %s', (_, failures, random, ms) => {
		expect(calculateBackoffMs(failures, random)).toBe(ms);
	});

	it('covers ten seconds with the default of four retries', () => {
		const waits = [0, 1, 2, 3].map((failures) => calculateBackoffMs(failures, 0));
		expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(10_000);
	});
});
