import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import { Endpoint } from '../../../nodes/WorkspaceTaskService/limits/endpoint';
import { getLimiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import { Patience } from '../../../nodes/WorkspaceTaskService/limits/patience';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';

const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
const failure = (message: string): Outcome => ({
	kind: 'noResponse',
	cause: { message, hint: '' },
});
const limited = (askedMs?: number): Outcome => ({
	kind: 'rateLimited',
	response,
	askedMs,
});
/** A longer time without requests would not count. */
const MINUTE_MS = 60_000;
const MINUTES = [0, 1, 2, 3, 4, 5].map((minute) => minute * MINUTE_MS);

let now: number;
const clock = { now: () => now, random: () => 0.5, wait: async () => await Promise.resolve() };
let endpoint: Endpoint;
beforeEach(() => {
	now = 0;
	endpoint = new Endpoint(clock);
});

const execution = () => ({ inFlight: 0 });
const learn = (outcome: Outcome, by = execution()) =>
	endpoint.learn(outcome, { execution: by, isSingledOut: false, refusals: 0, sentAt: now });
const givenUpFor = (one: object) => endpoint.breaker.findGivenUpOutcome(one);

describe('an endpoint', () => {
	it('is given up after five minutes without a success, and works again after one', () => {
		for (now of [...MINUTES.slice(0, 5), 5 * MINUTE_MS - 1]) {
			learn(failure('no'));
			expect(endpoint.breaker.isGivenUp()).toBe(false);
		}
		now += 1;
		learn(failure('no'));
		expect(endpoint.breaker.isGivenUp()).toBe(true);
		learn(DONE);
		expect(endpoint.breaker.isGivenUp()).toBe(false);
	});

	it('keeps little of the response that it shows to other executions', () => {
		const text = 'x'.repeat(1_000_000);
		const one = execution();
		const large: Outcome = { kind: 'serverError', response: { ...response, text } };
		for (now of MINUTES) learn(large, one);
		expect(JSON.stringify(givenUpFor(one)).length).toBeLessThan(11_000);
	});

	it('that was given up spaces nothing once it works', () => {
		for (now of MINUTES) learn(limited());
		learn(DONE);
		endpoint.beginRequest();
		expect(endpoint.pause.getNextSendTime()).toBeLessThanOrEqual(now + 3_000);
		now += 3_000;
		endpoint.beginRequest();
		expect(endpoint.pause.getNextSendTime()).toBe(now);
	});

	it('that is given up lets each execution fail once', () => {
		const [one, other] = [execution(), execution()];
		for (now of MINUTES) learn(failure('no'), one);
		expect(givenUpFor(one)).toEqual({ kind: 'givenUp', last: failure('no') });
		expect(givenUpFor(other)).toBeUndefined();
		const last = failure('the last one');
		learn(last, other);
		const ended = [one, other].map((each) => givenUpFor(each));
		expect(ended).toEqual([
			{ kind: 'givenUp', last },
			{ kind: 'givenUp', last },
		]);
		expect(givenUpFor(execution())).toBeUndefined();
	});

	it('that is given up takes 50 requests at most', () => {
		for (now of MINUTES) learn(failure('no'));
		const other = execution();
		for (let sent = 0; sent < 50; sent++) {
			expect(endpoint.canSend(other, 0)).toBe(true);
			endpoint.beginRequest();
		}
		expect(endpoint.canSend(other, 0)).toBe(false);
	});

	it('lets an execution pass the window until its request is refused', () => {
		for (let sent = 0; sent < 8; sent++) endpoint.beginRequest();
		const other = execution();
		expect(endpoint.canSend(other, 0)).toBe(true);
		expect(endpoint.canSend(other, 1)).toBe(false);
	});

	it.each([
		[limited(), 200],
		[failure('no'), 0],
	])('spaces what is sent after a minute of rate limits, not of failures', (outcome, spacingMs) => {
		for (now of MINUTES.slice(0, 2)) learn(outcome);
		now += 5_000;
		learn(DONE);
		endpoint.beginRequest();
		expect(endpoint.pause.getNextSendTime() - now).toBe(spacingMs);
	});
});

it('a call that is given up ends no other call of the account', async () => {
	const limiter = getLimiter('account', clock);
	const queue = limiter.openQueue(1);
	const { signal } = new AbortController();
	const enter = async (call: Call) => {
		const line = queue.openLine(call);
		const patience = new Patience(line.endpoint, clock);
		return await line.enter({ signal, patience, waitMs: 0, isAfterFailure: false });
	};
	const called = queue.openLine(CALLS.createTask);
	for (now of MINUTES) {
		await enter(CALLS.createTask);
		called.endpoint.learn(failure('no'), {
			execution: queue,
			isSingledOut: false,
			refusals: 0,
			sentAt: now,
		});
		await called.leave(DONE);
	}
	expect(await enter(CALLS.createTask)).toMatchObject({ kind: 'givenUp' });
	await called.leave(DONE);
	expect(await enter(CALLS.listBoards)).toBeUndefined();
});
