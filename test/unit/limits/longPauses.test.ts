import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { readRateLimit } from '../../../nodes/WorkspaceTaskService/reading/rateLimit';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import { getAskedMs, type Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { makeRetrySteps } from '../../../nodes/WorkspaceTaskService/http/retry';
import { VirtualClock } from '../../support/virtualClock';

/* Services that ask for more than five minutes, and slow executions, in virtual time. */

const S = 1_000;

interface Plan {
	items?: number;
	call?: (typeof CALLS)[keyof typeof CALLS];
	/** Executions, one after the other. */
	times: number;
	everyMs: number;
	startMs?: number;
	send?: () => Promise<Outcome>;
}

/** A header of a refusal. */
type Header = (now: number) => string;
const inSeconds =
	(seconds: number): Header =>
	() =>
		`${seconds}`;
const asDate =
	(seconds: number): Header =>
	(now) =>
		new Date(now + seconds * S).toUTCString();

/** An account at a service that counts refusals: each one starts the time again. */
class Account {
	readonly refusedAt: number[] = [];
	readonly ended: Outcome[] = [];
	readonly waitsMs: number[] = [];
	private readonly limiter: Limiter;
	/** The first request is refused. */
	private freeAt = Infinity;

	constructor(
		readonly clock: VirtualClock,
		private readonly retryAfter: Header = inSeconds(3_600),
		private readonly status = 429,
	) {
		this.limiter = new Limiter(clock);
	}

	respond(status: number, headers = {}): Outcome {
		const response = { status, headers, text: '', receivedDate: new Date() };
		if (status < 300) return { kind: 'done', response, body: {} };
		return {
			kind: 'rateLimited',
			response,
			askedMs: readRateLimit(response)?.askedMs,
		};
	}

	/** The service refuses, at first and within the time that it named. */
	refuseOrDo = async (): Promise<Outcome> => {
		const { clock } = this;
		await clock.wait(3);
		const at = Date.now();
		if (clock.ms >= this.freeAt) return this.respond(201);
		const header = this.retryAfter(at);
		const outcome = this.respond(this.status, { 'retry-after': header });
		this.freeAt = clock.ms + getAskedMs(outcome);
		this.refusedAt.push(clock.ms);
		return outcome;
	};

	count(kind: Outcome['kind']): number {
		return this.ended.filter((outcome) => outcome.kind === kind).length;
	}

	private async execute({ items = 1, call = CALLS.createTask, send }: Plan): Promise<void> {
		const { clock, limiter, refuseOrDo } = this;
		const queue = limiter.openQueue(50);
		const { signal } = new AbortController();
		const all = Array.from({ length: items }, async () => {
			const beganMs = clock.ms;
			const options = { queue, signal, maxRetries: 4 };
			const { retry, sendAndLearn } = makeRetrySteps(options, call);
			this.ended.push(await retry(sendAndLearn(send ?? refuseOrDo))());
			this.waitsMs.push(clock.ms - beganMs);
		});
		await Promise.all(all);
	}

	async run(...plans: Plan[]): Promise<this> {
		const starts = plans.flatMap((plan) =>
			Array.from({ length: plan.times }, async (_, number) => {
				await this.clock.wait((plan.startMs ?? 0) + number * plan.everyMs);
				await this.execute(plan);
			}),
		);
		await this.clock.runAll();
		await Promise.all(starts);
		return this;
	}
}

let clock: VirtualClock;
let restore: () => void;
beforeEach(() => {
	clock = new VirtualClock();
	restore = clock.install();
});
afterEach(() => restore());

const FOUR_HOURS = { times: 1_440, everyMs: 10 * S };
const EACH_MINUTE = { times: 20, everyMs: 60 * S };

describe('a service that asks for five minutes at most', () => {
	it.each([60, 299, 300])('(%i s) refuses once, and nothing is lost', async (seconds) => {
		const account = await new Account(clock, inSeconds(seconds)).run(FOUR_HOURS);
		expect([account.refusedAt.length, account.count('done')]).toEqual([1, 1_440]);
	});
});

describe('a service that asks for more than five minutes', () => {
	it.each<[string, Plan, Header, number]>([
		['301 s', FOUR_HOURS, inSeconds(301), 429],
		['an hour', FOUR_HOURS, inSeconds(3_600), 429],
		['a day', FOUR_HOURS, inSeconds(86_400), 429],
		['an hour, as a date', FOUR_HOURS, asDate(3_600), 429],
		['an hour, with 503', FOUR_HOURS, inSeconds(3_600), 503],
		['an hour, a create each 70 s', { times: 205, everyMs: 70 * S }, inSeconds(3_600), 429],
		['an hour, a create each 300 s', { times: 48, everyMs: 300 * S }, inSeconds(3_600), 429],
		['an hour, 200 items a minute', { ...EACH_MINUTE, items: 200 }, inSeconds(3_600), 429],
	])('(%s) asks each execution once', async (_, plan, header, status) => {
		const account = await new Account(clock, header, status).run(plan);
		expect(account.refusedAt.length).toBeGreaterThan(1);
		const later = account.refusedAt.filter((at) => at > 11 * S).length;
		expect(later).toBeLessThanOrEqual(plan.times);
		expect(account.count('done')).toBe(0);
		expect(Math.max(...account.waitsMs)).toBeLessThanOrEqual(5 * S);
	});

	it('lets those wait that begin together when it works again', async () => {
		const account = new Account(clock, inSeconds(301));
		await account.run({ times: 2, everyMs: 10 * S });
		const together = Array.from({ length: 20 }, () => ({ times: 1, everyMs: 0, startMs: 302 * S }));
		await account.run(...together);
		expect(account.count('done')).toBe(20);
	});

	it('ends what an execution has waiting, with the time that the service named', async () => {
		const account = new Account(clock);
		await account.run(
			{ times: 2, everyMs: 10 * S },
			{ times: 1, everyMs: 0, startMs: 20 * S, items: 5 },
		);
		const [first, ...others] = account.ended.slice(2);
		expect(first?.kind).toBe('rateLimited');
		expect(others).toHaveLength(4);
		for (const outcome of others)
			expect(outcome).toMatchObject({ kind: 'givenUp', last: { askedMs: 3_600 * S }, attempts: 0 });
		expect(account.waitsMs[3]).toBe(account.waitsMs[2]);
	});

	it('costs another endpoint of the account nothing that works', async () => {
		const account = new Account(clock);
		const works = async () => await clock.wait(50).then(() => account.respond(200));
		const boards = { ...FOUR_HOURS, call: CALLS.listBoards, send: works };
		await account.run(boards, { ...FOUR_HOURS, startMs: S });
		expect(account.count('done')).toBe(1_440);
	});

	it('for one item of 200 does not stop the others', async () => {
		const account = new Account(clock);
		let isFirst = true;
		const oneOdd = async () => {
			const status = isFirst ? 429 : 201;
			isFirst = false;
			await clock.wait(50);
			return account.respond(status, { 'retry-after': '86400' });
		};
		await account.run({ times: 1, everyMs: 0, items: 200, send: oneOdd });
		expect([account.count('done'), account.count('rateLimited')]).toEqual([199, 1]);
	});
});

describe('one odd request that is to wait for long', () => {
	/** What the service says to the odd requests, and how long the others wait. */
	async function runBeside(odd: Plan, healthy: Plan, header: Header, status = 429) {
		const account = new Account(clock, header, status);
		const refuse = async () => {
			await clock.wait(3);
			return account.respond(status, { 'retry-after': header(Date.now()) });
		};
		const create = async () => await clock.wait(50).then(() => account.respond(201));
		await account.run({ ...odd, send: refuse }, { ...healthy, send: create });
		return account;
	}
	const twoOdd = { times: 2, everyMs: 4 * S };
	const fifteen = { times: 15, everyMs: 20 * S, startMs: 8 * S };

	it.each<[string, Header, number, Plan, Plan]>([
		['290 s', inSeconds(290), 429, twoOdd, fifteen],
		['301 s', inSeconds(301), 429, twoOdd, fifteen],
		['an hour', inSeconds(3_600), 429, twoOdd, fifteen],
		['an hour, as a date', asDate(3_600), 429, twoOdd, fifteen],
		['an hour, with 503', inSeconds(3_600), 503, twoOdd, fifteen],
		[
			'an hour, all the time',
			inSeconds(3_600),
			429,
			{ times: 450, everyMs: 4 * S },
			{ ...fifteen, times: 30, everyMs: 60 * S },
		],
		['a day, in a burst', inSeconds(86_400), 429, { times: 40, everyMs: 100 }, fifteen],
		[
			'an hour, beside a burst',
			inSeconds(3_600),
			429,
			twoOdd,
			{ ...fifteen, times: 120, everyMs: 0 },
		],
		['an hour, beside a run', inSeconds(3_600), 429, twoOdd, { ...fifteen, times: 1, items: 200 }],
	])('(%s) does not stop the others', async (_, header, status, odd, healthy) => {
		const account = await runBeside(odd, healthy, header, status);
		expect(account.count('done')).toBe(healthy.times * (healthy.items ?? 1));
	});
});

describe('executions of one item that hang', () => {
	const HUNG: Outcome = { kind: 'noResponse', cause: { message: '', hint: '' } };
	const hang = async () => await clock.wait(20 * S).then(() => HUNG);
	const quick = { times: 12, everyMs: 5 * S, startMs: S };

	it.each([1, 17, 40, 48])('(%i) do not delay a quick one', async (times) => {
		const account = new Account(clock);
		const done = async () => await clock.wait(50).then(() => account.respond(201));
		await account.run({ times, everyMs: 1, send: hang }, { ...quick, send: done });
		expect(account.count('done')).toBe(12);
		expect(account.waitsMs.filter((ms) => ms === 50)).toHaveLength(12);
	});
});

describe('many executions of one item', () => {
	/** Responds in 50 ms to as many at a time, and refuses the others. */
	async function refusalsOf(status: number, open: number): Promise<number> {
		const account = new Account(clock);
		let [inFlight, refusals] = [0, 0];
		const send = async (): Promise<Outcome> => {
			if (inFlight >= open) {
				refusals += 1;
				await clock.wait(3);
				const response = { status, headers: {}, text: '', receivedDate: new Date() };
				return { kind: status === 503 ? 'serverError' : 'rateLimited', response };
			}
			inFlight += 1;
			await clock.wait(50);
			inFlight -= 1;
			return account.respond(201);
		};
		await account.run(...Array.from({ length: 300 }, () => ({ times: 1, everyMs: 0, send })));
		return refusals;
	}

	it.each([
		['429', 429, 110],
		['503', 503, 130],
	])('respect a service that refuses with %s what it cannot take', async (_, status, most) => {
		expect(await refusalsOf(status, 5)).toBeLessThanOrEqual(most);
	});
});
