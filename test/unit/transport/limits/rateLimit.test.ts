import { RateLimit } from '../../../../nodes/WorkspaceTaskService/transport/limits/rateLimit';
import { idealMs, LIMITS, simulate, type Limit } from '../../../support/limiter-simulation';

it('a period is measured until the end of its pause, however late the next request is', () => {
	const rate = new RateLimit();
	const succeed = (at: number) => {
		rate.afterSend(at);
		rate.afterSuccess(at);
	};
	const refuse = (at: number, retryAt: number) => {
		rate.afterSend(at);
		rate.afterRefusal(at, at + 3, 1, retryAt);
	};
	for (let at = 1_000; at < 1_100; at++) succeed(at);
	refuse(1_100, 61_000);
	// The run was cancelled during the pause; the next one comes an hour later.
	for (let at = 3_600_000; at < 3_600_100; at++) succeed(at);
	refuse(3_600_100, 3_660_000);
	expect(rate.nextSendAt(3_600_110, 0)).toBeLessThan(3_661_000);
});

describe('a service that takes seconds', () => {
	it.each([1, 2, 3, 4, 5, 12])('and refuses once (request %i) has no limit', async (nth) => {
		let seen = 0;
		const limit: Limit = (now) => (++seen === nth ? now + 1_000 : undefined);
		const { elapsedMs } = await simulate({ latencyMs: 2_000, limit, retryAfter: 'exact' }, [1_000]);
		// 55 s without the refusal.
		expect(elapsedMs).toBeLessThan(130_000);
	});

	it.each([200, 300, 500, 1_000])('or %i ms is limited to 10 per second', async (latencyMs) => {
		const limit = () => LIMITS['sliding window'](10, 1_000);
		const service = { latencyMs, limit: limit(), retryAfter: 'whole seconds' as const };
		const { elapsedMs } = await simulate(service, [300]);
		expect(elapsedMs).toBeLessThan(1.25 * idealMs(limit(), 300, latencyMs));
	});
});

it('rare refusals at random do not hold up runs that begin every 30 s', async () => {
	const service = { latencyMs: 50, refusals: 0.01, retryAfter: 1_000, earlier: 300, everyMs: 600 };
	const { elapsedMs } = await simulate(service, [300]);
	expect(elapsedMs).toBeLessThan(15_000);
});
