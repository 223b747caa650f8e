import { inTurn, takeTurn } from '../../../nodes/WorkspaceTaskService/actions/turns';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';

const response = { status: 0, headers: {}, text: '', receivedDate: new Date(0) };
const cause = { message: '', hint: '' };
const { signal } = new AbortController();

describe('items with one key', () => {
	it.each<Outcome>([
		{ kind: 'rateLimited', response },
		{ kind: 'notSent', cause },
		{ kind: 'givenUp', last: { kind: 'noResponse', cause } },
		{ kind: 'loginRefused', cause },
		{ kind: 'refused', response },
		{ kind: 'done', response, body: {} },
		{ kind: 'serverError', response },
	])('have a turn each, whatever the outcome before: $kind', async (outcome) => {
		const send = jest.fn(async () => outcome);
		const wrap = takeTurn(`turn ${outcome.kind}`, signal);
		const ended = await Promise.all([1, 2, 3].map(async () => await wrap(send)()));
		expect(ended).toEqual([outcome, outcome, outcome]);
		expect(send).toHaveBeenCalledTimes(3);
	});

	it('have no turn if an earlier item ended the run while they waited', async () => {
		const halt = new AbortController();
		const reason = new Error('An earlier item failed');
		let endFirst = () => {};
		const gate = new Promise<Outcome>(
			(resolve) => (endFirst = () => resolve({ kind: 'refused', response })),
		);
		const first = takeTurn('ended', signal)(async () => await gate)();
		const send = jest.fn();
		const second = takeTurn('ended', halt.signal)(send)();
		halt.abort(reason);
		endFirst();
		await expect(second).rejects.toBe(reason);
		await first;
		expect(send).not.toHaveBeenCalled();
	});
});

describe('work of one key', () => {
	it('keeps its order, also after work that fails', async () => {
		const ended: string[] = [];
		let endFirst = () => {};
		const first = inTurn('key', async () => {
			await new Promise<void>((resolve) => (endFirst = resolve));
			ended.push('first');
			throw new Error('failed');
		}).catch(() => {});
		const second = inTurn('key', async () => ended.push('second'));
		const other = inTurn('other key', async () => ended.push('other'));
		await other;
		endFirst();
		await Promise.all([first, second]);
		expect(ended).toEqual(['other', 'first', 'second']);
	});

	it('waits for the first after the wait of another was cancelled in between', async () => {
		const sent: string[] = [];
		let endFirst = () => {};
		const first = inTurn('turn', async () => {
			sent.push('first');
			await new Promise<void>((resolve) => (endFirst = resolve));
		});
		const cancel = new AbortController();
		const cancelled = inTurn('turn', jest.fn(), cancel.signal);
		const next = inTurn('turn', async () => sent.push('next'), signal);
		cancel.abort(new Error('cancelled'));
		await expect(cancelled).rejects.toThrow('cancelled');
		await new Promise(setImmediate);
		expect(sent).toEqual(['first']);
		endFirst();
		await Promise.all([first, next]);
		expect(sent).toEqual(['first', 'next']);
	});
});
