/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
	method: string;
	/** Path and query. */
	url: string;
	headers: IncomingHttpHeaders;
	/** As it came over the wire. */
	body: string;
}

/** A status alone, or more of an answer. */
export type Answer = number | { status: number; headers?: Record<string, string>; body?: string };

/**
 * What the receiver does with the next request, the last one again and again:
 * `hold` keeps it open until `release()`, `reset` cuts the connection without an answer.
 */
export type Reaction = Answer | 'hold' | 'reset';

/** A local HTTP server that remembers what it was sent. Answers 200 until told otherwise. */
export interface Receiver {
	/** `http://127.0.0.1:<port>` */
	url: string;
	/** In order of arrival. */
	requests: ReceivedRequest[];
	/** The most requests that were open at the same time. */
	mostAtOnce(): number;
	react(...reactions: Reaction[]): void;
	/** Answers all that is held, and from now on every request, with `answer` (default 200). */
	release(answer?: Answer): void;
	/** Resolves with the first `count` requests as soon as they are there. */
	waitFor(count: number): Promise<ReceivedRequest[]>;
	close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const script = new Script();
	const inbox = new Inbox();
	const server = createServer((request, response) => {
		inbox.open(response);
		void receive(request).then((received) => {
			inbox.add(received);
			script.play(response);
		});
	});

	return {
		url: await listen(server),
		requests: inbox.requests,
		mostAtOnce: () => inbox.mostAtOnce,
		react: (...reactions) => script.write(reactions),
		release: (answer = 200) => script.release(answer),
		waitFor: (count) => inbox.waitFor(count),
		close: () => stop(server),
	};
}

class Inbox {
	readonly requests: ReceivedRequest[] = [];
	mostAtOnce = 0;
	private atOnce = 0;
	private waiters = new Set<() => void>();

	open(response: ServerResponse): void {
		this.atOnce += 1;
		this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
		response.once('close', () => (this.atOnce -= 1));
	}

	add(request: ReceivedRequest): void {
		this.requests.push(request);
		for (const check of this.waiters) check();
	}

	waitFor(count: number): Promise<ReceivedRequest[]> {
		return new Promise((resolve) => {
			const check = () => {
				if (this.requests.length < count) return;
				this.waiters.delete(check);
				resolve(this.requests.slice(0, count));
			};
			this.waiters.add(check);
			check();
		});
	}
}

class Script {
	private reactions: Reaction[] = [200];
	private held = new Set<ServerResponse>();

	write(reactions: Reaction[]): void {
		this.reactions = [...reactions];
	}

	play(response: ServerResponse): void {
		const [next = 200, ...rest] = this.reactions;
		if (rest.length > 0) this.reactions = rest;
		if (next === 'hold') this.held.add(response);
		else if (next === 'reset') response.destroy();
		else answer(response, next);
	}

	release(reaction: Answer): void {
		this.reactions = [reaction];
		for (const response of this.held) answer(response, reaction);
		this.held.clear();
	}
}

function answer(response: ServerResponse, reaction: Answer): void {
	const { status, headers, body } =
		typeof reaction === 'number' ? { status: reaction, headers: {}, body: '' } : reaction;
	response.writeHead(status, headers).end(body);
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
	const { method = '', url = '', headers } = request;
	return { method, url, headers, body: await text(request) };
}

async function listen(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return `http://127.0.0.1:${address.port}`;
}

async function stop(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}
