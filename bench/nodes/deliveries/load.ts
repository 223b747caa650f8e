/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Delivery {
	url: string;
	headers: Record<string, string>;
	body: string;
	/** The status of the answer; another one ends the measurement. */
	expects: number;
}

export interface Shipping {
	latenciesMs: number[];
	/** From the first byte sent until the last answer. */
	elapsedMs: number;
}

const LONGEST_MS = 60_000;

/** Keeps as many under way, as a service with more to tell than n8n can take. */
export async function shipAtOnce(deliveries: Delivery[], atOnce: number): Promise<Shipping> {
	const waiting = deliveries.values();
	return await shipping(async (deliver) => {
		const start = performance.now();
		const sendNext = async () => {
			for (const delivery of waiting) {
				if (performance.now() - start > LONGEST_MS) throw new Error('The load took too long');
				await deliver(delivery, performance.now());
			}
		};
		await Promise.all(Array.from({ length: atOnce }, sendNext));
	});
}

/**
 * Sends them at a steady pace, whether or not the earlier ones are answered. The latency counts from
 * the time at which a delivery was due.
 */
export async function shipPaced(deliveries: Delivery[], perSecond: number): Promise<Shipping> {
	return await shipping(async (deliver) => {
		const start = performance.now();
		const sent = deliveries.map(async (delivery, index) => {
			const due = start + (index * 1_000) / perSecond;
			await delay(Math.max(0, due - performance.now()));
			await deliver(delivery, due);
		});
		await Promise.all(sent);
	});
}

async function shipping(
	work: (deliver: (delivery: Delivery, since: number) => Promise<void>) => Promise<void>,
): Promise<Shipping> {
	const dispatcher = new Agent({ headersTimeout: LONGEST_MS });
	const latenciesMs: number[] = [];
	const start = performance.now();
	try {
		await work(async (delivery, since) => {
			await post(delivery, dispatcher);
			latenciesMs.push(performance.now() - since);
		});
		return { latenciesMs, elapsedMs: performance.now() - start };
	} finally {
		await dispatcher.destroy();
	}
}

async function post({ url, headers, body, expects }: Delivery, dispatcher: Agent) {
	const all = { 'content-type': 'application/json', ...headers };
	const answer = await request(url, { method: 'POST', headers: all, body, dispatcher });
	await answer.body.dump();
	const { statusCode } = answer;
	if (statusCode !== expects)
		throw new Error(`A delivery was answered ${statusCode}, not ${expects}`);
}
