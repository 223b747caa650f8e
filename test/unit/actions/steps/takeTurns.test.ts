import { takeTurns } from '../../../../nodes/WorkspaceTaskService/actions/steps/takeTurns';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const response = { status: 0, headers: {}, text: '', receivedDate: 0 };
const cause = { message: '', hint: '' };
const { signal } = new AbortController();

describe('items with one key', () => {
	it.each<Outcome>([
		{ kind: 'rateLimited', response },
		{ kind: 'notSent', cause },
		{ kind: 'givenUp', last: { kind: 'noResponse', cause } },
		{ kind: 'unauthorized', response },
		{ kind: 'loginRefused', cause },
		{ kind: 'refused', response },
		{ kind: 'done', response, body: {} },
		{ kind: 'serverError', response },
	])('have a turn each, whatever the outcome before: $kind', async (outcome) => {
		const send = jest.fn(async () => outcome);
		const wrap = takeTurns(`turn ${outcome.kind}`, signal);
		const ended = await Promise.all([1, 2, 3].map(async () => await wrap(send)()));
		expect(ended).toEqual([outcome, outcome, outcome]);
		expect(send).toHaveBeenCalledTimes(3);
	});
});
