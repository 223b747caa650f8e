import type { Account } from '../../../nodes/WorkspaceTaskService/transport/account';
import type { Clock } from '../../../nodes/WorkspaceTaskService/transport/pace';
import { hold, waitForTurn } from '../../../nodes/WorkspaceTaskService/transport/pace';

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
const newAccount = (): Account => ({
	baseUrl: `https://${++accounts}.example.com`,
	credential: { id: '1', name: 'a', type: 't', data: {} },
	tokens: new Set(),
});
const { signal } = new AbortController();

describe('an account with a pause', () => {
	it('waits until then, and no longer', async () => {
		const [clock, account] = [new HandClock(), newAccount()];
		hold(account, clock.time + 2_000, clock.time);
		expect(await waitForTurn(account, signal, clock)).toBeUndefined();
		expect(await waitForTurn(account, signal, clock)).toBeUndefined();
		expect(clock.waits).toEqual([2_000]);
	});

	it('does not delay others', async () => {
		const [clock, account] = [new HandClock(), newAccount()];
		hold(account, clock.time + 2_000, clock.time);
		await waitForTurn(
			{ ...account, credential: { ...account.credential, id: '2' } },
			signal,
			clock,
		);
		await waitForTurn(newAccount(), signal, clock);
		expect(clock.waits).toEqual([]);
	});

	it('extends the wait for a longer pause and ignores a shorter one', async () => {
		const [clock, account] = [new HandClock(), newAccount()];
		const start = clock.time;
		hold(account, start + 2_000, start);
		hold(account, start + 1_000, start);
		clock.meanwhile = () => hold(account, start + 5_000, start);
		await waitForTurn(account, signal, clock);
		expect(clock.waits).toEqual([2_000, 3_000]);
	});

	it('does not wait long but returns the time', async () => {
		const [clock, account] = [new HandClock(), newAccount()];
		const until = clock.time + 301_000;
		hold(account, until, clock.time);
		expect(await waitForTurn(account, signal, clock)).toBe(until);
		expect(clock.waits).toEqual([]);
	});

	it('is free after an hour at most', async () => {
		const [clock, account] = [new HandClock(), newAccount()];
		hold(account, clock.time + 365 * 24 * 3_600_000, clock.time);
		clock.time += 3_600_000;
		expect(await waitForTurn(account, signal, clock)).toBeUndefined();
	});

	it('stops waiting when it is cancelled', async () => {
		const [clock, account, cancel] = [new HandClock(), newAccount(), new AbortController()];
		hold(account, clock.time + 2_000, clock.time);
		clock.meanwhile = () => cancel.abort(new Error('cancelled'));
		await expect(waitForTurn(account, cancel.signal, clock)).rejects.toThrow('cancelled');
		await expect(waitForTurn(newAccount(), cancel.signal, clock)).rejects.toThrow('cancelled');
	});
});
