import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { makeRetrySteps } from '../../../nodes/WorkspaceTaskService/http/retry';
import { VirtualClock } from '../../support/virtualClock';

const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
const ERROR: Outcome = { kind: 'serverError', response };
const REFUSED: Outcome = { kind: 'rateLimited', response };
const limitedFor = (askedMs: number): Outcome => ({ ...REFUSED, askedMs });
const S = 1_000;
const KEY_MS = 60;
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
	const { retry, sendAndLearn } = makeRetrySteps({ queue, signal, maxRetries }, call);
	return { clock, halt, limiter, queue, send, start: retry(sendAndLearn(send)) };
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

describe('a request that a cancel ends before it is sent', () => {
	const NOT_SENT: Outcome = { kind: 'notSent', cause: { message: 'cancelled', hint: '' } };

	it('counts as no failure of its endpoint', async () => {
		const { clock, halt, limiter, send, start } = setUp([]);
		const reason = new Error('cancelled');
		// As during a login.
		send.mockImplementationOnce(async () => {
			halt.abort(reason);
			return await Promise.resolve(NOT_SENT);
		});
		await expect(start()).rejects.toBe(reason);
		await clock.runAll();
		expect(limiter.getEndpoint(listBoards).breaker.isFailing()).toBe(false);
	});

	it('is a failure of its endpoint if the run goes on', async () => {
		const { clock, limiter, start } = setUp([NOT_SENT], { maxRetries: 0 });
		const ended = start();
		await clock.runAll();
		await expect(ended).resolves.toMatchObject({ kind: 'notSent' });
		expect(limiter.getEndpoint(listBoards).breaker.isFailing()).toBe(true);
	});
});

/** An execution, each of whose items writes a key inside its turn. */
function setUpKeys() {
	const clock = new VirtualClock();
	clock.random = () => 0;
	const limiter = new Limiter(clock);
	const cancel = new AbortController();
	const queue = limiter.openQueue(50);
	const { signal } = cancel;
	const sentAt: number[] = [];
	const send = async (outcomes: Outcome[], keyMs = KEY_MS) => {
		const sending = { queue, signal, maxRetries: 4 };
		const { retry, sendAndLearn } = makeRetrySteps(sending, createTask);
		const sendNow = sendAndLearn(async () => {
			sentAt.push(clock.ms);
			return outcomes.shift() ?? DONE;
		});
		const writeAndSend = async () => {
			await clock.wait(keyMs);
			return await sendNow();
		};
		return await retry(writeAndSend)();
	};
	const inFlight = () => queue.inFlight;
	return { inFlight, clock, limiter, cancel, queue, send, sentAt };
}

describe('an item whose key is written while a pause begins', () => {
	it('is sent after the pause', async () => {
		const { clock, inFlight, queue, send, sentAt } = setUpKeys();
		const all = [send([limitedFor(5 * S)], 0), send([]), send([])];
		await clock.runAll();
		const kinds = (await Promise.all(all)).map(({ kind }) => kind);
		expect(kinds).toEqual(['done', 'done', 'done']);
		expect(sentAt.filter((at) => at < 5 * S)).toHaveLength(1);
		expect([inFlight(), queue.refusals]).toEqual([0, 1]);
	});

	it('is never sent if its run ends meanwhile', async () => {
		const reason = new Error('cancelled');
		const { clock, cancel, inFlight, send, sentAt } = setUpKeys();
		const refused = send([limitedFor(5 * S)], 0).catch(() => {});
		const waiting = send([]);
		await clock.runAll(S);
		cancel.abort(reason);
		await expect(waiting).rejects.toBe(reason);
		await clock.runAll();
		await refused;
		expect(sentAt.length).toBeLessThanOrEqual(2);
		expect([inFlight(), clock.open]).toEqual([0, 0]);
	});
});
