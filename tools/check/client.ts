import { Agent, request } from 'undici';
import { parse } from '../testkit/http/json';

const DEADLINE_MS = 20_000;
const MAX_RATE_LIMITED = 20;
const MAX_WAIT_S = 60;

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON; the text when it is none. */
	body: unknown;
}
export const isOk = (reply?: Reply): boolean => Math.floor((reply?.status ?? 0) / 100) === 2;

/** The check cannot go on. The message is for the person who runs it. */
export class CannotContinue extends Error {}

export interface ClientOptions {
	baseUrl: string;
	token: string | undefined;
	signal: AbortSignal;
	deadlineMs?: number;
	pause(ms: number): Promise<unknown>;
}

export class Client {
	private readonly dispatcher = new Agent({ pipelining: 0 });
	calls = 0;
	/** The first 429, and how many calls passed before. */
	limited: { requests: number; reply: Reply } | undefined;

	constructor(
		private readonly options: ClientOptions,
		public token = options.token,
	) {}

	/** Sends again after a 429: it says that nothing was done. */
	async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
		for (let refusals = 0; ; refusals++) {
			const reply = await this.send(method, path, body).catch((error) => this.fail(method, error));
			if (reply.status !== 429) return reply;
			this.limited ??= { requests: this.calls, reply };
			const seconds = Number(reply.headers['retry-after'] ?? 1) || 1;
			if (refusals === MAX_RATE_LIMITED || seconds > MAX_WAIT_S) {
				throw new CannotContinue(`The service limits the rate (429, for ${seconds} s).`);
			}
			await this.options.pause(seconds * 1_000);
		}
	}

	private async send(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
		const { baseUrl, signal, deadlineMs = DEADLINE_MS } = this.options;
		const authorization = this.token && { authorization: `Bearer ${this.token}` };
		const answer = await request(`${baseUrl}/api/v1${path}`, {
			...{ method, dispatcher: this.dispatcher, body: body && JSON.stringify(body) },
			headers: { ...(body && { 'content-type': 'application/json' }), ...authorization },
			signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
		});
		const text = await answer.body.text();
		if (answer.statusCode !== 429) this.calls += 1;
		return { status: answer.statusCode, headers: answer.headers, body: parse(text) };
	}

	private fail(method: string, error: unknown): never {
		const { name, code } = Object(error);
		const reason = REASONS[name] ?? REASONS[code] ?? `closed the connection (${code})`;
		const said = `${new URL(this.options.baseUrl).host} ${reason}.`;
		const doubt = method === 'POST' ? ' The last request may have been carried out anyway.' : '';
		throw new CannotContinue((this.options.signal.aborted ? 'Stopped.' : said) + doubt);
	}
}

const REASONS: Record<string, string> = {
	TimeoutError: 'did not answer in time',
	ENOTFOUND: 'was not found: check the host name, and your network',
	ECONNREFUSED: 'does not answer: check the port, and whether the service runs',
};
