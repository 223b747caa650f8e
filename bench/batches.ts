import { deliver } from '../testkit/http';
import { json, startServer } from '../testkit/server';
import type { BenchEnvironment } from './environment';
import { cpuMs, peakMemoryMb, resetPeakMemory } from './process';
import { round, type Row, type Section } from './section';
import { publishTriggers } from './triggers';

/** n8n accepts 16 MB. */
const SIZES_MB = [4, 15.9];
const EVENT = { event: 'task.created' };

/** Bodies of about so many bytes. */
const SHAPES: Record<string, (bytes: number) => object> = {
	'one event': (bytes) => ({ ...EVENT, data: { id: 1, description: 'x'.repeat(bytes - 100) } }),
	'1,000 events and what they share': (bytes) => ({
		account: 'x'.repeat(bytes - 60_000),
		events: Array.from({ length: 1_000 }, (_, id) => ({ ...EVENT, task: { id } })),
	}),
	'events of 100 bytes': (bytes) => ({
		events: Array.from({ length: bytes / 100 }, (_, id) => {
			return { ...EVENT, task: { id, title: 'x'.repeat(48 - String(id).length) } };
		}),
	}),
};

/** What a large delivery costs n8n, up to the end of the execution that it starts. */
export const batches: Section = {
	async measure(environment) {
		const service = await startServer(json({ id: 1, data: { id: '1' } }, 201));
		try {
			const triggers = (await publishTriggers(environment, service)).slice(0, 2);
			const rows: Row[] = [];
			for (const [shape, build] of Object.entries(SHAPES)) {
				for (const sizeMb of SIZES_MB) {
					const body = JSON.stringify(build(sizeMb * 2 ** 20));
					for (const trigger of triggers) {
						const figures = await measureBody(environment, trigger, body);
						rows.push({ Body: shape, MB: round(body.length / 2 ** 20), ...figures });
					}
				}
			}
			return rows;
		} finally {
			await service.close();
		}
	},
};

async function measureBody(
	environment: BenchEnvironment,
	{ name, workflowId, url }: { name: string; workflowId: string; url: string },
	body: string,
): Promise<Row> {
	const { pid } = environment.n8n;
	const { finished } = environment.executions(workflowId);
	resetPeakMemory(pid);
	const before = { cpu: cpuMs(pid), memory: peakMemoryMb(pid) };
	const { status } = await deliver(url, { body, headers: { 'content-type': 'application/json' } });
	if (status !== 200) throw new Error(`${name} answered ${status}`);
	await environment.finishedExecutions(workflowId, finished + 1);
	return {
		Trigger: name,
		'CPU s': round((cpuMs(pid) - before.cpu) / 1_000, 2),
		'Memory MB': peakMemoryMb(pid) - before.memory,
	};
}
