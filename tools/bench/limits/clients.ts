import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { makeRetrySteps } from '../../../nodes/WorkspaceTaskService/http/retry';
import type { VirtualClock } from '../../../test/support/virtualClock';
import type { World } from './worlds';

/** Sends an item once. */
export type Send = () => Promise<{ status: 201 | 429; retryAfterMs?: number }>;
/** Sends an item of an execution until it is done; rejects if it is lost. */
type SendItem = (send: Send, index: number) => Promise<unknown>;
/** What a process has, and then an execution. */
export type Client = (clock: VirtualClock, world: World) => () => SendItem;

async function sendOnce(send: Send): Promise<void> {
	const { status } = await send();
	if (status !== 201) throw new Error('Refused');
}

const thisNode: Client = (clock) => {
	const limiter = new Limiter(clock);
	const { signal } = new AbortController();
	return () => {
		const limitedRun = limiter.limitRun(50);
		return async (send) => {
			const { retryWithinLimits, sendAndLearn } = makeRetrySteps(
				{ limitedRun, signal, maxRetries: 4 },
				CALLS.createTask,
			);
			const exchange = async (): Promise<Outcome> => {
				const { status, retryAfterMs } = await send();
				const response = { status, headers: {}, text: '', receivedDate: new Date() };
				if (status === 201) return { kind: 'done', response, body: {} };
				return { kind: 'rateLimited', response, askedMs: retryAfterMs };
			};
			const { kind } = await retryWithinLimits(sendAndLearn(exchange))();
			if (kind !== 'done') throw new Error(kind);
		};
	};
};

/** As n8n's HTTP Request: sends a batch, waits, does not wait for responses, retries nothing. */
const sendInBatches =
	(size: number, intervalMs: number): SendItem =>
	async (send, index) => {
		const waitMs = Math.floor(index / size) * intervalMs;
		await new Promise((resolve) => setTimeout(resolve, waitMs));
		await sendOnce(send);
	};

/** Somebody knows the limit, shares it among the processes, and waits 10 % longer. */
const tuned: Client = (_, { rate, atOnce = 50, latencyMs, networkMs, processes }) => {
	const [, size, intervalMs] = rate ?? ['', atOnce, latencyMs + networkMs];
	const share = size / processes;
	const waitMs = share < 1 ? intervalMs / share : intervalMs;
	return () => sendInBatches(Math.max(Math.floor(share), 1), waitMs * 1.1);
};

type Work = () => Promise<unknown>;
type Policy = { execute(work: Work): Promise<unknown> };

/** What is used of the libraries in the folder's own package.json, which are not always installed. */
interface Libraries {
	'p-queue': { default: new (options: object) => { add(work: Work): Promise<unknown> } };
	'p-retry': { default(work: Work, options: object): Promise<unknown> };
	cockatiel: {
		handleAll: unknown;
		ExponentialBackoff: new () => unknown;
		ConsecutiveBreaker: new (failures: number) => unknown;
		retry(on: unknown, options: object): Policy;
		circuitBreaker(on: unknown, options: object): Policy;
		bulkhead(limit: number, queue: number): Policy;
		wrap(...policies: Policy[]): Policy;
	};
}

async function load<Name extends keyof Libraries>(name: Name): Promise<Libraries[Name]> {
	const file = createRequire(path.join(__dirname, 'package.json')).resolve(name);
	return (await import(pathToFileURL(file).href)) as Libraries[Name];
}

export async function loadClients(): Promise<Record<string, Client>> {
	const { default: Queue } = await load('p-queue');
	const { default: retry } = await load('p-retry');
	const policies = await load('cockatiel');
	const queueAndRetry: Client = () => () => {
		const queue = new Queue({ concurrency: 5 });
		return async (send) =>
			await queue.add(async () => await retry(async () => await sendOnce(send), { retries: 10 }));
	};
	const cockatiel: Client = () => {
		const { handleAll, ExponentialBackoff, ConsecutiveBreaker } = policies;
		const breaker = new ConsecutiveBreaker(5);
		const policy = policies.wrap(
			policies.retry(handleAll, { maxAttempts: 10, backoff: new ExponentialBackoff() }),
			policies.circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker }),
			policies.bulkhead(10, Infinity),
		);
		return () => async (send) => await policy.execute(async () => await sendOnce(send));
	};
	return {
		'This node': thisNode,
		'p-queue (5 at a time) + p-retry (10)': queueAndRetry,
		'cockatiel (10 retries, breaker, bulkhead of 10)': cockatiel,
		'HTTP Request, batches of 50 each second': () => () => sendInBatches(50, 1_000),
		'HTTP Request, tuned by somebody who knows the limit (+ 10 %)': tuned,
	};
}
