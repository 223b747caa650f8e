import { Agent, request, type Dispatcher } from 'undici';
import type { HttpMessage } from './message';

const MAX_RESPONSE_BYTES = 65_536;

/** A status, or why there was none. */
export type Outcome = { status: number; error: null } | { status: null; error: string };

/** With the response, empty if there was none. A long body is truncated. */
export type SendResult = Outcome & {
	headers: Dispatcher.ResponseData['headers'];
	body: string;
	ms: number;
};

type Message = HttpMessage | (Omit<HttpMessage, 'body'> & { method: 'GET' });

export interface Sender {
	/** A POST unless the message says otherwise. Never rejects, does not follow redirects. */
	send(url: string, message: Message, signal: AbortSignal): Promise<SendResult>;
	close(): Promise<void>;
}

export function createSender(timeoutMs: number): Sender {
	// Without keep-alive: after a restart of the receiver, a kept connection would be stale.
	const dispatcher = new Agent({ pipelining: 0 });

	return {
		async send(url, message, stopped) {
			const start = performance.now();
			const ms = () => Math.round(performance.now() - start);
			const timeout = AbortSignal.timeout(timeoutMs);
			const signal = AbortSignal.any([stopped, timeout]);
			try {
				const response = await request(url, { method: 'POST', ...message, signal, dispatcher });
				const { statusCode: status, headers } = response;
				return { status, error: null, headers, body: await readStart(response), ms: ms() };
			} catch (error) {
				const reason = timeout.aborted ? 'timeout' : reasonOf(error);
				return { status: null, error: reason, headers: {}, body: '', ms: ms() };
			}
		},
		close: () => dispatcher.destroy(),
	};
}

async function readStart({ body }: Dispatcher.ResponseData): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= MAX_RESPONSE_BYTES) break;
	}
	return Buffer.concat(chunks).toString('utf8', 0, MAX_RESPONSE_BYTES);
}

function reasonOf(error: unknown): string {
	const code: unknown = Object(error).code;
	return typeof code === 'string' ? code : String(error);
}

export function isSuccess({ status }: Pick<Outcome, 'status'>): boolean {
	return status !== null && status >= 200 && status < 300;
}

/** 410 ends the subscription. */
export function isGone({ status }: Outcome): boolean {
	return status === 410;
}

/** n8n responds with 404 at a test URL while the editor does not listen. */
export function isNotListening({ status }: Pick<Outcome, 'status'>, url: string): boolean {
	return url.includes('/webhook-test/') && (status === 404 || status === null);
}

/** Not worth a retry. */
export function isFinal(outcome: Outcome, url: string): boolean {
	return isGone(outcome) || isNotListening(outcome, url);
}
