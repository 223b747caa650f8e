import { CLIENTS, FLOOR, HTTP_REQUEST, WEKAN, type Case } from './cases';
import type { BenchEnvironment } from './environment';
import { prepare, type PreparedCase } from './run';
import { inRounds, medians, round, type Row, type Section } from './section';
import { startService } from './service';

const ITEMS = 1_000;
/** 1,000 would take a minute, and the time is proportional. */
const SEQUENTIAL_ITEMS = 100;
/** The first one is a warm-up: the median ignores it if it is slow. */
const ROUNDS = 3;

const CASES: Case[] = [0, 50].flatMap((delayMs) =>
	Object.entries(CLIENTS).map(([name, client]) => ({
		name,
		client,
		delayMs,
		items: name === WEKAN ? SEQUENTIAL_ITEMS : ITEMS,
	})),
);

/** Many creates, by client. */
export const creates: Section = { measure };

async function measure(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startService();
	const prepared: PreparedCase[] = [];
	try {
		for (const one of CASES) prepared.push(await prepare(environment, service, one));
		const runs = await inRounds(ROUNDS, prepared, async (one) => await one.run());
		return withRatios(
			prepared.map(({ name, delayMs, items }, index) => {
				const { wallMs, cpuMs } = medians(runs[index] ?? []);
				return {
					Service: `${delayMs} ms`,
					Client: name,
					Items: items,
					'ms per item': round(wallMs / items, 2),
					'CPU ms per item': round(cpuMs / items, 2),
				};
			}),
		);
	} finally {
		await service.close();
	}
}

/** The speed relative to the peers at the same service time. */
function withRatios(rows: Row[]): Row[] {
	return rows.map((row) => {
		const timesAsFastAs = (name: string) => {
			const peer = rows.find((other) => other.Client === name && other.Service === row.Service);
			return round(Number(peer?.['ms per item']) / Number(row['ms per item']), 2);
		};
		return {
			...row,
			'HTTP Request = 1': timesAsFastAs(HTTP_REQUEST),
			'Floor = 1': timesAsFastAs(FLOOR),
			'Wekan = 1': timesAsFastAs(WEKAN),
		};
	});
}
