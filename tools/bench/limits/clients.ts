import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { makeRetrySteps } from '../../../nodes/WorkspaceTaskService/http/retry';
import type { VirtualClock } from '../../../test/support/virtualClock';
import type { World } from './worlds';

export interface Response {
	status: number;
	retryAfterMs?: number;
}

/** Sends an item once. */
export type Send = () => Promise<Response>;
/** Sends the items of an execution. Each is done or lost. */
type Execute = (items: Send[]) => Promise<boolean[]>;
/** What a process has, and then an execution. */
export type Client = (clock: VirtualClock, world: World) => () => Execute;

class Refused extends Error {
	constructor(readonly response: Response) {
		super('Refused');
	}
}

async function sendOnce(send: Send): Promise<void> {
	const response = await send();
	if (response.status !== 201) throw new Refused(response);
}

const isDone = async (work: Promise<unknown>) =>
	await work.then(
		() => true,
		() => false,
	);
const each =
	(work: (send: Send) => Promise<unknown>): Execute =>
	async (items) =>
		await Promise.all(items.map(async (send) => await isDone(work(send))));

/** A library of the folder's own package.json. */
async function load<Library>(name: string): Promise<Library> {
	const file = createRequire(path.join(__dirname, 'package.json')).resolve(name);
	return (await import(pathToFileURL(file).href)) as Library;
}

const thisNode: Client = (clock) => {
	const limiter = new Limiter(clock);
	const { signal } = new AbortController();
	return () => {
		const queue = limiter.openQueue(50);
		return each(async (send) => {
			const { retry, sendAndLearn } = makeRetrySteps(
				{ queue, signal, maxRetries: 4 },
				CALLS.createTask,
			);
			const exchange = async (): Promise<Outcome> => {
				const { status, retryAfterMs } = await send();
				const response = { status, headers: {}, text: '', receivedDate: new Date() };
				if (status === 201) return { kind: 'done', response, body: {} };
				return { kind: 'rateLimited', response, askedMs: retryAfterMs };
			};
			const { kind } = await retry(sendAndLearn(exchange))();
			if (kind !== 'done') throw new Error(kind);
		});
	};
};

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** The loop of n8n's HTTP Request: sends a batch, waits, does not wait for responses. */
const batches = (size: number, intervalMs: number) => (): Execute => async (items) => {
	const sent: Array<Promise<boolean>> = [];
	for (const [index, send] of items.entries()) {
		if (index > 0 && index % size === 0) await sleep(intervalMs);
		sent.push(isDone(sendOnce(send)));
	}
	return await Promise.all(sent);
};

/** Somebody knows the limit, shares it among the processes, and waits 10 % longer. */
const oracle: Client = (_, { known: { size, intervalMs }, processes }) => {
	const share = size / processes;
	const waitMs = share < 1 ? intervalMs / share : intervalMs;
	return batches(Math.max(Math.floor(share), 1), waitMs * 1.1);
};

interface Libraries {
	queue: { default: new (options: { concurrency: number }) => Queue };
	retry: { default(work: () => Promise<unknown>, options: { retries: number }): Promise<unknown> };
	aws: { AdaptiveRetryStrategy: new (attempts: () => Promise<number>) => Strategy };
	cockatiel: Cockatiel;
}

interface Queue {
	add(work: () => Promise<unknown>): Promise<unknown>;
}

interface Token {
	getRetryDelay(): number;
}

interface Strategy {
	acquireInitialRetryToken(scope: string): Promise<Token>;
	refreshRetryTokenForRetry(token: Token, info: object): Promise<Token>;
	recordSuccess(token: Token): void;
}

type Policy = { execute(work: () => Promise<unknown>): Promise<unknown> };

interface Cockatiel {
	handleAll: unknown;
	ExponentialBackoff: new () => unknown;
	ConsecutiveBreaker: new (failures: number) => unknown;
	retry(on: unknown, options: object): Policy;
	circuitBreaker(on: unknown, options: object): Policy;
	bulkhead(limit: number, queue: number): Policy;
	wrap(...policies: Policy[]): Policy;
}

const queueAndRetry =
	({ queue, retry }: Libraries): Client =>
	() =>
	() => {
		const pool = new queue.default({ concurrency: 5 });
		const retried = async (send: Send) =>
			await retry.default(async () => await sendOnce(send), { retries: 10 });
		return each(async (send) => await pool.add(async () => await retried(send)));
	};

const cockatiel =
	({ cockatiel: library }: Libraries): Client =>
	() => {
		const { retry, handleAll, ExponentialBackoff, ConsecutiveBreaker, circuitBreaker } = library;
		const policy = library.wrap(
			retry(handleAll, { maxAttempts: 10, backoff: new ExponentialBackoff() }),
			circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) }),
			library.bulkhead(10, Infinity),
		);
		return () => each(async (send) => await policy.execute(async () => await sendOnce(send)));
	};

/** With the 50 sockets that the SDK has by default, and a Retry-After as its hint. */
const adaptive =
	({ aws, queue }: Libraries): Client =>
	() => {
		const strategy = new aws.AdaptiveRetryStrategy(async () => await Promise.resolve(10));
		const sockets = new queue.default({ concurrency: 50 });
		const sendUntilDone = async (send: Send) => {
			let token = await strategy.acquireInitialRetryToken('');
			for (;;) {
				try {
					await sockets.add(async () => await sendOnce(send));
					strategy.recordSuccess(token);
					return;
				} catch (error) {
					const { retryAfterMs } = (error as Refused).response;
					const retryAfterHint =
						retryAfterMs === undefined ? undefined : new Date(Date.now() + retryAfterMs);
					const info = { error, errorType: 'THROTTLING', retryAfterHint };
					token = await strategy.refreshRetryTokenForRetry(token, info);
					await sleep(token.getRetryDelay());
				}
			}
		};
		return () => each(sendUntilDone);
	};

export async function loadClients(): Promise<Record<string, Client>> {
	const libraries: Libraries = {
		queue: await load('p-queue'),
		retry: await load('p-retry'),
		aws: await load('@smithy/util-retry'),
		cockatiel: await load('cockatiel'),
	};
	return {
		'This node': thisNode,
		'p-queue (5 at a time) + p-retry (10)': queueAndRetry(libraries),
		'cockatiel (10 retries, breaker, bulkhead of 10)': cockatiel(libraries),
		'HTTP Request, batches of 50 each second': () => batches(50, 1_000),
		'HTTP Request, tuned by somebody who knows the limit (+ 10 %)': oracle,
		'AWS adaptive mode (10 attempts)': adaptive(libraries),
	};
}
