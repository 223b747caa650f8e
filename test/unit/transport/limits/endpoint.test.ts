import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/calls';
import { Endpoint } from '../../../../nodes/WorkspaceTaskService/transport/limits/endpoint';
import { limiterFor } from '../../../../nodes/WorkspaceTaskService/transport/limits/limiter';
import { Pause } from '../../../../nodes/WorkspaceTaskService/transport/limits/pause';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

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
const MINUTES = [0, 1, 2, 3].map((minute) => minute * MINUTE_MS);

let now: number;
const clock = { now: () => now, random: () => 0.5, wait: async () => await Promise.resolve() };
let endpoint: Endpoint;
beforeEach(() => {
	now = 0;
	endpoint = new Endpoint(clock, new Pause(clock, { failingSince: -Infinity, until: -Infinity }));
});

const execution = () => ({ inFlight: 0 });
const learn = (outcome: Outcome, by = execution()) =>
	endpoint.learn(outcome, by, { isAlone: false, sentAt: now });

describe('an endpoint', () => {
	it('is given up after three minutes without a success, and works again after one', () => {
		for (now of [...MINUTES.slice(0, 3), 3 * MINUTE_MS - 1]) {
			learn(failure('no'));
			expect(endpoint.isGivenUp).toBe(false);
		}
		now += 1;
		learn(failure('no'));
		expect(endpoint.isGivenUp).toBe(true);
		learn(DONE);
		expect(endpoint.isGivenUp).toBe(false);
	});

	it('keeps little of the response that it shows to other executions', () => {
		const text = 'x'.repeat(1_000_000);
		const one = execution();
		const large: Outcome = { kind: 'serverError', response: { ...response, text } };
		for (now of MINUTES) learn(large, one);
		expect(JSON.stringify(endpoint.givenUpFor(one)).length).toBeLessThan(11_000);
	});

	it('that is given up lets each execution fail once', () => {
		const [one, other] = [execution(), execution()];
		for (now of MINUTES) learn(failure('no'), one);
		expect(endpoint.givenUpFor(one)).toEqual({ kind: 'givenUp', last: failure('no') });
		expect(endpoint.givenUpFor(other)).toBeUndefined();
		const last = failure('the last one');
		learn(last, other);
		const ended = [one, other].map((each) => endpoint.givenUpFor(each));
		expect(ended).toEqual([
			{ kind: 'givenUp', last },
			{ kind: 'givenUp', last },
		]);
		expect(endpoint.givenUpFor(execution())).toBeUndefined();
	});

	it.each([
		[limited(), 200],
		[failure('no'), 0],
	])('spaces what is sent after a minute of rate limits, not of failures', (outcome, spacingMs) => {
		for (now of MINUTES.slice(0, 2)) learn(outcome);
		now += 5_000;
		learn(DONE);
		endpoint.pause.sent();
		expect(endpoint.pause.nextAt - now).toBe(spacingMs);
	});

	it('that is given up lets no execution wait for the end of a pause', () => {
		for (now of [...MINUTES, 4 * MINUTE_MS, 5 * MINUTE_MS]) learn(limited(MINUTE_MS));
		expect(endpoint.givenUpFor(execution())?.kind).toBe('givenUp');
		now += 2 * MINUTE_MS;
		expect(endpoint.givenUpFor(execution())).toBeUndefined();
	});
});

it('a call that is given up ends no other call of the account', async () => {
	const limiter = limiterFor('account', clock);
	const queue = limiter.openQueue(1);
	const { signal } = new AbortController();
	const call = CALLS.createTask;
	for (now of MINUTES) {
		const turn = limiter.turnFor(call, signal);
		limiter.enter(queue, turn);
		await turn.begun;
		limiter.learn(queue, turn, failure('no'));
		await limiter.end(queue, turn, {});
	}
	const turns = [call, CALLS.listBoards].map((entered) => limiter.turnFor(entered, signal));
	for (const turn of turns) limiter.enter(queue, turn);
	expect(await turns[0]?.begun).toMatchObject({ kind: 'givenUp' });
	expect(await turns[1]?.begun).toBeUndefined();
});
