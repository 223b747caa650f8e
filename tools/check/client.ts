import { call } from '../http/client';

const DEADLINE_MS = 20_000;
const MAX_RATE_LIMITED = 20;
const MAX_WAIT_S = 60;

export interface ServiceResponse {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON, else the text; undefined if it is empty. */
	body: unknown;
}
export const isOk = (response?: ServiceResponse): boolean =>
	Math.floor((response?.status ?? 0) / 100) === 2;

/** The message is for the user. */
export class CannotContinue extends Error {}

export interface ClientOptions {
	baseUrl: string;
	token: string | undefined;
	signal: AbortSignal;
	deadlineMs?: number;
	pause(ms: number): Promise<unknown>;
}

export class Client {
	calls = 0;
	/** The first 429, and the number of calls before it. */
	limited: { requests: number; response: ServiceResponse } | undefined;

	constructor(
		private readonly options: ClientOptions,
		public token = options.token,
	) {}

	/** Retries after a 429, which says that nothing was done. */
	async call(method: 'GET' | 'POST', path: string, body?: object): Promise<ServiceResponse> {
		for (let refusals = 0; ; refusals++) {
			const response = await this.send(method, path, body).catch((error: Error) =>
				this.fail(method, error),
			);
			if (response.status !== 429) return response;
			this.limited ??= { requests: this.calls, response };
			const seconds = Number(response.headers['retry-after'] ?? 1) || 1;
			if (refusals === MAX_RATE_LIMITED || seconds > MAX_WAIT_S) {
				throw new CannotContinue(`The service limits the rate (429, for ${seconds} s).`);
			}
			await this.options.pause(seconds * 1_000);
		}
	}

	private async send(method: string, path: string, body?: object): Promise<ServiceResponse> {
		const { baseUrl, signal, deadlineMs = DEADLINE_MS } = this.options;
		const response = await call(method, `${baseUrl}/api/v1${path}`, {
			body,
			token: this.token || undefined,
			signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
		});
		if (response.status !== 429) this.calls += 1;
		return response;
	}

	private fail(method: string, { message }: Error): never {
		const { baseUrl, signal } = this.options;
		const reason = signal.aborted ? 'Stopped.' : `No response from ${baseUrl}: ${message}.`;
		const warning = method === 'POST' ? ' The last request may have been carried out anyway.' : '';
		throw new CannotContinue(reason + warning);
	}
}
