import { Agent, request, type Dispatcher } from 'undici';
import type { HttpMessage } from './message';

const MOST_ANSWER_BYTES = 65_536;

/** How one attempt ended: a status, or why there was none. */
export type Outcome = { status: number; error: null } | { status: null; error: string };

/** With what came back; empty without an answer. A long body is cut. */
export type Reply = Outcome & {
	headers: Dispatcher.ResponseData['headers'];
	body: string;
	ms: number;
};

type Message = HttpMessage | (Omit<HttpMessage, 'body'> & { method: 'GET' });

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

export function isSuccess({ status }: Pick<Outcome, 'status'>): boolean {
	return status !== null && status >= 200 && status < 300;
}

/** The receiver has asked for no further deliveries. */
export function isGone({ status }: Outcome): boolean {
	return status === 410;
}

/** n8n answers 404 at a test address while nobody listens in the editor. */
export function isNotListening({ status }: Pick<Outcome, 'status'>, url: string): boolean {
	return url.includes('/webhook-test/') && (status === 404 || status === null);
}

/** Another attempt would not help. */
export function isFinal(outcome: Outcome, url: string): boolean {
	return isGone(outcome) || isNotListening(outcome, url);
}
