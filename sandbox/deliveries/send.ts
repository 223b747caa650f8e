import { Agent, request, type Dispatcher } from 'undici';
import type { Parcel } from './parcel';

const MOST_ANSWER_BYTES = 65_536;

/** How one attempt ended: a status, or why there was none. */
export type Outcome = { status: number; error: null } | { status: null; error: string };

/** With what came back; empty without an answer. A long body is cut. */
export type Reply = Outcome & { headers: Dispatcher.ResponseData['headers']; body: string };

/** Neither rejects. Redirects are an answer like any other. */
export interface Sender {
	send(url: string, parcel: Parcel, signal: AbortSignal): Promise<Outcome>;
	/** The same, and keeps the answer. */
	ask(url: string, parcel: Parcel, signal: AbortSignal): Promise<Reply>;
	close(): Promise<void>;
}

type Answer = Dispatcher.ResponseData;
type Reader<T> = (answer: Answer, signal: AbortSignal) => Promise<T>;

export function createSender(timeoutMs: number): Sender {
	// Without keep-alive: a receiver that restarts on its port never meets a stale connection.
	const dispatcher = new Agent({ pipelining: 0 });

	/** The outcome, and what `read` made of the answer if there was one. */
	const post = async <T>(url: string, parcel: Parcel, stopped: AbortSignal, read: Reader<T>) => {
		const timeUp = AbortSignal.timeout(timeoutMs);
		const signal = AbortSignal.any([stopped, timeUp]);
		try {
			const answer = await request(url, { method: 'POST', ...parcel, signal, dispatcher });
			const content = await read(answer, signal);
			const outcome: Outcome = { status: answer.statusCode, error: null };
			return { outcome, content };
		} catch (error) {
			const reason = timeUp.aborted ? 'timeout' : reasonOf(error);
			const outcome: Outcome = { status: null, error: reason };
			return { outcome };
		}
	};

	return {
		send: async (url, parcel, stopped) => (await post(url, parcel, stopped, discard)).outcome,
		async ask(url, parcel, stopped) {
			const { outcome, content } = await post(url, parcel, stopped, keep);
			return { ...outcome, ...(content ?? { headers: {}, body: '' }) };
		},
		close: () => dispatcher.destroy(),
	};
}

const discard: Reader<void> = async ({ body }, signal) => {
	await body.dump({ limit: MOST_ANSWER_BYTES, signal });
};

const keep: Reader<Pick<Reply, 'headers' | 'body'>> = async ({ headers, body }) => {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= MOST_ANSWER_BYTES) break;
	}
	return { headers, body: Buffer.concat(chunks).toString('utf8', 0, MOST_ANSWER_BYTES) };
};

function reasonOf(error: unknown): string {
	const code: unknown = Object(error).code;
	return typeof code === 'string' ? code : String(error);
}
