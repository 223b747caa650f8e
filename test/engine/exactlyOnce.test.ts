import type { INodeExecutionData } from 'n8n-workflow';

import { startSandbox, type FaultRequest, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../../tools/http/client';
import {
	CONTINUE,
	CREATE_TASK,
	makeTitles,
	POST_TASK,
	run,
	useCredential,
} from '../support/engine/actionSuite';
import { MAY_EXIST } from './hints';

const TASKS = 1_000;
const CONCURRENCY = 32;
const RETRIES = 6;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
const LIMIT_MS = 300_000;

const FAULTS: FaultRequest[] = [
	{ kind: 'status', status: 429, retryAfter: { seconds: 1 }, probability: 0.02, times: 2 },
	{ kind: 'status', status: 429, retryAfter: { date: 1 }, probability: 0.02, times: 2 },
	{ kind: 'status', status: 429, retryAfter: { seconds: 0 }, probability: 0.01 },
	{ kind: 'status', status: 503, retryAfter: { seconds: 1 }, probability: 0.02, times: 2 },
	{ kind: 'status', status: 503, probability: 0.02 },
	{ kind: 'status', status: 500, probability: 0.02 },
	{ kind: 'status', status: 500, probability: 0.02, when: 'after' },
	{ kind: 'status', status: 422, probability: 0.02 },
	{ kind: 'html', probability: 0.02 },
	{ kind: 'html', probability: 0.02, when: 'after' },
	{ kind: 'html', status: 502, probability: 0.02, when: 'after' },
	{ kind: 'truncated', probability: 0.02 },
	{ kind: 'reset', probability: 0.04 },
	{ kind: 'reset', probability: 0.04, when: 'during' },
	{ kind: 'reset', probability: 0.04, when: 'after' },
	{ kind: 'slow', delayMs: 20, probability: 0.04 },
	{ kind: 'slow', delayMs: 20, probability: 0.04, when: 'after' },
	{ kind: 'slow', delayMs: 3_000, probability: 0.02, times: 2 },
	{ kind: 'slow', delayMs: 3_000, probability: 0.02, times: 2, when: 'after' },
];

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed });
	for (const fault of FAULTS) sandbox.addFault({ ...fault, route: POST_TASK } as FaultRequest);
});
afterAll(() => sandbox.close());

/** How many tasks the service stores for each title. */
async function stored(): Promise<Map<string, number>> {
	const { body } = await call<Array<{ title: string }>>('GET', `${sandbox.url}/sandbox/tasks`);
	const counts = new Map<string, number>();
	for (const { title } of body) counts.set(title, (counts.get(title) ?? 0) + 1);
	return counts;
}

/** Where the output of an item contradicts the service. */
function contradictionIn({ json }: INodeExecutionData, title: string, count: number): string[] {
	const { error, message } = json as { error?: string; message?: string };
	const saysMayExist = String(message).includes(MAY_EXIST);
	if (count > 1) return [`${title} exists ${count} times`];
	if (error === undefined) return count === 1 ? [] : [`${title} was reported and does not exist`];
	if (saysMayExist && /responded with (422|429)/.test(error))
		return [`${title} is unclear after ${error}`];
	if (count === 1 && !saysMayExist) return [`${title} exists, despite: ${error}`];
	return [];
}

it(
	`${TASKS} creates duplicate no task and account for each one (seed ${seed})`,
	async () => {
		await useCredential({ baseUrl: sandbox.url, apiToken: sandbox.token });
		const options = { concurrency: CONCURRENCY, maxRetries: RETRIES, timeout: 2 };
		const { items } = await run({ ...CREATE_TASK, options }, makeTitles(TASKS), CONTINUE);
		const counts = await stored();
		const contradictions = items.flatMap((item, index) =>
			contradictionIn(item, `Task ${index}`, counts.get(`Task ${index}`) ?? 0),
		);
		expect(contradictions).toEqual([]);
		expect(items.map(({ pairedItem }) => Object(pairedItem).item)).toEqual([
			...Array(TASKS).keys(),
		]);
		const failures = items.filter(({ json }) => json.error !== undefined);
		const unclear = failures.filter(({ json }) => JSON.stringify(json).includes(MAY_EXIST));
		process.stdout.write(
			`seed ${seed}: ${TASKS - failures.length} done, ${failures.length} failed, ${unclear.length} of them possibly done, ${sandbox.requests().length} requests\n`,
		);
		expect(unclear.length).toBeGreaterThan(0);
		expect(sandbox.faults().filter(({ hits }) => hits === 0)).toEqual([]);
	},
	LIMIT_MS,
);
