/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import type { Account } from '../../../nodes/WorkspaceTaskService/transport/credential';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import type { Clock } from '../../../nodes/WorkspaceTaskService/transport/rateLimit';
import {
	noteAnswer,
	pauseUntil,
	whenAllowed,
} from '../../../nodes/WorkspaceTaskService/transport/rateLimit';

/** Time passes only by waiting. */
class HandClock implements Clock {
	time = Date.parse('2026-03-29T10:00:00Z');
	readonly waits: number[] = [];
	/** Called before each wait ends. */
	meanwhile = () => {};

	now = () => this.time;

	random = () => 0.5;

	async wait(ms: number, signal: AbortSignal): Promise<void> {
		this.waits.push(ms);
		this.meanwhile();
		signal.throwIfAborted();
		this.time += ms;
	}
}

let accounts = 0;
const newAccount = (id = '1', baseUrl = `https://${++accounts}.example.com`): Account => ({
	baseUrl,
	credential: { id, name: 'a', type: 't', data: {} },
	tokens: new Set(),
	accepted: new Set(),
	refusesFreshTokens: false,
	openedAt: 0,
});

const SENT: Outcome = {
	kind: 'done',
	reply: { status: 201, headers: {}, text: '', at: 0 },
	body: {},
};
const setUp = () => {
	const clock = new HandClock();
	const halt = new AbortController();
	const turn = async (account: Account, send = async () => SENT) =>
		await whenAllowed(account, send, { signal: halt.signal, since: clock.time }, clock);
	return { clock, halt, turn, account: newAccount() };
};

describe('an account that was asked for a pause', () => {
	it('waits until then, and no longer', async () => {
		const { clock, account, turn } = setUp();
		pauseUntil(account, clock.time + 2_000, clock.time);
		expect(await turn(account)).toBe(SENT);
		expect(await turn(account)).toBe(SENT);
		expect(clock.waits).toEqual([2_000]);
	});

	it('does not keep others waiting', async () => {
		const { clock, account, turn } = setUp();
		pauseUntil(account, clock.time + 2_000, clock.time);
		await turn(newAccount('2', account.baseUrl));
		await turn(newAccount());
		expect(clock.waits).toEqual([]);
	});

	it('waits longer if another item is asked for more meanwhile', async () => {
		const { clock, account, turn } = setUp();
		const start = clock.time;
		pauseUntil(account, start + 2_000, start);
		pauseUntil(account, start + 1_000, start);
		clock.meanwhile = () => pauseUntil(account, start + 5_000, start);
		await turn(account);
		expect(clock.waits).toEqual([2_000, 3_000]);
	});

	it('continues with one request after the other', async () => {
		const { clock, account, turn } = setUp();
		pauseUntil(account, clock.time + 1_000, clock.time);
		const open = { now: 0, most: 0 };
		const send = async () => {
			open.most = Math.max(open.most, ++open.now);
			await new Promise(setImmediate);
			open.now--;
			return SENT;
		};
		const turns = Array.from({ length: 5 }, async () => await turn(account, send));
		expect(await Promise.all(turns)).toEqual(Array(5).fill(SENT));
		expect(open.most).toBe(1);
	});

	it('waits again if the first who continues is asked for another pause', async () => {
		const { clock, account, turn } = setUp();
		pauseUntil(account, clock.time + 1_000, clock.time);
		const first = turn(account, async () => {
			pauseUntil(account, clock.time + 3_000, clock.time);
			return SENT;
		});
		await Promise.all([first, turn(account)]);
		expect(clock.waits).toEqual([1_000, 3_000]);
	});

	it('does not wait for more than five minutes, and says until when', async () => {
		const { clock, account, turn } = setUp();
		const until = clock.time + 301_000;
		pauseUntil(account, until, clock.time);
		expect(await turn(account)).toEqual({ kind: 'paused', until });
		expect(clock.waits).toEqual([]);
	});

	it('is free after an hour, whatever it was asked for', async () => {
		const { clock, account, turn } = setUp();
		pauseUntil(account, clock.time + 365 * 24 * 3_600_000, clock.time);
		clock.time += 3_600_000;
		expect(await turn(account)).toBe(SENT);
	});

	it('waits no longer once it is cancelled', async () => {
		const { clock, account, halt, turn } = setUp();
		pauseUntil(account, clock.time + 2_000, clock.time);
		clock.meanwhile = () => halt.abort(new Error('cancelled'));
		const both = [turn(account), turn(account)].map(async (one) => await one.catch(String));
		expect(await Promise.all(both)).toEqual(['Error: cancelled', 'Error: cancelled']);
		await expect(turn(newAccount())).rejects.toThrow('cancelled');
	});
});

describe('an account that gets no answer', () => {
	it('is given up after five minutes, and not if an answer came since', async () => {
		const { clock, account, turn } = setUp();
		const since = clock.time;
		clock.time += 301_000;
		const send = async () => SENT;
		const terms = { signal: new AbortController().signal, since };
		expect(await whenAllowed(account, send, terms, clock)).toEqual({ kind: 'givenUp' });
		noteAnswer(account, since + 2_000);
		expect(await whenAllowed(account, send, terms, clock)).toBe(SENT);
		expect(await turn(newAccount())).toBe(SENT);
	});
});
