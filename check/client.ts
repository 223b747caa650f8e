/* eslint-disable @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { Agent, request } from 'undici';

const DEADLINE_MS = 20_000;
const MAX_RATE_LIMITED = 20;
const MAX_WAIT_S = 60;

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** Parsed JSON; the text when it is none. */
	body: unknown;
}

/** The check cannot go on. The message is for the person who runs it. */
export class CannotContinue extends Error {}

export interface ClientOptions {
	baseUrl: string;
	signal: AbortSignal;
	deadlineMs?: number;
	pause(ms: number): Promise<unknown>;
}

export function createClient({ baseUrl, signal, deadlineMs = DEADLINE_MS, pause }: ClientOptions) {
	const dispatcher = new Agent({ pipelining: 0 });
	const client = {
		token: undefined as string | undefined,
		calls: 0,
		/** The first 429, and how many calls passed before. */
		limited: undefined as { requests: number; reply: Reply } | undefined,
		/** Sends again after a 429: it says that nothing was done. */
		async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
			for (let refusals = 0; ; refusals++) {
				const reply = await send(method, path, body);
				if (reply.status !== 429) return reply;
				client.limited ??= { requests: client.calls, reply };
				const seconds = Number(reply.headers['retry-after'] ?? 1) || 1;
				if (refusals === MAX_RATE_LIMITED || seconds > MAX_WAIT_S) {
					throw new CannotContinue(`The service limits the rate (429, for ${seconds} s).`);
				}
				await pause(seconds * 1_000);
			}
		},
	};

	const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> => {
		const timeUp = AbortSignal.timeout(deadlineMs);
		const type = body && { 'content-type': 'application/json' };
		const authorization = client.token && { authorization: `Bearer ${client.token}` };
		try {
			const answer = await request(`${baseUrl}/api/v1${path}`, {
				method,
				dispatcher,
				signal: AbortSignal.any([signal, timeUp]),
				headers: { accept: 'application/json', ...type, ...authorization },
				body: body && JSON.stringify(body),
			});
			const text = await answer.body.text();
			const { statusCode: status, headers } = answer;
			client.calls += status === 429 ? 0 : 1;
			return { status, headers, text, body: parse(text) };
		} catch (error) {
			if (signal.aborted) throw new CannotContinue('Stopped.');
			const code = timeUp.aborted ? 'timeout' : String(Object(error).code ?? error);
			const reason = REASONS[code] ?? `closed the connection before the answer (${code})`;
			const doubt = method === 'POST' ? ' The request may have been carried out anyway.' : '';
			throw new CannotContinue(`${new URL(baseUrl).host} ${reason}.${doubt}`);
		}
	};
	return client;
}

const REASONS: Record<string, string> = {
	timeout: 'did not answer in time',
	ENOTFOUND: 'was not found: check the host name, and your network',
	EAI_AGAIN: 'was not found: check the host name, and your network',
	ECONNREFUSED: 'does not answer: check the port, and whether the service runs',
	EPROTO: 'does not speak https at this port',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'has no valid certificate',
};

export function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
