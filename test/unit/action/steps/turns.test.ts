import { takeTurn } from '../../../../nodes/WorkspaceTaskService/action/steps/turns';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/outcome';

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
