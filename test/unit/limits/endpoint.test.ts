import { Endpoint } from '../../../nodes/WorkspaceTaskService/limits/endpoint';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { DONE, lost, rateLimited, responseWith } from '../../support/outcomes';

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

let executions = 0;
const execution = () => ({ inFlight: 0, executionId: String(executions++) });
const learn = (outcome: Outcome, by = execution()) =>
	endpoint.learn(outcome, { run: by, isLimitedWhileMostPass: false, rateLimits: 0, sentAt: now });

describe('an endpoint', () => {
	it('is given up after five minutes without a success, and works again after one', () => {
		for (now of [...MINUTES.slice(0, 5), 5 * MINUTE_MS - 1]) {
			learn(lost('no'));
			expect(endpoint.breaker.isGivenUp()).toBe(false);
		}
		now += 1;
		learn(lost('no'));
		expect(endpoint.breaker.isGivenUp()).toBe(true);
		learn(DONE);
		expect(endpoint.breaker.isGivenUp()).toBe(false);
	});

	it.each([
		[300_000, false],
		[300_001, true],
	])('that asks to wait %i ms is given up after three seconds: %s', (askedMs, isGivenUp) => {
		for (now of [0, 2_999]) {
			learn(rateLimited(askedMs));
			expect(endpoint.breaker.isGivenUp()).toBe(false);
		}
		now = 3_000;
		learn(rateLimited(askedMs));
		expect(endpoint.breaker.isGivenUp()).toBe(isGivenUp);
	});

	it('keeps little of the response that it shows to other executions', () => {
		const one = execution();
		const response = responseWith(500, 'x'.repeat(1_000_000));
		for (now of MINUTES) learn({ kind: 'serverError', response }, one);
		expect(JSON.stringify(endpoint.breaker.getLastFailure()).length).toBeLessThan(11_000);
	});

	it('that was given up spaces nothing once it works', () => {
		for (now of MINUTES) learn(rateLimited());
		learn(DONE);
		endpoint.recordSend();
		expect(endpoint.pause.getNextSendTime()).toBeLessThanOrEqual(now + 3_000);
		now += 3_000;
		endpoint.recordSend();
		expect(endpoint.pause.getNextSendTime()).toBe(now);
	});

	it('that is given up takes 50 requests at most', () => {
		for (now of MINUTES) learn(lost('no'));
		const other = execution();
		for (let sent = 0; sent < 50; sent++) {
			expect(endpoint.hasFreeSlot(other, 0)).toBe(true);
			endpoint.recordSend();
		}
		expect(endpoint.hasFreeSlot(other, 0)).toBe(false);
	});

	it('lets an execution pass the window until its request is refused', () => {
		for (let sent = 0; sent < 8; sent++) endpoint.recordSend();
		const other = execution();
		expect(endpoint.hasFreeSlot(other, 0)).toBe(true);
		expect(endpoint.hasFreeSlot(other, 1)).toBe(false);
	});

	it.each([
		[rateLimited(), 200],
		[lost('no'), 0],
	])('spaces what is sent after a minute of rate limits, not of failures', (outcome, spacingMs) => {
		for (now of MINUTES.slice(0, 2)) learn(outcome);
		now += 5_000;
		learn(DONE);
		endpoint.recordSend();
		expect(endpoint.pause.getNextSendTime() - now).toBe(spacingMs);
	});
});
