/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { takeTurns } from '../../../../nodes/WorkspaceTaskService/actions/steps/takeTurns';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const response = { status: 0, headers: {}, text: '', at: 0 };
const cause = { message: '', hint: '' };
const { signal } = new AbortController();

let turns = 0;

/** How three that have one turn end if each send ends like this. */
async function outcomesOf(outcome: Outcome) {
	const wrap = takeTurns(`turn ${(turns += 1)}`, signal);
	const send = jest.fn(async () => outcome);
	const ended = await Promise.all([1, 2, 3].map(async () => await wrap(send)()));
	return { sends: send.mock.calls.length, shared: ended.filter((one) => one.isShared).length };
}

it.each<Outcome>([
	{ kind: 'rateLimited', response },
	{ kind: 'notSent', cause },
	{ kind: 'givenUp', last: { kind: 'noResponse', cause } },
])(
	'in a pause or an outage, those that wait end with the first of them: $kind',
	async (outcome) => {
		expect(await outcomesOf(outcome)).toEqual({ sends: 1, shared: 2 });
	},
);

it.each<Outcome>([
	{ kind: 'unauthorized', response },
	{ kind: 'loginRefused', cause: { message: '', hint: '' } },
	{ kind: 'refused', response },
	{ kind: 'done', response, body: {} },
	{ kind: 'serverError', response },
])('else each has its own turn: $kind', async (outcome) => {
	expect(await outcomesOf(outcome)).toEqual({ sends: 3, shared: 0 });
});

it('a cancelled one in between lets the next one wait for the first', async () => {
	const turn = `turn ${(turns += 1)}`;
	const sent: string[] = [];
	let endFirst = () => {};
	const first = takeTurns(
		turn,
		signal,
	)(async () => {
		sent.push('first');
		await new Promise<void>((resolve) => (endFirst = resolve));
		return { kind: 'refused', response };
	})();
	const cancel = new AbortController();
	const cancelled = takeTurns(turn, cancel.signal)(jest.fn())();
	const next = takeTurns(
		turn,
		signal,
	)(async () => {
		sent.push('next');
		return { kind: 'done', response, body: {} };
	})();
	cancel.abort(new Error('cancelled'));
	await expect(cancelled).rejects.toThrow('cancelled');
	await new Promise(setImmediate);
	expect(sent).toEqual(['first']);
	endFirst();
	await Promise.all([first, next]);
	expect(sent).toEqual(['first', 'next']);
});
