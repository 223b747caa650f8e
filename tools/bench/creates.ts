import { CLIENTS, prepare, startService, type Case, type Run } from './createWorkflow';
import type { BenchEnvironment } from './environment';
import { inRounds, medians, round, type Row } from './section';

const ITEMS = 1_000;
/** The first one is a warm-up: the median ignores it if it is slow. */
const ROUNDS = 3;

const CASES: Case[] = [0, 50].flatMap((delayMs) =>
	Object.entries(CLIENTS).map(([name, client]) => ({ name, client, items: ITEMS, delayMs })),
);

/** Many creates, by client. */
export async function measureCreates(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startService();
	try {
		const runs: Array<() => Promise<Run>> = [];
		for (const one of CASES) runs.push(await prepare(environment, service.url, one));
		const results = await inRounds(ROUNDS, runs, async (run) => await run());
		return withRatios(
			CASES.map(({ name, delayMs }, index) => {
				const { wallMs, cpuMs } = medians(results[index] ?? []);
				return {
					Service: `${delayMs} ms`,
					Client: name,
					'ms per item': round(wallMs / ITEMS, 2),
					'CPU ms per item': round(cpuMs / ITEMS, 2),
				};
			}),
		);
	} finally {
		await service.close();
	}
}

/** The speed relative to HTTP Request at the same service time. */
function withRatios(measured: Row[]): Row[] {
	return measured.map((row) => {
		const peer = measured.find(
			(one) => one.Client === 'HTTP Request' && one.Service === row.Service,
		);
		const ratio = Number(peer?.['ms per item']) / Number(row['ms per item']);
		return { ...row, 'HTTP Request = 1': round(ratio, 2) };
	});
}
