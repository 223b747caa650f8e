/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { DONE, fixedNumber, rateLimited, type Sender } from '../../test/support/limiterSimulation';
import { VirtualClock } from '../../test/support/virtualClock';
import { Limiter } from '../../nodes/WorkspaceTaskService/transport/limits/limiter';
import { inRounds, medians, round, type Row, type Section } from './section';

const ITEMS = 10_000;
const ROUNDS = 5;
const ENDPOINT = 'POST /api/v1/tasks';

/** The limiter alone, in virtual time, beside a queue that only counts what is in flight. */
export const limiter: Section = {
	async measure() {
		const cases = [
			{ name: 'The limiter', make: (clock: VirtualClock): Sender => new Limiter(clock) },
			{ name: 'A fixed number in flight', make: () => fixedNumber(50) },
		];
		const runs = await inRounds(ROUNDS, cases, async ({ make }) => ({
			sendMs: await cpuToSend(make),
			cancelMs: await cpuToCancel(make),
		}));
		return cases.map(({ name }, index): Row => {
			const { sendMs, cancelMs } = medians(runs[index] ?? []);
			return {
				Client: name,
				Items: ITEMS,
				'CPU ms to send all': round(sendMs),
				'CPU ms to cancel all in a pause': round(cancelMs),
			};
		});
	},
};

/** All items wait from the beginning; each request takes 50 ms. */
async function cpuToSend(make: (clock: VirtualClock) => Sender): Promise<number> {
	const clock = new VirtualClock();
	const sender = make(clock);
	const queue = sender.openQueue(50, new AbortController().signal);
	const send = async () => await clock.wait(50).then(() => DONE);
	const before = process.cpuUsage();
	const all = Array.from({ length: ITEMS }, async (_, item) => {
		await sender.run(send, queue, { item, endpoint: ENDPOINT });
	});
	await clock.runAll();
	await Promise.all(all);
	return cpuMsSince(before);
}

/** The first responses ask for a minute, and the execution is canceled within it. */
async function cpuToCancel(make: (clock: VirtualClock) => Sender): Promise<number> {
	const clock = new VirtualClock();
	const sender = make(clock);
	const cancel = new AbortController();
	const queue = sender.openQueue(50, cancel.signal);
	const send = async () => await clock.wait(50).then(() => rateLimited(60_000));
	const retryIn = () => undefined;
	const all = Array.from({ length: ITEMS }, async (_, item) => {
		await sender.run(send, queue, { item, endpoint: ENDPOINT, retryIn }).catch(() => {});
	});
	await clock.runAll(clock.now() + 1_000);
	const before = process.cpuUsage();
	cancel.abort(new Error('Canceled'));
	await clock.runAll();
	const ms = cpuMsSince(before);
	await Promise.all(all);
	return ms;
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
