import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { Account, ApiContext } from '../../../nodes/WorkspaceTaskService/http/account';
import { getBodyOrConfirmation, Client } from '../../../nodes/WorkspaceTaskService/http/client';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { responseWith } from '../../support/outcomes';
import { VirtualClock } from '../../support/virtualClock';

const bodyAfter = (call: Call, outcome: Outcome) =>
	getBodyOrConfirmation(outcome, {
		request: { call },
		baseUrl: 'https://tasks.example.com',
		secrets: ['t0k3n'],
	});

describe('the body of a 2xx that cannot be read', () => {
	const unreadable = (text: string) =>
		({ kind: 'unreadable', status: 201, text, reason: 'is incomplete' }) as const;
	const warning =
		'The service confirmed this, but its response is incomplete. Check the service for the result.';

	it('is a warning with its text, if it has one', () => {
		const value = { success: true, warning };
		expect(bodyAfter(CALLS.createTask, unreadable('{"id":'))).toStrictEqual({
			value: { ...value, response: '{"id":' },
		});
		expect(bodyAfter(CALLS.createTask, unreadable(''))).toStrictEqual({ value });
	});

	it('is missing in a list', () => {
		expect(bodyAfter(CALLS.listBoards, unreadable('[{"id":'))).toBeUndefined();
	});
});

describe('the body of a 2xx that shows no task', () => {
	const unclear = (body: unknown): Outcome => {
		return { kind: 'unclear', response: responseWith(200, JSON.stringify(body)), body };
	};
	const warning = (words: string) =>
		`The service confirmed this, but its response shows no task. Check the service for the result. It responded: ${words}`;

	const received = { message: 'Your request was received' };
	it.each<[unknown, object, string]>([
		[received, received, 'Your request was received'],
		[[received], received, 'Your request was received'],
		[{ title: 'Call', board_id: 42 }, { title: 'Call', board_id: 42 }, 'Call'],
		[{ note: 'not for t0k3n' }, { note: 'not for t0k3n' }, 'not for ***'],
		[{ message: '  ' }, { message: '  ' }, '{"message":" "}'],
		[{}, {}, '{}'],
	])('that is %j becomes %j with a warning that says what came', (body, object, words) => {
		const value = { ...object, warning: warning(words) };
		expect(bodyAfter(CALLS.createTask, unclear(body))).toStrictEqual({ value });
	});
});

describe('a request that is sent again with another token', () => {
	const PAUSE_MS = 60_000;
	const done: Outcome = { kind: 'notNeeded', object: {} };

	/** During a pause. @returns for how long it waits */
	async function sendAgain(signal?: AbortSignal): Promise<number> {
		const clock = new VirtualClock();
		const limiter = new Limiter(clock);
		limiter.getEndpoint(CALLS.createTask).pause.extend(PAUSE_MS);
		const sendWithToken: Account['sendWithToken'] = async (_, { waitForPause }) => {
			await waitForPause();
			return done;
		};
		const account = { limiter, sendWithToken } as Account;
		const client = new Client({} as ApiContext, account);
		const sent = client.send({ call: CALLS.createTask }, { pauseSignal: signal });
		await Promise.all([sent, clock.runAll()]);
		return clock.ms;
	}

	it('waits for the end of a pause', async () => {
		expect(await sendAgain(new AbortController().signal)).toBeGreaterThanOrEqual(PAUSE_MS);
	});

	it('does not wait outside of the limits of the account, such as in a list of the panel', async () => {
		expect(await sendAgain()).toBe(0);
	});

	it('is not sent after the end of its run', async () => {
		const ended = new Error('The run ended');
		await expect(sendAgain(AbortSignal.abort(ended))).rejects.toBe(ended);
	});
});
