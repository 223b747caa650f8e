import { CALLS } from '../../../nodes/WorkspaceTaskService/api/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/transport/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import { retrySteps } from '../../../nodes/WorkspaceTaskService/transport/retry';
import { VirtualClock } from '../../support/virtualClock';

const S = 1_000;
const KEY_MS = 60;
const response = { status: 201, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: {} };
const limited = (askedMs: number): Outcome => ({
	kind: 'rateLimited',
	response: { ...response, status: 429 },
	askedMs,
});

/** An execution, each of whose items writes a key inside its turn. */
function setUp() {
	const clock = new VirtualClock();
	clock.random = () => 0;
	const limiter = new Limiter(clock);
	const cancel = new AbortController();
	const queue = limiter.openQueue(50);
	const { signal } = cancel;
	const sentAt: number[] = [];
	const send = async (outcomes: Outcome[], keyMs = KEY_MS) => {
		const sending = { queue, signal, maxRetries: 4 };
		const { retry, sendInTurn } = retrySteps(sending, CALLS.createTask);
		const sendNow = sendInTurn(async () => {
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
		const { clock, inFlight, queue, send, sentAt } = setUp();
		const all = [send([limited(5 * S)], 0), send([]), send([])];
		await clock.runAll();
		const kinds = (await Promise.all(all)).map(({ kind }) => kind);
		expect(kinds).toEqual(['done', 'done', 'done']);
		expect(sentAt.filter((at) => at < 5 * S)).toHaveLength(1);
		expect([inFlight(), queue.refusals]).toEqual([0, 1]);
	});

	it('is never sent if its run ends meanwhile', async () => {
		const reason = new Error('cancelled');
		const { clock, cancel, inFlight, send, sentAt } = setUp();
		const refused = send([limited(5 * S)], 0).catch(() => {});
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
