import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
	method: string;
	/** Path and query. */
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface ScriptedResponse {
	status: number;
	headers?: Record<string, string>;
	body?: string;
}

/**
 * A response or its status; `hold` keeps the request open until `release()`; `reset` resets the
 * connection; a function returns one of these, or writes the response and returns nothing.
 */
export type Reply =
	| number
	| ScriptedResponse
	| 'hold'
	| 'reset'
	| ((received: ReceivedRequest, response: ServerResponse) => unknown);

/** Such as `POST /api/v1/tasks`. */
type Route = string | ((received: ReceivedRequest) => boolean);

/** A local HTTP server that replies as scripted and records requests. */
export interface ScriptedServer {
	/** `http://127.0.0.1:<port>` */
	url: string;
	/** In order of arrival. */
	requests: ReceivedRequest[];
	requestsTo(route: Route): ReceivedRequest[];
	maxInFlight(): number;
	/** The replies to the next requests, in order; the last one repeats. */
	reply(...replies: Reply[]): void;
	/** As `reply`, for one route. */
	when(route: Route, ...replies: Reply[]): void;
	/** Replies to all held and all further requests. */
	release(reply?: number | ScriptedResponse): void;
	/** The first `count` requests, as soon as they have arrived. */
	waitFor(count: number): Promise<ReceivedRequest[]>;
	close(): Promise<void>;
}

/** On a free loopback port; responds with 200 unless scripted otherwise. */
export const startServer = async (...replies: Reply[]) => await startServerAt(0, ...replies);

export async function startServerAt(port: number, ...replies: Reply[]): Promise<ScriptedServer> {
	const requests: ReceivedRequest[] = [];
	const held = new Set<ServerResponse>();
	const waiters = new Set<() => void>();
	const inFlight = { now: 0, max: 0 };
	const routes: Array<{ route: Route; script: Reply[] }> = [];
	let script: Reply[] = replies;

	const perform = async (reply: unknown, received: ReceivedRequest, response: ServerResponse) => {
		if (typeof reply === 'function')
			await perform(await reply(received, response), received, response);
		else if (reply === 'hold') held.add(response);
		else if (reply === 'reset') response.destroy();
		else if (reply !== undefined) send(response, reply as number | ScriptedResponse);
	};

	const server = createServer((incoming, response) => {
		inFlight.now += 1;
		inFlight.max = Math.max(inFlight.max, inFlight.now);
		response.once('close', () => (inFlight.now -= 1));
		const receive = async () => {
			const body = await text(incoming);
			const { method = '', url: path = '', headers } = incoming;
			const received = { method, path, headers, body };
			requests.push(received);
			const own = routes.find(({ route }) => matches(received, route));
			try {
				await perform(next(own?.script ?? script), received, response);
			} finally {
				for (const check of waiters) check();
			}
		};
		// The client or a proxied server has closed the connection.
		receive().catch(() => response.destroy());
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		requestsTo: (route) => requests.filter((received) => matches(received, route)),
		maxInFlight: () => inFlight.max,
		reply: (...others) => (script = others),
		when: (route, ...others) => void routes.unshift({ route, script: others }),
		release: (reply = 200) => {
			routes.length = 0;
			script = [reply];
			for (const response of held) send(response, reply);
			held.clear();
		},
		waitFor: async (count) =>
			await new Promise((resolve) => {
				const check = () => {
					if (requests.length < count) return;
					waiters.delete(check);
					resolve(requests.slice(0, count));
				};
				waiters.add(check);
				check();
			}),
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

export const json = (body: unknown, status = 200): ScriptedResponse => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

function matches(received: ReceivedRequest, route: Route): boolean {
	if (typeof route === 'function') return route(received);
	return `${received.method} ${received.path.split('?')[0]}` === route;
}

/** The last one repeats. */
function next(script: Reply[]): Reply {
	return (script.length > 1 ? script.shift() : script[0]) ?? 200;
}

function send(response: ServerResponse, reply: number | ScriptedResponse): void {
	const { status, headers, body }: ScriptedResponse =
		typeof reply === 'number' ? { status: reply } : reply;
	response.writeHead(status, headers).end(body ?? '');
}
