import { Agent, request, type Dispatcher } from 'undici';
import type { HttpMessage } from '../shapes/notification';

const MAX_RESPONSE_BYTES = 65_536;

/** A response, whose body is truncated if it is long, or why there was none. */
export interface SendResult {
	status: number | null;
	error: string | null;
	headers: Dispatcher.ResponseData['headers'];
	body: string;
	ms: number;
}

type Message = HttpMessage | (Omit<HttpMessage, 'body'> & { method: 'GET' });

export type Sender = ReturnType<typeof createSender>;

export function createSender(timeoutMs: number) {
	// Without keep-alive: after a restart of the receiver, a kept connection would be stale.
	const dispatcher = new Agent({ pipelining: 0 });

	return {
		/** A POST unless the message says otherwise. Never rejects, does not follow redirects. */
		async send(url: string, message: Message, stopped: AbortSignal): Promise<SendResult> {
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

export const isSuccess = ({ status }: Pick<SendResult, 'status'>): boolean =>
	status !== null && status >= 200 && status < 300;
