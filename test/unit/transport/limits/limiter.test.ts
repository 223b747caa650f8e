/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { deadlineCause } from '../../../../nodes/WorkspaceTaskService/transport/errors/network';
import {
	Limiter,
	limiterFor,
} from '../../../../nodes/WorkspaceTaskService/transport/limits/limiter';
import type { Method, Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	DONE,
	NOT_SENT,
	rateLimited,
	response,
	UNAVAILABLE,
	VirtualClock,
} from '../../../support/limiterSimulation';

const HUNG: Outcome = { kind: 'noResponse', cause: deadlineCause(1) };
const LOST: Outcome = { kind: 'noResponse', cause: { message: '', hint: '' } };
const SKIPPED: Outcome = { kind: 'skipped', isCertain: true };
const REFUSED: Outcome = { kind: 'refused', response: { ...response, status: 422 } };
const ERROR: Outcome = { kind: 'serverError', response: { ...response, status: 500 } };

const setUp = () => {
	const clock = new VirtualClock();
	const start = clock.time;
	const limiter = new Limiter(clock);
	const cancel = new AbortController();
	const open = (concurrency = 50) => limiter.openQueue(concurrency, cancel.signal);
	const queue = open();
	/** Responds with one outcome after the other, then repeats the last one. */
	const send = async (outcomes: Outcome[], { to = queue, once = false, item = 0, ms = 0 } = {}) => {
		const left = [...outcomes];
		const next = async () => {
			if (ms > 0) await clock.wait(ms);
			return (left.length > 1 ? left.shift() : left[0]) ?? DONE;
		};
		const retryIn = ({ kind }: Outcome) => (kind === 'serverError' ? 1_500 : undefined);
		return await limiter.run(next, to, once ? { item } : { item, retryIn });
	};
	/** Runs until nothing waits. @returns the milliseconds since the start */
	const end = async (...all: Array<Promise<unknown>>) => {
		await clock.runAll();
		await Promise.all(all);
		return clock.time - start;
	};
	/** The most that were in flight while `count` requests were sent. */
	const maxInFlight = async (count: number, ms = 50) => {
		const seen = { now: 0, max: 0 };
		const one = async () => {
			seen.max = Math.max(seen.max, ++seen.now);
			await clock.wait(ms);
			seen.now -= 1;
			return DONE;
		};
		const all = Array.from({ length: count }, async (_, item) => {
			await limiter.run(one, queue, { item });
		});
		await end(...all);
		return seen.max;
	};
	return { clock, start, limiter, cancel, open, queue, send, end, maxInFlight };
};

const settled = async () => await new Promise(setImmediate);

describe('a rate limited request', () => {
	it('waits as long as the service asks and is sent again', async () => {
		const { queue, send, end } = setUp();
		const sent = send([rateLimited(2_000), DONE]);
		expect(await end(sent)).toBe(2_000);
		expect(await sent).toBe(DONE);
		expect(queue.waitedMs).toBe(2_000);
	});

	it('is not sent again with Max Retries 0', async () => {
		const { clock, send, end } = setUp();
		const sent = send([rateLimited(10), DONE], { once: true });
		await end(sent);
		expect(await sent).toEqual(rateLimited(10));
		expect(clock.open).toBe(0);
	});

	it('fails immediately if the service asks for more than five minutes', async () => {
		const { send, end } = setUp();
		const sent = [send([rateLimited(300_001), DONE]), send([DONE])];
		expect(await end(...sent)).toBe(0);
		expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(['rateLimited', 'done']);
	});

	it('is sent four times soon, then every three seconds', async () => {
		const { clock, start, limiter, queue, end } = setUp();
		const at: number[] = [];
		const send = async () => {
			at.push(clock.time - start);
			return at.length < 8 ? rateLimited(1) : DONE;
		};
		await end(limiter.run(send, queue, { item: 0, retryIn: () => undefined }));
		expect(at).toEqual([0, 1, 2, 3, 3_003, 6_003, 9_003, 12_003]);
	});

	it.each([
		['ends after eight times while the others pass', 300, 8],
		['waits on while others are refused too', 0, 100],
	])('%s', async (_, passing, sends) => {
		const { clock, limiter, open, queue, end } = setUp();
		let count = 0;
		const send = async () => (count++, rateLimited(1_000));
		const refused = limiter.run(send, queue, { item: 0, retryIn: () => undefined });
		const others = Array.from({ length: passing }, async (_one, item) => {
			await clock.wait(item * 100);
			await limiter.run(async () => DONE, open(), { item });
		});
		await end(refused, ...others);
		expect((await refused).kind).toBe('rateLimited');
		if (passing > 0) expect(count).toBe(sends);
		else expect(count).toBeGreaterThan(60);
	});

	it('at its login pauses the account', async () => {
		const { send, end } = setUp();
		const login: Outcome = { ...rateLimited(30_000), isLogin: true } as Outcome;
		const refused = send([login, DONE]);
		await settled();
		expect(await end(refused, send([DONE]))).toBe(30_000);
	});
});

describe('a pause', () => {
	it.each([
		[400, 800],
		[800, 400],
	])('of %i and %i ms lasts as long as the longer one', async (first, second) => {
		const { send, end } = setUp();
		const refused = [first, second].map(async (ms) => await send([rateLimited(ms), DONE]));
		expect(await end(...refused)).toBe(800);
	});

	it('applies to all requests of the account', async () => {
		const { clock, start, open, send, end } = setUp();
		const refused = send([rateLimited(800), DONE]);
		await settled();
		const times = [open(), open()].map(async (to) => {
			await send([DONE], { to });
			return clock.time - start;
		});
		await end(refused, ...times);
		expect(await Promise.all(times)).toEqual([800, 800]);
	});

	it('counts as a wait of requests that were not refused', async () => {
		const { open, send, end } = setUp();
		await send([rateLimited(60_000)], { once: true });
		const other = open();
		await end(send([DONE], { to: other }));
		expect(other.waitedMs).toBe(1_000);
	});

	it('counts once for requests that wait at the same time', async () => {
		const { queue, send, end } = setUp();
		const all = Array.from({ length: 5 }, async (_, item) => {
			await send([rateLimited(10_000), DONE], { item });
		});
		await end(...all);
		expect(queue.waitedMs).toBe(10_000);
	});

	it('is not ended by the success of an earlier request', async () => {
		const { clock, send, end } = setUp();
		const late = send([DONE], { ms: 50 });
		await clock.runAll(clock.time);
		clock.time += 10;
		await send([rateLimited(10_000)], { once: true });
		expect(await end(late, send([DONE]))).toBe(1_010);
	});

	it('begins when a slow refusal arrives', async () => {
		const { send, end } = setUp();
		const slow = send([rateLimited(10_000)], { once: true, ms: 5_000 });
		await settled();
		const next = slow.then(async () => await send([DONE]));
		expect(await end(slow, next)).toBe(6_000);
	});

	it('lets a first request of another execution through after a second', async () => {
		const { open, send, end } = setUp();
		const refused = [1, 2, 3].map(() => rateLimited(60_000));
		void send(refused, { once: true });
		await settled();
		expect(await end(send([DONE], { to: open() }))).toBe(1_000);
	});

	it('lets probes through after 1, 2 and 4 s, fresh requests before refused ones', async () => {
		const { clock, start, limiter, queue, end } = setUp();
		const sent: string[] = [];
		const all = Array.from({ length: 12 }, async (_, item) => {
			const send = async () => {
				const at = clock.time - start;
				sent.push(`${item} after ${at}`);
				await clock.wait(5);
				return at < 7_000 ? rateLimited(20_000) : DONE;
			};
			await limiter.run(send, queue, { item, retryIn: () => undefined });
		});
		await end(...all);
		expect(sent.slice(8, 13)).toEqual([
			'8 after 1005',
			'9 after 3010',
			'10 after 7015',
			'11 after 7020',
			'0 after 20005',
		]);
	});

	it('lets the next request through after items that are skipped', async () => {
		const { clock, start, send, end } = setUp();
		const refused = send([rateLimited(60_000), DONE]);
		await settled();
		const skipped = [...Array(20).keys()].map(async (item) => await send([SKIPPED], { item }));
		const probe = send([DONE]).then(() => clock.time - start);
		await end(refused, ...skipped, probe);
		expect(await probe).toBe(1_000);
	});

	it('lets no more probes through because a slow item was skipped', async () => {
		const { clock, start, send, end } = setUp();
		const slow = send([SKIPPED], { ms: 1_500 });
		clock.time += 10;
		const refused = send([rateLimited(60_000), DONE]);
		await settled();
		const times: number[] = [];
		const probes = [...Array(3).keys()].map(async (item) => {
			const outcome = await send([rateLimited(60_000)], { item, once: true });
			times.push(clock.time - start);
			return outcome;
		});
		await end(slow, refused, ...probes);
		expect(times).toEqual([1_010, 3_010, 7_010]);
	});

	it('does not affect another account', async () => {
		const clock = new VirtualClock();
		const { signal } = new AbortController();
		const paused = limiterFor('a', clock);
		const refused = paused.run(async () => rateLimited(60_000), paused.openQueue(1, signal), {
			item: 0,
		});
		await clock.runAll(clock.time);
		expect((await refused).kind).toBe('rateLimited');
		expect(limiterFor('a')).toBe(paused);
		const other = limiterFor('b', clock);
		const sent = other.run(async () => DONE, other.openQueue(1, signal), { item: 0 });
		expect(await sent).toBe(DONE);
	});

	it('is not extended by a slow probe', async () => {
		const { open, send, end, clock, start } = setUp();
		await send([rateLimited(10_000)], { once: true });
		const slow = send([DONE], { to: open(), ms: 120_000 });
		const quick = send([DONE], { to: open() }).then(() => clock.time - start);
		await end(slow, quick);
		expect(await quick).toBeLessThanOrEqual(2_000);
	});

	it('ends for a cancelled execution and leaves no timer', async () => {
		const { clock, cancel, limiter, send, end } = setUp();
		await send([rateLimited(2_000)], { once: true });
		await clock.runAll(clock.time);
		const other = limiter.openQueue(1, new AbortController().signal);
		const cancelled = [send([DONE]), send([DONE])].map(async (one) => await one.catch(String));
		const kept = send([DONE], { to: other });
		expect(clock.open).toBe(1);
		cancel.abort(new Error('cancelled'));
		expect(await Promise.all(cancelled)).toEqual(['Error: cancelled', 'Error: cancelled']);
		await expect(send([DONE])).rejects.toThrow('cancelled');
		expect(await end(kept)).toBeLessThanOrEqual(2_000);
		expect(clock.open).toBe(0);
	});

	it('leaves no timer once nothing waits', async () => {
		const { clock, cancel, send } = setUp();
		await send([rateLimited(2_000)], { once: true });
		await clock.runAll(clock.time);
		const cancelled = send([DONE]).catch(String);
		expect(clock.open).toBe(1);
		cancel.abort(new Error('cancelled'));
		await cancelled;
		expect(clock.open).toBe(0);
	});
});

describe('an announced budget', () => {
	const announcing = (remaining: number, reset: number): Outcome => ({
		kind: 'done',
		body: {},
		response: {
			...response,
			headers: { 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${reset}` },
		},
	});

	it.each([
		['that is used up pauses until its reset', announcing(0, 5), 5_000],
		['that is not used up does not pause', announcing(1, 5), 0],
		['that is used up for long is tried after ten seconds', announcing(0, 30), 10_000],
		['whose reset is too far away is not believed', announcing(0, 61), 0],
	])('%s', async (_, outcome, expected) => {
		const { send, end } = setUp();
		await send([outcome]);
		expect(await end(send([DONE]))).toBe(expected);
	});

	it('counts as a wait because of a rate limit', async () => {
		const { queue, send, end } = setUp();
		await send([announcing(0, 5)]);
		await end(send([DONE]));
		expect(queue.waitedMs).toBe(5_000);
	});

	it('counts the requests in flight', async () => {
		const { send, end } = setUp();
		const slow = send([DONE], { ms: 3_000 });
		await send([announcing(1, 60)]);
		expect(await end(slow, send([DONE]))).toBe(3_000);
	});

	it('lets one request go first after the reset', async () => {
		const { clock, start, send, end } = setUp();
		await send([announcing(0, 5)]);
		const all = [0, 1, 2].map(async (item) => {
			await send([announcing(10, 5)], { ms: 100, item });
			return clock.time - start;
		});
		await end(...all);
		expect(await Promise.all(all)).toEqual([5_100, 5_200, 5_200]);
	});

	it.each([
		['is not used up', 3, 0],
		['that is used up is not tried', 0, 10_000],
	])('%s by items that are skipped', async (_, remaining, expected) => {
		const { send, end } = setUp();
		await send([announcing(remaining, 60)]);
		const skipped = [...Array(50).keys()].map(async (item) => await send([SKIPPED], { item }));
		expect(await end(...skipped, send([DONE]))).toBe(expected);
	});

	it('does not hold up others after a failure', async () => {
		const { send, end } = setUp();
		await send([announcing(0, 5)]);
		expect(await end(send([LOST]), send([DONE]))).toBe(5_000);
	});
});

describe('the limiter', () => {
	it('sends nothing if the execution is cancelled before its turn', async () => {
		const { limiter, cancel, queue } = setUp();
		cancel.abort(new Error('cancelled'));
		const send = jest.fn(async () => DONE);
		await expect(limiter.run(send, queue, { item: 0 })).rejects.toThrow('cancelled');
		expect(send).not.toHaveBeenCalled();
		expect(queue.inFlight).toBe(0);
	});

	it('sends nothing again after a cancel', async () => {
		const { cancel, send, end } = setUp();
		const sent = send([rateLimited(1_000), DONE], { ms: 50 }).catch(String);
		await settled();
		cancel.abort(new Error('cancelled'));
		expect(await end(sent)).toBe(50);
		expect(await sent).toBe('Error: cancelled');
	});

	it('sends no item after the one that ended its execution, and all before it', async () => {
		const { queue, send, end } = setUp();
		await send([rateLimited(5_000)], { once: true });
		const all = [0, 1, 2, 3].map(
			async (item) =>
				await send([DONE], { item }).then(
					() => 'sent',
					() => 'not sent',
				),
		);
		queue.endAfter(2);
		queue.endAfter(1);
		await end(...all);
		expect(await Promise.all(all)).toEqual(['sent', 'sent', 'not sent', 'not sent']);
		await expect(send([DONE], { item: 2 })).rejects.toThrow('An earlier item failed');
	});

	it('sends nothing before the failure of a request was seen', async () => {
		const { clock, limiter, open, end } = setUp();
		const queue = open(1);
		const failing = limiter
			.run(async () => ERROR, queue, { item: 0 })
			.then(async () => {
				await Promise.resolve();
				queue.endAfter(0);
			});
		const next = jest.fn(async () => DONE);
		const after = limiter.run(next, queue, { item: 1 }).catch(() => {});
		await end(failing, after);
		expect(next).not.toHaveBeenCalled();
		expect(clock.open).toBe(0);
	});

	it('passes on a rejection and is not affected by it', async () => {
		const { limiter, queue, send, maxInFlight } = setUp();
		const locked = new Error('The database is locked');
		const rejected = Array.from({ length: 8 }, async (_, item) => {
			await limiter.run(async () => await Promise.reject(locked), queue, { item });
		});
		for (const one of rejected) await expect(one).rejects.toBe(locked);
		expect(queue.inFlight).toBe(0);
		expect(await send([DONE])).toBe(DONE);
		expect(await maxInFlight(8)).toBe(8);
	});

	it('sends the items of an execution in order and alternates between executions', async () => {
		const { clock, limiter, open, end } = setUp();
		const sent: string[] = [];
		const run = (name: string) => {
			const queue = open(1);
			return [0, 1, 2].map(async (item) => {
				const send = async () => {
					sent.push(`${name}${item}`);
					await clock.wait(50);
					return DONE;
				};
				return await limiter.run(send, queue, { item });
			});
		};
		await end(...run('a'), ...run('b'));
		expect(sent).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
	});

	it('sends a retry after its wait, with no item of an execution of one before it', async () => {
		const { clock, start, limiter, open, end } = setUp();
		const queue = open(1);
		const sent: string[] = [];
		const all = [0, 1].map(async (item) => {
			const send = async () => {
				sent.push(`${item} after ${clock.time - start}`);
				return item === 0 && sent.length < 3 ? ERROR : DONE;
			};
			const retryIn = ({ kind }: Outcome) => (kind === 'serverError' ? 1_500 : undefined);
			await limiter.run(send, queue, { item, retryIn });
		});
		await end(...all);
		expect(sent).toEqual(['0 after 0', '0 after 1500', '0 after 3000', '1 after 3000']);
		expect(queue.waitedMs).toBe(0);
	});

	it('sends again what is ready first, and fresh requests before it', async () => {
		const { clock, limiter, queue, end } = setUp();
		const sent: number[] = [];
		const waits = [3_000, 1_000, 2_000, 1_000];
		const all = waits.map(async (waitMs, item) => {
			const send = async () => {
				sent.push(item);
				await clock.wait(5);
				return sent.filter((one) => one === item).length === 1 ? ERROR : DONE;
			};
			const retryIn = ({ kind }: Outcome) => (kind === 'serverError' ? waitMs : undefined);
			await limiter.run(send, queue, { item, retryIn });
		});
		await end(...all);
		expect(sent).toEqual([0, 1, 2, 3, 1, 3, 2, 0]);
	});

	it('gives the retry policy the number of earlier failures', async () => {
		const { limiter, queue, end } = setUp();
		const seen: number[] = [];
		const retryIn = ({ kind }: Outcome, failures: number) => {
			if (kind === 'serverError') seen.push(failures);
			return failures < 3 ? 10 : undefined;
		};
		await end(limiter.run(async () => ERROR, queue, { item: 0, retryIn }));
		expect(seen).toEqual([0, 1, 2, 3]);
	});

	it('does not use a place again for a quarter of a second after a connection failed', async () => {
		const { clock, start, limiter, queue, end } = setUp();
		const sent: number[] = [];
		const all = Array.from({ length: 20 }, async (_, item) => {
			const send = async () => {
				sent.push(clock.time - start);
				return NOT_SENT;
			};
			await limiter.run(send, queue, { item });
		});
		await end(...all);
		expect(sent.filter((at) => at === 0)).toHaveLength(8);
		expect(sent.filter((at) => at === 250)).toHaveLength(8);
	});

	it('keeps the order of an execution of one for eight refusals', async () => {
		const { limiter, open, end } = setUp();
		const queue = open(1);
		const sent: number[] = [];
		const all = [0, 1].map(async (item) => {
			const send = async () => (sent.push(item), item === 0 ? rateLimited(1) : DONE);
			await limiter.run(send, queue, { item, retryIn: () => undefined });
		});
		await end(...all);
		expect(sent.indexOf(1)).toBe(8);
	});
});

describe('the number of requests in flight', () => {
	it('starts at eight and grows by one for each response', async () => {
		expect(await setUp().maxInFlight(24)).toBe(16);
	});

	it.each<[string, Outcome[], number]>([
		['halved by a rate limit', [rateLimited()], 4],
		['halved once by several of one round trip', [rateLimited(), rateLimited(), rateLimited()], 4],
		['halved by two timeouts of one round trip', [HUNG, HUNG], 4],
		['halved by two 503s of one round trip', [UNAVAILABLE, UNAVAILABLE], 4],
		['not halved by one timeout', [HUNG], 8],
		['not halved by one 503', [UNAVAILABLE], 8],
		['not halved by other failures', [LOST, LOST, ERROR, ERROR], 8],
	])('is %s', async (_, outcomes, expected) => {
		const { clock, send, limiter, cancel } = setUp();
		const failed = outcomes.map(async (one) => await send([one], { once: true, ms: 10 }));
		await clock.runAll();
		await Promise.all(failed);
		clock.time += 1_000;
		const seen = { now: 0, max: 0 };
		const queue = limiter.openQueue(50, cancel.signal);
		const held = Array.from({ length: 20 }, async (_one, item) => {
			const send = async () => {
				seen.max = Math.max(seen.max, ++seen.now);
				await clock.wait(1_000);
				seen.now -= 1;
				return DONE;
			};
			await limiter.run(send, queue, { item });
		});
		await clock.runAll(clock.time + 900);
		expect(seen.max).toBe(expected);
		await clock.runAll();
		await Promise.all(held);
	});

	it('does not grow while fewer than half are used', async () => {
		const { clock, send, maxInFlight } = setUp();
		for (let item = 0; item < 30; item++) {
			const sent = send([DONE], { item, ms: 50 });
			await clock.runAll();
			await sent;
		}
		expect(await maxInFlight(8)).toBe(8);
		expect(await maxInFlight(16)).toBe(16);
	});

	it('does not grow while responses are much slower than the fastest of the execution', async () => {
		const { send, end, maxInFlight } = setUp();
		await end(send([DONE], { ms: 50 }));
		expect(await maxInFlight(40, 200)).toBe(8);
	});

	it.each<[string, Outcome, Method]>([
		['refusal', REFUSED, 'POST'],
		['list', DONE, 'GET'],
	])('grows beside a much quicker %s', async (_, outcome, method) => {
		const { clock, limiter, queue, end, maxInFlight } = setUp();
		const send = async () => await clock.wait(5).then(() => outcome);
		await end(limiter.run(send, queue, { item: 0, method }));
		expect(await maxInFlight(24, 200)).toBe(16);
	});

	it('leaves one place above it also after a cut', async () => {
		const { clock, start, open, send, end } = setUp();
		const slow = Array.from({ length: 20 }, async (_, item) => {
			await send([item < 2 ? HUNG : DONE], { item, once: true, ms: 10_000 + 10_000 * item });
		});
		await clock.runAll(start + 20_500);
		const quick = send([DONE], { to: open(), ms: 50 }).then(() => clock.time - start);
		await end(...slow, quick);
		expect(await quick).toBeLessThanOrEqual(20_550);
	});

	it('leaves one place above it to an execution with nothing in flight', async () => {
		const { clock, start, open, send, end } = setUp();
		const slow = Array.from({ length: 20 }, async (_, item) => {
			await send([DONE], { item, ms: 20_000 });
		});
		await settled();
		// The first success widens the window by one.
		const quick = [0, 1, 2].map(async (item) => {
			await send([DONE], { to: open(), item, ms: 50 });
			return clock.time - start;
		});
		await end(...slow, ...quick);
		expect(await Promise.all(quick)).toEqual([50, 100, 100]);
	});
});

describe('an account', () => {
	/** Executions of one item that fail, one every five seconds, each after ten. */
	const failFor = async ({ clock, open, send, end }: ReturnType<typeof setUp>, ms: number) => {
		const all = Array.from({ length: ms / 5_000 }, async (_, number) => {
			await clock.wait(number * 5_000);
			await send([LOST], { to: open(), once: true, ms: 10_000 });
		});
		await end(...all);
	};

	it('is not given up before three minutes of failures', async () => {
		const test = setUp();
		await failFor(test, 160_000);
		const sent = [test.send([DONE], { ms: 50 }), test.send([DONE])];
		await test.end(...sent);
		expect(await Promise.all(sent)).toEqual([DONE, DONE]);
	});

	it('is given up after three minutes of failures, until a request succeeds', async () => {
		const test = setUp();
		await failFor(test, 200_000);
		const sent = [test.send([DONE], { ms: 50 }), test.send([DONE])];
		await test.end(...sent);
		expect(await Promise.all(sent)).toEqual([DONE, { kind: 'givenUp', last: LOST }]);
		const next = [test.send([DONE]), test.send([DONE])];
		await test.end(...next);
		expect(await Promise.all(next)).toEqual([DONE, DONE]);
	});

	it('that is given up sends one probe, and nothing is retried', async () => {
		const test = setUp();
		await failFor(test, 200_000);
		const probe = test.send([ERROR, DONE], { ms: 50 });
		const others = [test.send([DONE]), test.send([DONE])];
		await test.end(probe, ...others);
		expect(await probe).toBe(ERROR);
		for (const one of others) expect(await one).toEqual({ kind: 'givenUp', last: LOST });
	});

	it('that is given up also ends requests that wait to be sent again', async () => {
		const test = setUp();
		const refusal = rateLimited(299_000);
		const refused = test.send([refusal, DONE]).then(() => test.clock.time - test.start);
		await settled();
		await failFor(test, 200_000);
		expect(await refused).toBeLessThanOrEqual(211_000);
	});

	it('is waited for as long as the service asks', async () => {
		const { clock, start, limiter, queue, end } = setUp();
		let sends = 0;
		const send = async () => {
			sends += 1;
			const leftMs = 240_000 - (clock.time - start);
			return leftMs > 0 ? rateLimited(leftMs) : DONE;
		};
		const all = [0, 1].map(
			async (item) => await limiter.run(send, queue, { item, retryIn: () => undefined }),
		);
		await end(...all);
		expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(['done', 'done']);
		expect(sends).toBeLessThan(20);
	});

	it('is given up after twenty refusals in a row that ask for too long', async () => {
		const { send, end } = setUp();
		const all = Array.from({ length: 100 }, async (_, item) => {
			return await send([rateLimited(86_400_000)], { item });
		});
		expect(await end(...all)).toBe(0);
		const kinds = (await Promise.all(all)).map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === 'givenUp').length).toBeGreaterThanOrEqual(70);
	});

	it('is not given up for time in which nothing was sent', async () => {
		const { clock, send, end } = setUp();
		for (let hour = 0; hour < 3; hour++) {
			await end(send([UNAVAILABLE], { once: true, ms: 50 }));
			clock.time += 3_600_000;
		}
		const sent = send([rateLimited(1_000), DONE]);
		await end(sent);
		expect(await sent).toBe(DONE);
	});

	it('that was given up is tried as before after a quiet minute', async () => {
		const test = setUp();
		await failFor(test, 200_000);
		test.clock.time += 60_000;
		const sent = Array.from({ length: 30 }, async (_, item) => {
			return await test.send([DONE], { item, ms: 50 });
		});
		await test.end(...sent);
		expect(await Promise.all(sent)).toEqual(Array(30).fill(DONE));
	});

	it('does not fail items because the computer slept', async () => {
		const { clock, send, end } = setUp();
		const first = send([NOT_SENT], { once: true });
		const waiting = [
			send([rateLimited(60_000), rateLimited(1_000), DONE]),
			send([rateLimited(), rateLimited(), DONE]),
		];
		await settled();
		clock.time += 5 * 60_000;
		await end(first, ...waiting);
		expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['done', 'done']);
	});

	it.each<Outcome>([
		{ kind: 'skipped', isCertain: true },
		{ kind: 'loginRefused', message: '' },
		{ kind: 'found', object: {} },
		{ ...NOT_SENT, isLogin: true } as Outcome,
	])('is not given up later because of $kind items', async (silent) => {
		const { clock, limiter, queue } = setUp();
		const refusals = { count: 0 };
		const all = Array.from({ length: 400 }, async (_, item) => {
			const send = async () => {
				if (item % 2 === 1) return silent;
				refusals.count += 1;
				return rateLimited(30_000);
			};
			return await limiter.run(send, queue, { item, retryIn: () => undefined });
		});
		await clock.runAll();
		await Promise.all(all);
		expect(refusals.count).toBeLessThanOrEqual(40);
	});

	it('is not given up because executions with slow requests are cancelled', async () => {
		const { clock, limiter, send, end } = setUp();
		const slow = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(async (number) => {
			await clock.wait(number * 30_000);
			const cancel = new AbortController();
			const queue = limiter.openQueue(50, cancel.signal);
			const cancelled = async () => {
				await clock.wait(60_000);
				cancel.abort();
				return LOST;
			};
			await limiter.run(cancelled, queue, { item: 0 });
		});
		const other = clock.wait(285_000).then(async () => await send([DONE]));
		await end(...slow, other);
		expect(await other).toBe(DONE);
	});

	it('in use keeps its limiter among many others', () => {
		const clock = new VirtualClock();
		const used = limiterFor('used', clock);
		for (let others = 0; others < 1_500; others++) {
			limiterFor(`other ${others}`, clock);
			if (others % 500 === 0) limiterFor('used', clock);
		}
		expect(limiterFor('used', clock)).toBe(used);
		expect(limiterFor('other 0', clock)).not.toBe(used);
	});
});

describe('the cost of choosing', () => {
	it('grows with executions, not with requests', async () => {
		/** How often the clock is read for each request. */
		const readsPerRequest = async (requests: number) => {
			const { clock, limiter, queue, end } = setUp();
			let reads = 0;
			const { now } = clock;
			clock.now = () => (reads++, now());
			const all = Array.from({ length: requests }, async (_, item) => {
				await limiter.run(async () => await clock.wait(1).then(() => DONE), queue, { item });
			});
			await end(...all);
			return reads / requests;
		};
		expect(await readsPerRequest(10_000)).toBeLessThan(1.1 * (await readsPerRequest(1_000)));
		expect(await readsPerRequest(1_000)).toBeLessThan(20);
	});
});
