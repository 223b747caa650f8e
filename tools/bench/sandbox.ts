/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import path from 'node:path';
import { quantile } from 'simple-statistics';
import { root } from '../install/paths.cjs';
import { startProcess, startService } from './process';
import { createTasks } from './run';
import { inRounds, medians, round, type Row, type Section } from './section';

const REQUESTS = 5_000;
const ROUNDS = 3;

/** What the stand-in takes, compared with a server that only answers. Runs without n8n. */
export const sandbox: Section = { measure };

async function measure(): Promise<Row[]> {
	const bare = await startService({ delayMs: 0 });
	const ours = await startProcess(path.join(root, 'sandbox/main.ts'), '--json', '--port', '0');
	try {
		const cases = [1, 16].flatMap((inFlight) => [
			{ name: 'Bare HTTP server', server: bare, inFlight },
			{ name: 'Sandbox', server: ours, inFlight },
		]);
		const runs = await inRounds(ROUNDS, cases, async ({ server, inFlight }) => {
			const { latenciesMs, elapsedMs } = await createTasks(server, REQUESTS, inFlight);
			const perSecond = (REQUESTS / elapsedMs) * 1_000;
			return { perSecond, p50: quantile(latenciesMs, 0.5), p99: quantile(latenciesMs, 0.99) };
		});
		return cases.map(({ name, inFlight }, index) => {
			const { perSecond, p50, p99 } = medians(runs[index] ?? []);
			return {
				Server: name,
				'In flight': inFlight,
				'Creates per s': Math.round(perSecond),
				'p50, ms': round(p50, 2),
				'p99, ms': round(p99, 2),
			};
		});
	} finally {
		await bare.stop();
		await ours.stop();
	}
}
