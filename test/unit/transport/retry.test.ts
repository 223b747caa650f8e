import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/api/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/transport/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import { retrySteps } from '../../../nodes/WorkspaceTaskService/transport/retry';
import { VirtualClock } from '../../support/virtualClock';

const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
const ERROR: Outcome = { kind: 'serverError', response };
const REFUSED: Outcome = { kind: 'rateLimited', response };
const { createTask, listBoards } = CALLS;

interface Sending {
	call?: Call;
	maxRetries?: number;
}

/** One item, which gets one outcome after the other. */
function setUp(outcomes: Outcome[], { call = listBoards, maxRetries = 2 }: Sending = {}) {
	const clock = new VirtualClock();
	const limiter = new Limiter(clock);
	const queue = limiter.openQueue(1);
	const halt = new AbortController();
	const { signal } = halt;
	const send = jest.fn(async () => outcomes.shift() ?? DONE);
	const { retry, sendInTurn } = retrySteps({ queue, signal, maxRetries }, call);
	return { clock, halt, queue, send, start: retry(sendInTurn(send)) };
}

describe('the retry loop', () => {
	it.each<[string, Outcome[], Sending, string, number]>([
		['once', [DONE], {}, 'done', 1],
		['again after a failure', [ERROR, DONE], {}, 'done', 2],
		[
			'again after rate limits, which cost no retry',
			[REFUSED, ERROR, REFUSED, ERROR],
			{},
			'done',
			5,
		],
		['as often as Max Retries says', [ERROR, ERROR, ERROR], {}, 'serverError', 3],
		['once with Max Retries 0', [REFUSED], { maxRetries: 0 }, 'rateLimited', 1],
		['once if it may have created something', [ERROR], { call: createTask }, 'serverError', 1],
	])('sends %s, and counts the attempts', async (_, outcomes, sending, kind, attempts) => {
		const { clock, send, start } = setUp(outcomes, sending);
		const ended = start();
		await clock.runAll();
		expect(await ended).toMatchObject({ kind, attempts });
		expect(send).toHaveBeenCalledTimes(attempts);
	});

	it('sends nothing if the execution ends after the turn of an item began', async () => {
		const { clock, halt, queue, send, start } = setUp([DONE]);
		const reason = new Error('An earlier item failed');
		const ended = start();
		expect(queue.inFlight).toBe(1);
		halt.abort(reason);
		await expect(ended).rejects.toBe(reason);
		expect(send).not.toHaveBeenCalled();
		await clock.runAll();
		expect(queue.inFlight).toBe(0);
	});
});
