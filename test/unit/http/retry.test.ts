import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { makeRetrySteps } from '../../../nodes/WorkspaceTaskService/http/retry';
import { DONE, ERROR, NOT_SENT, rateLimited } from '../../support/outcomes';
import { VirtualClock } from '../../support/virtualClock';

const { createTask, listBoards } = CALLS;
const REASON = new Error('cancelled');

interface Sending {
	call?: Call;
	maxRetries?: number;
	/** How long it takes inside the loop to write its key. */
	keyMs?: number;
}

/** One item, which gets one outcome after the other. */
function setUp(outcomes: Outcome[], sending: Sending = {}) {
	const { call = listBoards, maxRetries = 2, keyMs = 0 } = sending;
	const clock = new VirtualClock();
	const limiter = new Limiter(clock);
	const limitedRun = limiter.limitRun(1);
	const cancel = new AbortController();
	const { signal } = cancel;
	const send = jest.fn(async () => outcomes.shift() ?? DONE);
	const { retryWithinLimits, sendAndLearn } = makeRetrySteps(
		{ limitedRun, signal, maxRetries },
		call,
	);
	const sendNow = sendAndLearn(send);
	const start = retryWithinLimits(async () => {
		if (keyMs > 0) await clock.wait(keyMs);
		return await sendNow();
	});
	const { pause, breaker } = limiter.getEndpoint(call);
	return { clock, cancel, limitedRun, send, start, pause, breaker };
}

describe('the retry loop', () => {
	const limits = [rateLimited(), ERROR, rateLimited(), ERROR];
	it.each<[string, Outcome[], Sending, string, number]>([
		['once', [DONE], {}, 'done', 1],
		['again after a failure', [ERROR, DONE], {}, 'done', 2],
		['again after rate limits, which cost no retry', limits, {}, 'done', 5],
		['as often as Max Retries says', [ERROR, ERROR, ERROR], {}, 'serverError', 3],
		['once with Max Retries 0', [rateLimited()], { maxRetries: 0 }, 'rateLimited', 1],
		['once if it may have created something', [ERROR], { call: createTask }, 'serverError', 1],
	])('sends %s, and counts the attempts', async (_, outcomes, sending, kind, attempts) => {
		const { clock, send, start } = setUp(outcomes, sending);
		const ended = start();
		await clock.runAll();
		expect(await ended).toMatchObject({ kind, attempts });
		expect(send).toHaveBeenCalledTimes(attempts);
	});

	it('sends nothing if the execution ends after an item may be sent', async () => {
		const { clock, cancel, limitedRun, send, start } = setUp([DONE]);
		const ended = start();
		expect(limitedRun.inFlight).toBe(1);
		cancel.abort(REASON);
		await expect(ended).rejects.toBe(REASON);
		expect(send).not.toHaveBeenCalled();
		await clock.runAll();
		expect(limitedRun.inFlight).toBe(0);
	});
});

describe('a request that was not sent', () => {
	it('because of a cancel, such as during a login, is no failure of its endpoint', async () => {
		const { clock, cancel, breaker, send, start } = setUp([]);
		send.mockImplementationOnce(async () => {
			cancel.abort(REASON);
			return await Promise.resolve(NOT_SENT);
		});
		await expect(start()).rejects.toBe(REASON);
		await clock.runAll();
		expect(breaker.isFailing()).toBe(false);
	});

	it('is a failure of its endpoint if the run goes on', async () => {
		const { clock, breaker, start } = setUp([NOT_SENT], { maxRetries: 0 });
		const ended = start();
		await clock.runAll();
		expect(await ended).toMatchObject({ kind: 'notSent' });
		expect(breaker.isFailing()).toBe(true);
	});
});

describe('an item whose key is written while a pause begins', () => {
	const begin = async () => {
		const item = setUp([], { keyMs: 60 });
		const ended = item.start();
		item.pause.extend(5_000);
		await item.clock.runAll(1_000);
		expect(item.send).not.toHaveBeenCalled();
		return { ...item, ended };
	};

	it('is sent after the pause', async () => {
		const { clock, ended } = await begin();
		await clock.runAll();
		expect((await ended).kind).toBe('done');
		expect(clock.ms).toBeGreaterThanOrEqual(5_000);
	});

	it('is never sent if its run ends meanwhile', async () => {
		const { clock, cancel, ended, limitedRun, send } = await begin();
		cancel.abort(REASON);
		await expect(ended).rejects.toBe(REASON);
		await clock.runAll();
		expect(send).not.toHaveBeenCalled();
		expect([limitedRun.inFlight, clock.open]).toEqual([0, 0]);
	});
});
