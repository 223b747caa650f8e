import { deadlineCause } from '../../../../nodes/WorkspaceTaskService/transport/errors/network';
import type { Account } from '../../../../nodes/WorkspaceTaskService/transport/login/account';
import { limiterOf } from '../../../../nodes/WorkspaceTaskService/transport/limits/accountLimiter';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import { DONE, newAccount, rateLimited, VirtualClock } from '../../../support/limiter-simulation';

const setUp = () => {
	const clock = new VirtualClock();
	const halt = new AbortController();
	const since = clock.time;
	const turn = async (account: Account, outcome: Outcome = DONE) => {
		const terms = { signal: halt.signal, since };
		return await limiterOf(account, clock).run(async () => outcome, terms.signal, terms.since);
	};
	/** How many are in flight as each of so many requests is sent. */
	const inFlight = async (account: Account, count: number) => {
		let open = 0;
		const seen: number[] = [];
		const { signal } = new AbortController();
		const send = async () => {
			seen.push(++open);
			await clock.wait(50, signal);
			open -= 1;
			return DONE;
		};
		const terms = { signal, since: clock.time };
		const turns = Array.from({ length: count }, async () => {
			await limiterOf(account, clock).run(send, terms.signal, terms.since);
		});
		await clock.runAll();
		await Promise.all(turns);
		return seen;
	};
	return { clock, halt, turn, inFlight, account: newAccount() };
};

describe('an account that was asked for a pause', () => {
	it('waits until then, and others do not', async () => {
		const { clock, account, turn } = setUp();
		const start = clock.time;
		await turn(account, rateLimited(start + 2_000));
		await turn(newAccount('2', account.baseUrl));
		await turn(newAccount());
		expect(clock.time).toBe(start);
		const next = turn(account);
		await clock.runAll();
		expect(await next).toBe(DONE);
		expect(clock.time - start).toBeGreaterThanOrEqual(2_000);
		expect(clock.time - start).toBeLessThan(2_100);
		expect(limiterOf(account).waitedMs).toBe(clock.time - start);
		expect(limiterOf(newAccount()).waitedMs).toBe(0);
	});

	it('waits longer if it is asked for more meanwhile', async () => {
		const { clock, account, turn } = setUp();
		const start = clock.time;
		const answers = [rateLimited(start + 2_000), rateLimited(start + 5_000)];
		await Promise.all(answers.map(async (answer) => await turn(account, answer)));
		const next = turn(account);
		await clock.runAll();
		await next;
		expect(clock.time - start).toBeGreaterThanOrEqual(5_000);
	});

	it('continues with one request, and with more as they succeed', async () => {
		const { clock, account, turn, inFlight } = setUp();
		await turn(account, rateLimited(clock.time + 1_000));
		expect(await inFlight(account, 7)).toEqual([1, 1, 2, 2, 3, 3, 4]);
	});

	it('does not wait for more than five minutes, and says until when', async () => {
		const { clock, account, turn } = setUp();
		const until = clock.time + 301_000;
		await turn(account, rateLimited(until));
		const outcome = await turn(account);
		expect(outcome).toEqual({ kind: 'paused', until: until + 15 });
	});

	it('is free after an hour, whatever it was asked for', async () => {
		const { clock, account, turn } = setUp();
		await turn(account, rateLimited(clock.time + 365 * 24 * 3_600_000));
		clock.time += 3_600_100;
		const terms = { signal: new AbortController().signal, since: clock.time };
		expect(await limiterOf(account, clock).run(async () => DONE, terms.signal, terms.since)).toBe(
			DONE,
		);
	});

	it('waits no longer once it is cancelled, and leaves no timer', async () => {
		const { clock, account, halt, turn } = setUp();
		const start = clock.time;
		await turn(account, rateLimited(start + 2_000));
		const both = [turn(account), turn(account)].map(async (one) => await one.catch(String));
		halt.abort(new Error('cancelled'));
		expect(await Promise.all(both)).toEqual(['Error: cancelled', 'Error: cancelled']);
		await expect(turn(newAccount())).rejects.toThrow('cancelled');
		await clock.runAll();
		expect(clock.time).toBe(start);
	});
});

describe('an overloaded service', () => {
	it('gets fewer requests at once after a 503 or a time-out', async () => {
		const response = { status: 503, headers: {}, text: '', at: 0 };
		const outcomes: Outcome[] = [
			{ kind: 'serverError', response },
			{ kind: 'noResponse', cause: deadlineCause(1) },
		];
		for (const outcome of outcomes) {
			const { account, turn, inFlight } = setUp();
			await turn(account, outcome);
			expect(Math.max(...(await inFlight(account, 5)))).toBe(3);
		}
	});
});

describe('an account that gets no answer', () => {
	const lost: Outcome = { kind: 'notSent', cause: deadlineCause(1) };

	it('is given up after five minutes, and not if an answer came since', async () => {
		const { clock, account, turn } = setUp();
		await turn(account, lost);
		clock.time += 290_000;
		await turn(account);
		await turn(account, lost);
		clock.time += 290_000;
		expect(await turn(account, lost)).toBe(lost);
		clock.time += 20_000;
		expect(await turn(account)).toEqual({ kind: 'givenUp' });
	});

	it('is not given up because nothing was sent for long', async () => {
		const { clock, account, turn } = setUp();
		await turn(account);
		clock.time += 600_000;
		expect(await turn(account)).toBe(DONE);
	});
});

it('sends soon when the clock is set back during a pause', async () => {
	const { clock, account, turn } = setUp();
	await turn(account, rateLimited(clock.time + 1_000));
	clock.time -= 3_600_000;
	const next = turn(account);
	await clock.runAll();
	expect(await next).toBe(DONE);
});

it('sends nothing if the run ends as its turn comes', async () => {
	const { clock, account, halt } = setUp();
	const send = jest.fn(async () => DONE);
	const turn = limiterOf(account, clock).run(send, halt.signal, clock.time);
	halt.abort(new Error('cancelled'));
	await expect(turn).rejects.toThrow('cancelled');
	expect(send).not.toHaveBeenCalled();
});

it('an account in use keeps its pause when there are many others', async () => {
	const { clock, account, turn } = setUp();
	await turn(account, rateLimited(clock.time + 301_000));
	for (let others = 0; others < 1_500; others++) {
		await turn(newAccount());
		if (others % 500 === 0) await turn(account);
	}
	expect((await turn(account)).kind).toBe('paused');
});
