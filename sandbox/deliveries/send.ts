import { Agent, request, type Dispatcher } from 'undici';
import type { Parcel } from './parcel';

const MOST_ANSWER_BYTES = 65_536;

/** How one attempt ended: a status, or why there was none. */
export type Outcome = { status: number; error: null } | { status: null; error: string };

/** With what came back; empty without an answer. A long body is cut. */
export type Reply = Outcome & {
	headers: Dispatcher.ResponseData['headers'];
	body: string;
	ms: number;
};

type Message = Parcel | (Omit<Parcel, 'body'> & { method: 'GET' });

export interface Sender {
	/** A POST unless the message says otherwise. Never rejects; a redirect is an answer. */
	send(url: string, message: Message, signal: AbortSignal): Promise<Reply>;
	close(): Promise<void>;
}

export function createSender(timeoutMs: number): Sender {
	// Without keep-alive: a receiver that restarts on its port never meets a stale connection.
	const dispatcher = new Agent({ pipelining: 0 });

	return {
		async send(url, message, stopped) {
			const start = performance.now();
			const ms = () => Math.round(performance.now() - start);
			const timeUp = AbortSignal.timeout(timeoutMs);
			const signal = AbortSignal.any([stopped, timeUp]);
			try {
				const answer = await request(url, { method: 'POST', ...message, signal, dispatcher });
				const { statusCode: status, headers } = answer;
				return { status, error: null, headers, body: await startOf(answer), ms: ms() };
			} catch (error) {
				const reason = timeUp.aborted ? 'timeout' : reasonOf(error);
				return { status: null, error: reason, headers: {}, body: '', ms: ms() };
			}
		},
		close: () => dispatcher.destroy(),
	};
}

async function startOf({ body }: Dispatcher.ResponseData): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= MOST_ANSWER_BYTES) break;
	}
	return Buffer.concat(chunks).toString('utf8', 0, MOST_ANSWER_BYTES);
}

function reasonOf(error: unknown): string {
	const code: unknown = Object(error).code;
	return typeof code === 'string' ? code : String(error);
}

export type Verdict =
	{ kind: 'delivered' } | { kind: 'retry'; afterMs: number } | { kind: 'abandoned' };

/**
 * What follows from an attempt (counted from 1); no wait left means giving up. Assumed: the API document shows no
 * retries.
 */
export function judge(
	outcome: Outcome,
	attempt: number,
	retryDelaysMs: readonly number[],
): Verdict {
	const { status } = outcome;
	if (isGone(outcome)) return { kind: 'abandoned' };
	if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
	const afterMs = retryDelaysMs[attempt - 1];
	return afterMs === undefined ? { kind: 'abandoned' } : { kind: 'retry', afterMs };
}

/** The receiver has asked for no further deliveries. */
export function isGone({ status }: Outcome): boolean {
	return status === 410;
}
