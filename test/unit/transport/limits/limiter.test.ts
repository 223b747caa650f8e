/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { deadlineCause } from '../../../../nodes/WorkspaceTaskService/transport/errors/network';
import { systemClock } from '../../../../nodes/WorkspaceTaskService/time';
import { RunShare } from '../../../../nodes/WorkspaceTaskService/transport/limits/queuedRequest';
import {
	Limiter,
	limiterFor,
} from '../../../../nodes/WorkspaceTaskService/transport/limits/limiter';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import { DONE, rateLimited, UNAVAILABLE, VirtualClock } from '../../../support/limiterSimulation';

const setUp = () => {
	const clock = new VirtualClock();
	const start = clock.time;
	const limiter = new Limiter(clock);
	const halt = new AbortController();
	const share = new RunShare(50);
	/** Responds with one outcome after the other, then repeats the last one. */
	const send = async (outcomes: Outcome[], turn: object = {}) => {
		const left = [...outcomes];
		const next = async () => (left.length > 1 ? left.shift() : left[0]) ?? DONE;
		return await limiter.run(next, { signal: halt.signal, share, ...turn });
	};
	/** The number in flight when each of `count` requests is sent. */
	const inFlight = async (count: number) => {
		let open = 0;
		const seen: number[] = [];
		const one = async () => {
			seen.push(++open);
			await clock.wait(50);
			open -= 1;
			return DONE;
		};
		const { signal } = halt;
		const turns = Array.from({ length: count }, async () => {
			await limiter.run(one, { signal, share });
		});
		await clock.runAll();
		await Promise.all(turns);
		return seen;
	};
	return { clock, start, limiter, halt, share, send, inFlight };
};

describe('a refused item', () => {
	it('waits as long as the service asks and is retried', async () => {
		const { clock, start, share, send } = setUp();
		const sent = send([rateLimited(2_000), DONE]);
		await clock.runAll();
		expect(await sent).toBe(DONE);
		expect(clock.time - start).toBe(2_000);
		expect(share.waitedMs).toBe(2_000);
	});

	it('frees its slot only once', async () => {
		const { clock, send } = setUp();
		const onWait = jest.fn();
		const sent = send([rateLimited(10), rateLimited(10), DONE], { onWait });
		await clock.runAll();
		await sent;
		expect(onWait).toHaveBeenCalledTimes(1);
	});

	it('is not retried with Max Retries 0', async () => {
		const { clock, send } = setUp();
		expect(await send([rateLimited(10)], { sendsOnce: true })).toEqual(rateLimited(10));
		expect(clock.open).toBe(0);
	});

	it('fails immediately if the service asks for more than five minutes', async () => {
		const { send } = setUp();
		expect(await send([rateLimited(300_001)])).toEqual(rateLimited(300_001));
		expect(await send([DONE])).toBe(DONE);
	});
});

describe('a pause', () => {
	/** The milliseconds until both are done. */
	const resumedAfter = async (first: number, second: number) => {
		const { clock, start, send } = setUp();
		const refused = [first, second].map(async (ms) => await send([rateLimited(ms), DONE]));
		await clock.runAll();
		await Promise.all(refused);
		return clock.time - start;
	};

	it('is extended by a longer Retry-After and not shortened by a shorter one', async () => {
		expect(await resumedAfter(400, 800)).toBe(800);
		expect(await resumedAfter(800, 400)).toBe(800);
	});

	it('applies to all items of the account in any order', async () => {
		const { clock, start, send } = setUp();
		const sent: Array<[string, number]> = [];
		const note = (name: string) => (outcome: Outcome) => {
			sent.push([name, clock.time - start]);
			return outcome;
		};
		const all = [
			send([rateLimited(800), DONE]).then(note('refused for longer')),
			send([rateLimited(400), DONE]).then(note('refused')),
		];
		await new Promise(setImmediate);
		all.push(send([DONE]).then(note('new')));
		await clock.runAll();
		await Promise.all(all);
		expect(sent.map(([, ms]) => ms)).toEqual([800, 800, 800]);
	});

	it('is not ended by the success of an earlier request', async () => {
		const { clock, start, limiter, halt, share, send } = setUp();
		const late = limiter.run(
			async () => {
				await clock.wait(50);
				return DONE;
			},
			{ signal: halt.signal, share },
		);
		await new Promise(setImmediate);
		clock.time += 10;
		await send([rateLimited(10_000)], { sendsOnce: true });
		const next = send([DONE]);
		await clock.runAll();
		await Promise.all([late, next]);
		expect(clock.time - start).toBe(1_010);
	});

	it('does not affect another account', async () => {
		const clock = new VirtualClock();
		const { signal } = new AbortController();
		const share = new RunShare(1);
		const paused = limiterFor('a', clock);
		const sent = paused.run(async () => rateLimited(60_000), { signal, share, sendsOnce: true });
		expect((await sent).kind).toBe('rateLimited');
		expect(limiterFor('a')).toBe(paused);
		const other = { signal, share: new RunShare(1) };
		expect(await limiterFor('b', clock).run(async () => DONE, other)).toBe(DONE);
		expect(clock.open).toBe(0);
	});

	it('is ended after a second by the success of a run that was not refused', async () => {
		const { clock, start, send } = setUp();
		await send([rateLimited(60_000)], { sendsOnce: true });
		const share = new RunShare(1);
		const sent = [send([DONE], { share }), send([DONE])];
		await clock.runAll();
		await Promise.all(sent);
		expect(clock.time - start).toBe(1_000);
	});

	it('is not extended by a slow probe', async () => {
		const { clock, start, limiter, halt, share, send } = setUp();
		await send([rateLimited(10_000)], { sendsOnce: true });
		const slow = async () => {
			await clock.wait(120_000);
			return DONE;
		};
		const turn = { signal: halt.signal, share };
		const slowly = limiter.run(slow, turn);
		let sentAt = 0;
		const quickly = limiter.run(async () => {
			sentAt = clock.time - start;
			return DONE;
		}, turn);
		await clock.runAll();
		await Promise.all([slowly, quickly]);
		expect(sentAt).toBeLessThanOrEqual(2_000);
	});

	it('ends for a cancelled run only and leaves no timer', async () => {
		const { clock, start, halt, send } = setUp();
		await send([rateLimited(2_000)], { sendsOnce: true });
		const other = new AbortController();
		const cancelled = [send([DONE]), send([DONE])].map(async (one) => await one.catch(String));
		const kept = send([DONE], { signal: other.signal });
		halt.abort(new Error('cancelled'));
		expect(await Promise.all(cancelled)).toEqual(['Error: cancelled', 'Error: cancelled']);
		await expect(send([DONE])).rejects.toThrow('cancelled');
		await clock.runAll();
		expect(await kept).toBe(DONE);
		expect(clock.time - start).toBeLessThanOrEqual(2_000);
		expect(clock.open).toBe(0);
	});

	it('leaves no timer once no item waits', async () => {
		const { clock, halt, send } = setUp();
		await send([rateLimited(2_000)], { sendsOnce: true });
		const cancelled = send([DONE]).catch(String);
		expect(clock.open).toBe(1);
		halt.abort(new Error('cancelled'));
		await cancelled;
		expect(clock.open).toBe(0);
	});
});

it('the limiter sends nothing if the run is cancelled when its turn comes', async () => {
	const { limiter, halt, share } = setUp();
	const send = jest.fn(async () => DONE);
	const turn = limiter.run(send, { signal: halt.signal, share });
	halt.abort(new Error('cancelled'));
	await expect(turn).rejects.toThrow('cancelled');
	expect(send).not.toHaveBeenCalled();
	expect(share.inFlight).toBe(0);
});

it('the limiter passes on a rejection and is not affected by it', async () => {
	const { clock, limiter, halt, share, send, inFlight } = setUp();
	const locked = new Error('The database is locked');
	const turn = { signal: halt.signal, share };
	const rejected = Array.from({ length: 8 }, async () => {
		await limiter.run(async () => await Promise.reject(locked), turn);
	});
	for (const one of rejected) await expect(one).rejects.toBe(locked);
	expect(share.inFlight).toBe(0);
	expect(limiter.isPatient).toBe(true);
	expect(await send([DONE])).toBe(DONE);
	expect(Math.max(...(await inFlight(8)))).toBe(8);
	expect(clock.open).toBe(0);
});

it('the limiter sends the items of a run in order and alternates between runs', async () => {
	const { clock, limiter, halt } = setUp();
	const { signal } = halt;
	const sent: string[] = [];
	const run = (name: string) => {
		const share = new RunShare(1);
		return [0, 1, 2].map(async (item) => {
			const send = async () => {
				sent.push(`${name}${item}`);
				await clock.wait(50);
				return DONE;
			};
			return await limiter.run(send, { signal, share });
		});
	};
	const all = [...run('a'), ...run('b')];
	await clock.runAll();
	await Promise.all(all);
	expect(sent).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
});

describe('the number of requests in flight', () => {
	it('starts at eight and grows by one for each response', async () => {
		const { inFlight } = setUp();
		expect(Math.max(...(await inFlight(24)))).toBe(16);
	});

	it.each<[string, Outcome[], number]>([
		['a refusal', [rateLimited()], 4],
		['a timeout', [{ kind: 'noResponse', cause: deadlineCause(1) }], 4],
		['two 503s in a round trip', [UNAVAILABLE, UNAVAILABLE], 4],
		['one 503', [UNAVAILABLE], 8],
	])('is cut at most once by %s', async (_, outcomes, expected) => {
		const { clock, send, inFlight } = setUp();
		const all = outcomes.map(async (outcome) => await send([outcome], { sendsOnce: true }));
		await clock.runAll();
		await Promise.all(all);
		const sizes = await inFlight(expected + 1);
		expect(Math.max(...sizes.slice(0, expected + 1))).toBeLessThanOrEqual(expected + 1);
		expect(sizes[expected - 1]).toBeGreaterThanOrEqual(Math.min(expected, 4) - 1);
	});
});

describe('the clock', () => {
	it('does not depend on the system time', () => {
		const before = systemClock.now();
		const date = jest.spyOn(Date, 'now').mockReturnValue(0);
		expect(systemClock.now()).toBeGreaterThanOrEqual(before);
		date.mockRestore();
	});

	it('may jump while the computer sleeps without failing items', async () => {
		const { clock, limiter, send } = setUp();
		await send([{ kind: 'notSent', cause: deadlineCause(1) }]);
		const waiting = [
			send([rateLimited(60_000), rateLimited(1_000), DONE]),
			send([rateLimited(), rateLimited(), DONE]),
		];
		await new Promise(setImmediate);
		clock.time += 5 * 60_000;
		expect(limiter.isPatient).toBe(true);
		await clock.runAll();
		expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['done', 'done']);
	});
});

describe('the patience for an account', () => {
	const lost: Outcome = { kind: 'notSent', cause: deadlineCause(1) };

	it('ends after three minutes of failures and is restored by a success', async () => {
		const { clock, limiter, send } = setUp();
		for (let minutes = 0; minutes < 3; minutes++) {
			expect(limiter.isPatient).toBe(true);
			await send([lost]);
			clock.time += 60_000;
		}
		await send([lost]);
		expect(limiter.isPatient).toBe(false);
		await send([DONE]);
		expect(limiter.isPatient).toBe(true);
	});

	it('does not run out while nothing is sent', async () => {
		const { clock, limiter, send } = setUp();
		await send([lost]);
		clock.time += 24 * 3_600_000;
		await send([lost]);
		expect(limiter.isPatient).toBe(true);
	});
});

it('an account in use keeps its limiter among many others', async () => {
	const clock = new VirtualClock();
	const used = limiterFor('used', clock);
	for (let others = 0; others < 1_500; others++) {
		limiterFor(`other ${others}`, clock);
		if (others % 500 === 0) limiterFor('used', clock);
	}
	expect(limiterFor('used', clock)).toBe(used);
	expect(limiterFor('other 0', clock)).not.toBe(used);
});
