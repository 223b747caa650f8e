import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import {
	Limiter,
	getLimiter,
	type LimitedRun,
} from '../../../nodes/WorkspaceTaskService/limits/limiter';
import { Patience } from '../../../nodes/WorkspaceTaskService/limits/patience';
import type { Outcome, Send } from '../../../nodes/WorkspaceTaskService/outcome';
import { makeRetrySteps } from '../../../nodes/WorkspaceTaskService/http/retry';
import { DONE, ERROR, lost, NOT_SENT, rateLimited, serverError } from '../../support/outcomes';
import { VirtualClock } from '../../support/virtualClock';

const UNAVAILABLE = serverError(503);
const LOST = lost();
const MINUTE = 60_000;
const LASTING = new AbortController().signal;
/** May be sent again, unlike a create. */
const TASKS: Call = { ...CALLS.createTask, effect: 'write' };
const BOARDS: Call = CALLS.listBoards;

interface Sending {
	signal?: AbortSignal;
	letNextPass?: () => void;
	call?: Call;
	maxRetries?: number;
}

/** @returns the outcome without the number of attempts */
async function run(
	send: Send,
	limitedRun: LimitedRun,
	{ signal = LASTING, call = TASKS, maxRetries = Infinity, letNextPass }: Sending = {},
): Promise<Outcome> {
	let last: Outcome | undefined;
	const { retryWithinLimits, sendAndLearn } = makeRetrySteps(
		{ limitedRun, signal, maxRetries, letNextPass },
		call,
	);
	const sendNow = sendAndLearn(async () => (last = await send()));
	const ended = await retryWithinLimits(sendNow)();
	return last?.kind === ended.kind ? last : { ...ended, attempts: undefined };
}

/** A first retry comes after 750 ms and this share of as much again. */
const random = jest.spyOn(Math, 'random');
beforeEach(() => random.mockReset().mockReturnValue(1));
afterAll(() => random.mockRestore());

const setUp = () => {
	const clock = new VirtualClock();
	// Without jitter.
	clock.random = () => 0;
	const limiter = new Limiter(clock);
	const cancel = new AbortController();
	const { signal } = cancel;
	const open = (concurrency = 50, execution?: string) => limiter.limitRun(concurrency, execution);
	const limitedRun = open();
	/** Responds with one outcome after the other, then repeats the last one. */
	const send = async (
		outcomes: Outcome[],
		{ to = limitedRun, once = false, ms = 0, call = TASKS } = {},
	) => {
		const left = [...outcomes];
		const next = async () => {
			if (ms > 0) await clock.wait(ms);
			return (left.length > 1 ? left.shift() : left[0]) ?? DONE;
		};
		return await run(next, to, { signal, call, maxRetries: once ? 0 : Infinity });
	};
	/** Runs until nothing waits. @returns the milliseconds since the start */
	const end = async (...all: Array<Promise<unknown>>) => {
		await clock.runAll();
		await Promise.all(all);
		return clock.ms;
	};
	/** When it ends, in milliseconds since the start. */
	const ended = async (one: Promise<unknown>) => await one.then(() => clock.ms);
	/** The items of one execution. `onSend` is called as each is sent. */
	const execute = (items: number, onSend: (item: number) => void, { to = open(), ms = 50 } = {}) =>
		Array.from({ length: items }, async (_, item) => {
			const send = async () => {
				onSend(item);
				await clock.wait(ms);
				return DONE;
			};
			await run(send, to);
		});
	/** How many of 60 requests of one execution are sent before the first response. */
	const sentAtOnce = async () => {
		let sent = 0;
		const all = execute(60, () => (sent += 1));
		await settled();
		const first = sent;
		await end(...all);
		return first;
	};
	/** Executions of one item that fail, one every five seconds. */
	const giveUp = async () => {
		for (; clock.ms < 6 * MINUTE; clock.ms += 5_000)
			await end(send([LOST], { to: open(), once: true }));
	};
	return { clock, cancel, open, limitedRun, send, execute, end, ended, sentAtOnce, giveUp };
};

const settled = async () => await new Promise(setImmediate);

describe('a rate limited request', () => {
	it.each([2_000, 300_000])('waits %i ms if the service asks so, and is sent again', async (ms) => {
		const { limitedRun, send, end } = setUp();
		const sent = send([rateLimited(ms), DONE]);
		expect(await end(sent)).toBe(ms);
		expect(await sent).toBe(DONE);
		expect(limitedRun.rateLimits).toBe(1);
	});

	it.each([300_001, Infinity])(
		'ends at once if the service asks for %d ms, and holds up no other one for long',
		async (askedMs) => {
			const { send, end, ended } = setUp();
			const refused = ended(send([rateLimited(askedMs), DONE]));
			const other = ended(send([DONE], { ms: 10 }));
			await end(refused, other);
			expect(await refused).toBe(0);
			expect(await other).toBe(10);
			expect(await end(send([DONE]))).toBeLessThanOrEqual(3_000);
		},
	);

	it('waits a second between its tries while others pass, and ends after eight times', async () => {
		const { clock, open, limitedRun, end } = setUp();
		const at: number[] = [];
		const send = async () => (at.push(clock.ms), rateLimited());
		const refused = run(send, limitedRun);
		const others = Array.from({ length: 300 }, async (_one, item) => {
			await clock.wait(item * 100);
			await run(async () => DONE, open());
		});
		await end(refused, ...others);
		expect((await refused).kind).toBe('rateLimited');
		expect(at).toHaveLength(8);
		expect(Number(at[7]) - Number(at[3])).toBeGreaterThanOrEqual(4_000);
	});

	it('is sent again after its pauses alone while nothing else passes', async () => {
		const { send, end } = setUp();
		const sent = send([...Array<Outcome>(5).fill(rateLimited()), DONE]);
		expect(await end(sent)).toBe(250);
	});

	it('waits for five minutes while nothing passes', async () => {
		const { send, end } = setUp();
		const refused = send([rateLimited()]);
		const endMs = await end(refused);
		expect(await refused).toEqual(rateLimited());
		expect(endMs).toBeGreaterThanOrEqual(5 * MINUTE);
		expect(endMs).toBeLessThanOrEqual(5 * MINUTE + 3_000);
	});

	it('waits for minutes, not longer, while half of the others pass', async () => {
		const { clock, open, send, end, ended } = setUp();
		const refused = ended(send([rateLimited()]));
		const others = Array.from({ length: 3_000 }, async (_, number) => {
			await clock.wait(number * 200);
			await send([number % 2 === 0 ? DONE : rateLimited()], { to: open(), once: true });
		});
		await end(refused, ...others);
		expect(await refused).toBeGreaterThan(4 * MINUTE);
		expect(await refused).toBeLessThan(8 * MINUTE);
	});

	it('pauses only itself while most of the others pass', async () => {
		const { send, end, ended, clock } = setUp();
		const alone = send([rateLimited(10_000), rateLimited(10_000), DONE]);
		const others = [50, 60, 70].map(async (ms) => await send([DONE], { ms }));
		await clock.runAll(clock.ms + 10_000);
		const other = ended(clock.wait(1).then(async () => await send([DONE])));
		expect(await end(alone, ...others, other)).toBe(20_000);
		expect(await other).toBe(10_001);
	});
});

describe('a pause', () => {
	it('lets nothing through to its endpoint, and everything to another one', async () => {
		const { limitedRun, open, send, end, ended } = setUp();
		const refused = send([rateLimited(60_000), DONE]);
		await settled();
		const sendTo = (call: Call) =>
			[limitedRun, open()].map(async (to) => await ended(send([DONE], { to, call, ms: 5 })));
		const [paused, passing] = [sendTo(TASKS), sendTo(BOARDS)];
		await end(refused, ...paused, ...passing);
		expect(Math.min(...(await Promise.all(paused)))).toBeGreaterThanOrEqual(60_000);
		expect(await Promise.all(passing)).toEqual([5, 5]);
	});

	it('for which the service names no time takes at most three seconds', async () => {
		const { clock, send, end } = setUp();
		clock.random = () => 0.999;
		const waits: number[] = [];
		for (let last = 0; waits.length < 20;) {
			const now = await end(send([rateLimited()], { once: true }));
			waits.push(now - last);
			last = now;
		}
		expect(Math.max(...waits)).toBeLessThanOrEqual(3_000);
		expect(waits[1]).toBeLessThanOrEqual(100);
		expect(waits[19]).toBeGreaterThanOrEqual(2_990);
	});

	it('does not affect another account', async () => {
		const clock = new VirtualClock();
		const once = { maxRetries: 0 };
		const paused = getLimiter('a', clock);
		await run(async () => rateLimited(60_000), paused.limitRun(1), once);
		expect(getLimiter('a')).toBe(paused);
		const other = getLimiter('b', clock);
		expect(await run(async () => DONE, other.limitRun(1), once)).toBe(DONE);
	});
});

describe('a cancel', () => {
	it('ends the waits of its execution alone', async () => {
		const { clock, cancel, open, send, end } = setUp();
		await send([rateLimited(2_000)], { once: true });
		await clock.runAll(clock.ms);
		const cancelled = [send([DONE]), send([DONE])].map(async (one) => await one.catch(String));
		const kept = run(async () => DONE, open());
		cancel.abort(new Error('cancelled'));
		expect(await Promise.all(cancelled)).toEqual(['Error: cancelled', 'Error: cancelled']);
		await expect(send([DONE])).rejects.toThrow('cancelled');
		expect(await end(kept)).toBe(2_000);
	});

	it.each<[string, Outcome[], number]>([
		['that waits for a pause', [rateLimited(60_000)], 0],
		['that waits for a retry', [ERROR], 0],
		['that was refused alone', [rateLimited(60_000)], 50],
		['in flight', [rateLimited(60_000)], 5_000],
	])('ends a request %s for good, and leaves no timer', async (_, outcomes, ms) => {
		const { clock, cancel, send } = setUp();
		const sent = send([...outcomes, DONE], { ms }).catch(String);
		await clock.runAll(clock.ms + 100);
		cancel.abort(new Error('cancelled'));
		await clock.runAll(clock.ms + ms);
		expect(await sent).toBe('Error: cancelled');
		expect(clock.open).toBe(0);
	});
});

describe('the limiter', () => {
	it('sends nothing before the failure of a request was seen', async () => {
		const { clock, open, end, cancel } = setUp();
		const limitedRun = open(1);
		const failing = run(async () => ERROR, limitedRun, { maxRetries: 0 }).then(async () => {
			// As many steps as an item passes on its way back.
			for (let step = 0; step < 50; step++) await Promise.resolve();
			cancel.abort();
		});
		const next = jest.fn(async () => DONE);
		const after = run(next, limitedRun, { signal: cancel.signal }).catch(() => {});
		await end(failing, after);
		expect(next).not.toHaveBeenCalled();
		expect(clock.open).toBe(0);
	});

	it('passes on a rejection and is not affected by it', async () => {
		const { clock, limitedRun, send, sentAtOnce } = setUp();
		const locked = new Error('The database is locked');
		const rejected = Array.from({ length: 8 }, async () => {
			await run(async () => await Promise.reject(locked), limitedRun);
		});
		for (const one of rejected) await expect(one).rejects.toBe(locked);
		await clock.runAll();
		expect(limitedRun.inFlight).toBe(0);
		expect(await send([DONE])).toBe(DONE);
		expect(await sentAtOnce()).toBe(8);
	});

	it('sends the items of an execution in order and alternates between executions', async () => {
		const { open, execute, end } = setUp();
		const sent: string[] = [];
		const run = (name: string) =>
			execute(3, (item) => sent.push(`${name}${item}`), { to: open(1) });
		await end(...run('a'), ...run('b'));
		expect(sent).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
	});

	it('gives a free place to the execution with the fewest requests in flight', async () => {
		const { execute, end } = setUp();
		const sent: string[] = [];
		const run = (name: string, ms: number) => execute(20, () => sent.push(name), { ms });
		await end(...run('slow', 1_000), ...run('quick', 10));
		expect(sent.slice(0, 8)).toEqual(Array(8).fill('slow'));
		expect(sent.slice(8, 20)).toEqual(Array(12).fill('quick'));
	});

	it('gives a free place to an item that is to be retried, before fresh ones', async () => {
		const { clock, limitedRun, end } = setUp();
		const sent: Array<{ item: number; at: number }> = [];
		const all = Array.from({ length: 60 }, async (_one, item) => {
			const send = async () => {
				sent.push({ item, at: clock.ms });
				const isFirst = item === 0 && clock.ms === 0;
				return await clock.wait(isFirst ? 10 : 1_000).then(() => (isFirst ? ERROR : DONE));
			};
			await run(send, limitedRun);
		});
		await end(...all);
		expect(sent.find(({ at }) => at >= 1_500)?.item).toBe(0);
	});

	it('keeps the place of a request for Concurrency while it waits for a retry', async () => {
		const { clock, open, end } = setUp();
		const limitedRun = open(1);
		const sent: string[] = [];
		// 1,500 ms each time.
		random.mockReturnValueOnce(1).mockReturnValueOnce(0);
		const all = [0, 1].map(async (item) => {
			const send = async () => {
				sent.push(`${item} after ${clock.ms}`);
				return item === 0 && sent.length < 3 ? ERROR : DONE;
			};
			await run(send, limitedRun);
		});
		await end(...all);
		expect(sent).toEqual(['0 after 0', '0 after 1500', '0 after 3000', '1 after 3000']);
	});

	it('gives the place of a request back that ends while it waits for a retry', async () => {
		const { clock, cancel, open, send, end } = setUp();
		const limitedRun = open(1);
		const halted = send([ERROR, DONE], { to: limitedRun }).catch(String);
		await clock.runAll(clock.ms);
		cancel.abort();
		const other = run(async () => DONE, limitedRun);
		await end(halted, other);
		expect(await other).toBe(DONE);
	});

	it('lets others use the place of a refused request', async () => {
		const { clock, open, send, end, ended } = setUp();
		const limitedRun = open(1);
		const refused = ended(send([rateLimited(1_000), DONE], { to: limitedRun, ms: 10 }));
		await clock.runAll(clock.ms + 100);
		const other = ended(send([DONE], { to: limitedRun, ms: 10 }));
		await end(refused, other);
		expect([await refused, await other].sort()).toEqual([1_020, 1_030]);
	});

	it('sends retries that became ready in a pause in the order in which they became ready', async () => {
		const { limitedRun, end } = setUp();
		const sent: number[] = [];
		const all = [1, 0.5, 0].map(async (share, item) => {
			random.mockReturnValueOnce(share);
			const send = async () => {
				sent.push(item);
				return sent.filter((one) => one === item).length === 1 ? ERROR : DONE;
			};
			await run(send, limitedRun);
		});
		await settled();
		const refused = run(async () => (sent.length > 3 ? DONE : rateLimited(5_000)), limitedRun);
		await end(...all, refused);
		expect(sent).toEqual([0, 1, 2, 2, 1, 0]);
	});

	it.each([
		[7, false],
		[8, true],
	])('lets the next item pass one that is refused %i times: %s', async (times, mayPass) => {
		const { open, end } = setUp();
		const letNextPass = jest.fn();
		const left = Array<Outcome>(times).fill(rateLimited(1));
		await end(run(async () => left.pop() ?? DONE, open(1), { letNextPass }));
		expect(letNextPass.mock.calls.length > 0).toBe(mayPass);
	});
});

describe('the number of requests in flight', () => {
	it('starts at eight and grows with each response, up to fifty', async () => {
		const { sentAtOnce } = setUp();
		expect(await sentAtOnce()).toBe(8);
		expect(await sentAtOnce()).toBeGreaterThan(40);
		expect(await sentAtOnce()).toBe(50);
	});

	it.each<[string, Outcome[], number]>([
		['halved by a rate limit', [rateLimited()], 4],
		['halved once by several of one round trip', [rateLimited(), rateLimited(), rateLimited()], 4],
		['halved by two 503s of one round trip', [UNAVAILABLE, UNAVAILABLE], 4],
		['not halved by one 503', [UNAVAILABLE], 8],
		['not halved by other failures', [LOST, ERROR, ERROR, NOT_SENT], 8],
	])('is %s', async (_, outcomes, expected) => {
		const { clock, send, sentAtOnce } = setUp();
		const failed = outcomes.map(async (one) => await send([one], { once: true, ms: 10 }));
		await clock.runAll();
		await Promise.all(failed);
		clock.ms += 1_000;
		expect(await sentAtOnce()).toBe(expected);
	});

	it('grows by one per round trip after a cut', async () => {
		const { clock, send, end, sentAtOnce } = setUp();
		await end(send([rateLimited()], { once: true }));
		clock.ms += 1_000;
		expect(await sentAtOnce()).toBe(4);
		expect(await sentAtOnce()).toBeLessThanOrEqual(12);
	});

	it('does not grow while fewer than half are used', async () => {
		const { clock, send, sentAtOnce } = setUp();
		for (let item = 0; item < 30; item++) {
			const sent = send([DONE], { ms: 50 });
			await clock.runAll();
			await sent;
		}
		expect(await sentAtOnce()).toBe(8);
	});

	it.each([
		['429', rateLimited(), 110],
		['503', UNAVAILABLE, 130],
	])(
		'respects a service that refuses with %s more than five at a time',
		async (_, refusal, most) => {
			const { clock, open, end } = setUp();
			let [inFlight, refusals] = [0, 0];
			const send = async () => {
				if (inFlight >= 5) {
					refusals += 1;
					return await clock.wait(3).then(() => refusal);
				}
				inFlight += 1;
				await clock.wait(50);
				inFlight -= 1;
				return DONE;
			};
			const create = { call: CALLS.createTask, maxRetries: 4 };
			await end(...Array.from({ length: 300 }, async () => await run(send, open(), create)));
			expect(refusals).toBeLessThanOrEqual(most);
		},
	);
});

describe('an endpoint', () => {
	it('is not given up for time in which nothing was sent', async () => {
		const { clock, send, end } = setUp();
		for (let hour = 0; hour < 3; hour++) {
			await end(send([UNAVAILABLE], { once: true, ms: 50 }));
			clock.ms += 60 * MINUTE;
		}
		const sent = send([ERROR, DONE]);
		await end(sent);
		expect(await sent).toBe(DONE);
	});

	it('that is given up takes a request from each execution, and works after a success', async () => {
		const { giveUp, open, send, end } = setUp();
		await giveUp();
		const last = lost('the last one');
		const sent = [last, DONE].flatMap((outcome) => {
			const to = open();
			return [0, 1].map(async () => await send([outcome], { to, ms: 50, once: true }));
		});
		await end(...sent);
		expect(await Promise.all(sent)).toEqual([last, { kind: 'givenUp', last }, DONE, DONE]);
	});

	it('that is given up ends a wait before a retry within a second', async () => {
		const { clock, giveUp, limitedRun, end } = setUp();
		await giveUp();
		const { ms: givenUpMs } = clock;
		const line = limitedRun.getLine(TASKS);
		const { endpoint } = line;
		const patience = new Patience(endpoint, clock);
		const entry = { signal: LASTING, patience, waitMs: MINUTE, isAfterFailure: true };
		const waiting = line.enter(entry);
		endpoint.learn(LOST, {
			run: limitedRun,
			sentAt: clock.ms,
			isLimitedWhileMostPass: false,
			rateLimits: 0,
		});
		expect(await end(waiting)).toBeLessThanOrEqual(givenUpMs + 1_000);
		expect(await waiting).toEqual({ kind: 'givenUp', last: LOST });
	});

	it('does not fail items because the computer slept for an hour', async () => {
		const { clock, send, end } = setUp();
		const first = send([NOT_SENT], { once: true });
		const waiting = [
			send([rateLimited(60_000), rateLimited(1_000), DONE]),
			send([rateLimited(), rateLimited(), DONE]),
			send([ERROR, ERROR, DONE]),
		];
		await settled();
		clock.ms += 60 * MINUTE;
		await end(first, ...waiting);
		expect(await Promise.all(waiting)).toEqual([DONE, DONE, DONE]);
	});
});

describe('an outage', () => {
	it.each<[string, Outcome, number, number]>([
		['502s holds back what was not sent', serverError(502), 1, 12],
		['lost connections holds back what was not sent', lost(), 1, 12],
		['requests that reached nothing holds back what was not sent', NOT_SENT, 1, 12],
		['500s, which an item may cause, holds back nothing', ERROR, 100, 100],
	])('of %s', async (_, outcome, least, most) => {
		const { clock, limitedRun, end } = setUp();
		let sentAtFirst = 0;
		const all = Array.from({ length: 100 }, async () => {
			const send = async () => {
				if (clock.ms < 1_000) sentAtFirst += 1;
				return await clock.wait(20).then(() => (clock.ms < 2_000 ? outcome : DONE));
			};
			await run(send, limitedRun, { maxRetries: 0 });
		});
		// Of two seconds, which nothing prolongs much.
		expect(await end(...all)).toBeLessThan(10_000);
		expect(sentAtFirst).toBeGreaterThanOrEqual(least);
		expect(sentAtFirst).toBeLessThanOrEqual(most);
	});

	it('of an execution holds back no other execution', async () => {
		const { clock, open, send, end, ended } = setUp();
		const failing = Array.from({ length: 20 }, async () => {
			await send([LOST], { once: true, ms: 10 });
		});
		await clock.runAll(clock.ms + 100);
		const startMs = clock.ms;
		const other = ended(send([DONE], { to: open(), ms: 10 }));
		await end(...failing, other);
		expect(await other).toBe(startMs + 10);
	});

	it('of an execution that sends item by item, as in a loop, holds back its next runs', async () => {
		const { clock, open, end } = setUp();
		let unclear = 0;
		const loop = async () => {
			for (let item = 0; item < 200; item++) {
				const send = async () =>
					await clock.wait(20).then(() => {
						if (clock.ms >= 2_000) return DONE;
						unclear += 1;
						return serverError(502);
					});
				await run(send, open(1, 'execution 7'), { maxRetries: 0 });
			}
		};
		// Two seconds, which nothing prolongs much.
		expect(await end(loop())).toBeLessThan(15_000);
		expect(unclear).toBeLessThanOrEqual(8);
	});

	it('of an execution is not forgotten for those that only met a rate limit', async () => {
		const { open, limitedRun } = setUp();
		const { endpoint } = limitedRun.getLine(TASKS);
		const failWith = (outcome: Outcome, run: LimitedRun) =>
			endpoint.learn(outcome, { run, sentAt: 0, rateLimits: 0, isLimitedWhileMostPass: true });
		for (let failure = 0; failure < 3; failure++) failWith(LOST, limitedRun);
		for (let other = 0; other < 1_000; other++) failWith(rateLimited(), open());
		expect(endpoint.breaker.isOneAtATime(limitedRun)).toBe(true);
	});

	it('ends with a success of any execution', async () => {
		const { clock, open, send, end, ended } = setUp();
		const failing = [0, 1, 2].map(async () => await send([LOST], { once: true, ms: 10 }));
		await clock.runAll(clock.ms + 20);
		const waiting = ended(send([DONE], { ms: 10 }));
		const startMs = clock.ms;
		await end(...failing, send([DONE], { to: open(), ms: 10 }), waiting);
		expect(await waiting).toBe(startMs + 20);
	});
});
