import { http, thisNode, type Client } from './cases';
import type { BenchEnvironment } from './environment';
import { peakMemoryMb, resetPeakMemory } from './process';
import { prepare, type PreparedCase } from './run';
import { medians, round, type Row, type Section } from './section';
import { startService } from './service';

const WARM_UP = { items: 1_000, runs: 1 };
/** Short runs vary more, so they are repeated. */
const STEPS = [
	{ items: 100, runs: 5 },
	{ items: 1_000, runs: 3 },
	{ items: 10_000, runs: 1 },
];

const CLIENTS: Array<{ name: string; client: Client; delayMs: number }> = [
	{ name: 'This node', client: thisNode, delayMs: 0 },
	{ name: 'HTTP Request', client: http, delayMs: 0 },
	{ name: 'This node', client: thisNode, delayMs: 50 },
];

/** Whether the cost per item grows with their number. n8n restarts for each client. */
export const growth: Section = { measure };

async function measure(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startService();
	const rows: Row[] = [];
	try {
		for (const { name, client, delayMs } of CLIENTS) {
			await environment.restart();
			const measureStep = async ({ items, runs }: typeof WARM_UP) => {
				const one = { name, client, delayMs, items };
				return await measureCase(environment, await prepare(environment, service, one), runs);
			};
			await measureStep(WARM_UP);
			for (const step of STEPS) rows.push(await measureStep(step));
		}
		return rows;
	} finally {
		await service.close();
	}
}

async function measureCase(
	{ n8n: { pid } }: BenchEnvironment,
	{ name, delayMs, items, run }: PreparedCase,
	runs: number,
): Promise<Row> {
	resetPeakMemory(pid);
	const measured = [];
	for (let count = 0; count < runs; count++) {
		measured.push({ ...(await run()), peakMb: peakMemoryMb(pid) });
	}
	const { wallMs } = medians(measured);
	return {
		Client: `${name}, ${delayMs} ms`,
		Items: items,
		'ms per item': round(wallMs / items, 2),
		'Peak memory, MB': Math.max(...measured.map(({ peakMb }) => peakMb)),
	};
}
