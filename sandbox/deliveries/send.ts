import { Agent, request } from 'undici';
import type { Parcel } from './parcel';

const MOST_ANSWER_BYTES = 65_536;

/** How one attempt ended: a status, or why there was none. */
export type Outcome = { status: number; error: null } | { status: null; error: string };

export interface Sender {
	/** Never rejects. Redirects are an answer like any other. */
	send(url: string, parcel: Parcel, signal: AbortSignal): Promise<Outcome>;
	close(): Promise<void>;
}

export function createSender(timeoutMs: number): Sender {
	// Without keep-alive: a receiver that restarts on its port never meets a stale connection.
	const dispatcher = new Agent({ pipelining: 0 });

	return {
		async send(url, parcel, stopped) {
			const timeUp = AbortSignal.timeout(timeoutMs);
			const signal = AbortSignal.any([stopped, timeUp]);
			try {
				const answer = await request(url, { method: 'POST', ...parcel, signal, dispatcher });
				await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal });
				return { status: answer.statusCode, error: null };
			} catch (error) {
				return { status: null, error: timeUp.aborted ? 'timeout' : reasonOf(error) };
			}
		},
		close: () => dispatcher.destroy(),
	};
}

function reasonOf(error: unknown): string {
	const code: unknown = Object(error).code;
	return typeof code === 'string' ? code : String(error);
}
