import { deliver } from '../testkit/http/http';
import { json as jsonResponse, startServer } from '../testkit/http/server';
import type { BenchEnvironment } from './environment';
import { cpuMs, peakMemoryMb, resetPeakMemory } from './process';
import { round, type Row, type Section } from './section';
import { publishTriggers, type PublishedTrigger } from './triggers';

/** n8n accepts 16 MB. */
const BYTES = Math.floor(15.9 * 2 ** 20);
const EVENT = { event: 'task.created' };
const JSON_TYPE = 'application/json';

interface Shape {
	name: string;
	type: string;
	/** Returns a body of about this size. */
	build(bytes: number): string;
}

const json = (name: string, build: (bytes: number) => unknown): Shape => ({
	name,
	type: JSON_TYPE,
	build: (bytes) => JSON.stringify(build(bytes)),
});

const SHAPES: Shape[] = [
	json('one event', (bytes) => ({
		...EVENT,
		data: { id: 1, description: 'x'.repeat(bytes - 100) },
	})),
	json('1,000 events and what they share', (bytes) => ({
		account: 'x'.repeat(bytes - 60_000),
		events: Array.from({ length: 1_000 }, (_, id) => ({ ...EVENT, task: { id } })),
	})),
	json('events of 100 bytes', (bytes) => ({
		events: Array.from({ length: bytes / 100 }, (_, id) => {
			return { ...EVENT, task: { id, title: 'x'.repeat(48 - String(id).length) } };
		}),
	})),
	json('one object of 1,000,000 fields', (bytes) => {
		const fields = Array.from({ length: bytes / 16 }, (_, n) => [`f${n}`.padEnd(10, 'x'), 1]);
		return { ...EVENT, id: 'e-1', ...Object.fromEntries(fields) };
	}),
	json('a list of empty objects', (bytes) => Array.from({ length: bytes / 3 }, () => ({}))),
	{
		name: 'lines of JSON, as text',
		type: 'text/plain',
		build: (bytes) => '{}\n'.repeat(bytes / 3),
	},
];

/** The cost of a large delivery, up to the end of its execution. */
export const batches: Section = {
	async measure(environment) {
		const service = await startServer(jsonResponse({ id: 1, data: { id: '1' } }, 201));
		try {
			const [own, webhook] = await publishTriggers(environment, service);
			if (own === undefined || webhook === undefined) throw new Error('No triggers');
			const rows: Row[] = [];
			for (const { name, type, build } of SHAPES) {
				const body = build(BYTES);
				const delivery = { body, headers: { 'content-type': type } };
				const ours = await measureBody(environment, own, delivery);
				const theirs = await measureBody(environment, webhook, delivery);
				rows.push({
					Body: name,
					MB: round(body.length / 2 ** 20),
					'This trigger, CPU s': round(ours.cpu, 2),
					'Webhook node, CPU s': round(theirs.cpu, 2),
					Ratio: round(ours.cpu / theirs.cpu),
					'This trigger, MB': ours.memory,
					'Webhook node, MB': theirs.memory,
				});
			}
			return rows;
		} finally {
			await service.close();
		}
	},
};

async function measureBody(
	environment: BenchEnvironment,
	{ name, workflowId, url }: PublishedTrigger,
	delivery: { body: string; headers: Record<string, string> },
) {
	const { pid } = environment.n8n;
	const { finished } = environment.executions(workflowId);
	resetPeakMemory(pid);
	const before = { cpu: cpuMs(pid), memory: peakMemoryMb(pid) };
	const { status } = await deliver(url, delivery);
	if (status !== 200) throw new Error(`${name} responded with ${status}`);
	await environment.finishedExecutions(workflowId, finished + 1);
	return { cpu: (cpuMs(pid) - before.cpu) / 1_000, memory: peakMemoryMb(pid) - before.memory };
}
