import { CLIENTS, prepare, startService, type Case } from './createWorkflow';
import type { BenchEnvironment } from './environment';
import { inRounds, medians, round, type Row } from './section';

const ITEMS = 10_000;
const ROUNDS = 3;
const COMPARED = ['This node', 'HTTP Request'];

/** The memory of n8n while one execution creates many tasks, by client. */
export async function measureMemory(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startService();
	try {
		const runs: Array<() => Promise<Memory>> = [];
		for (const name of COMPARED) runs.push(await prepareCase(environment, service.url, name));
		const results = await inRounds(ROUNDS, runs, async (run) => await run());
		return COMPARED.map((name, index) => {
			const { beforeMb, peakMb } = medians(results[index] ?? []);
			return {
				Client: name,
				'Before, MB': round(beforeMb, 0),
				'Peak, MB': round(peakMb, 0),
			};
		});
	} finally {
		await service.close();
	}
}

type Memory = Record<'beforeMb' | 'peakMb', number>;

/** Each run has a fresh process, in which one item has loaded what every execution needs. */
async function prepareCase(environment: BenchEnvironment, service: string, name: string) {
	const client = CLIENTS[name];
	if (!client) throw new Error(`No client ${name}`);
	const oneItem: Case = { name, client, items: 1, delayMs: 0 };
	const warmUp = await prepare(environment, service, oneItem);
	const run = await prepare(environment, service, { ...oneItem, items: ITEMS });
	return async (): Promise<Memory> => {
		await environment.restart();
		await warmUp();
		const beforeMb = environment.memoryMb('VmRSS');
		await run();
		return { beforeMb, peakMb: environment.memoryMb('VmHWM') };
	};
}
