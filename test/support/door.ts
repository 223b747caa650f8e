/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';

const REGISTER = 'POST /api/v1/webhooks';
const LOGIN = 'POST /api/v1/auth/login';

/** Whether a request, given as `POST /api/v1/tasks` and its body, is one to count and to react to. */
type Watch = (route: string, sent: string) => boolean;

/** An answer in place of the service's own; the body may repeat what was sent. */
export interface Refusal {
	status: number;
	headers?: Record<string, string>;
	body?: string | ((sent: string) => string);
}

/**
 * What becomes of a watched request, the last reaction again and again. `pass` asks the service.
 * After the service has done the work, `lost` resets the connection, `late` never answers, and
 * `masked` gives another answer than the service's; a bare answer means that nothing was done.
 */
export type Reaction = 'pass' | 'lost' | 'late' | { masked: Refusal } | Refusal;

/** One registration that was asked for, with its key, which the sandbox masks. */
export interface Registration {
	url: string;
	events: string[];
}

/** An address of the sandbox for one credential alone, where some requests are watched. */
export interface Gate<Sent> {
	/** `http://127.0.0.1:<port>` */
	url: string;
	/** The bodies of watched requests in order of arrival, refused ones too. */
	watched: Sent[];
	/** Every request in order of arrival, such as `GET /api/v1/boards`, with its Authorization header. */
	requests: Array<{ line: string; authorization?: string }>;
	/** How many of them were logins. */
	logins(): number;
	react(...reactions: Reaction[]): void;
	close(): Promise<void>;
}

/** A gate whose registrations are counted by themselves. */
export type Door = Omit<Gate<Registration>, 'watched'> & { registrations: Registration[] };

export async function openDoor(serviceUrl: string): Promise<Door> {
	const { watched, ...gate } = await openGate<Registration>(
		serviceUrl,
		(route) => route === REGISTER,
	);
	return { ...gate, registrations: watched };
}

export async function openGate<Sent>(serviceUrl: string, isWatched: Watch): Promise<Gate<Sent>> {
	const watched: Sent[] = [];
	const requests: Gate<Sent>['requests'] = [];
	let reactions: Reaction[] = ['pass'];
	const nextReaction = (): Reaction => {
		const [next = 'pass', ...rest] = reactions;
		if (rest.length > 0) reactions = rest;
		return next;
	};
	const server = createServer((incoming, response) => {
		void text(incoming).then(async (sent) => {
			const line = `${incoming.method} ${incoming.url}`;
			requests.push({ line, authorization: incoming.headers.authorization });
			const isOne = isWatched(line, sent);
			if (isOne) watched.push(JSON.parse(sent) as Sent);
			const reaction = isOne ? nextReaction() : 'pass';
			await react(reaction, { serviceUrl, incoming, sent, response });
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		watched,
		requests,
		logins: () => requests.filter(({ line }) => line === LOGIN).length,
		react: (...next) => (reactions = next),
		close: async () => await stop(server),
	};
}

interface Exchange {
	serviceUrl: string;
	incoming: IncomingMessage;
	sent: string;
	response: ServerResponse;
}

async function react(reaction: Reaction, exchange: Exchange): Promise<void> {
	if (typeof reaction === 'object' && 'status' in reaction) return refuse(reaction, exchange);
	const answer = await forward(exchange);
	if (reaction === 'late') return;
	if (reaction === 'lost') return void exchange.response.destroy();
	if (reaction !== 'pass') return refuse(reaction.masked, exchange);
	exchange.response.writeHead(answer.status, answer.headers).end(answer.body);
}

async function forward({ serviceUrl, incoming, sent }: Exchange) {
	const { authorization, 'content-type': type = '' } = incoming.headers;
	const answer = await request(serviceUrl + (incoming.url ?? ''), {
		method: incoming.method as 'GET' | 'POST',
		headers: { ...(authorization && { authorization }), ...(sent && { 'content-type': type }) },
		body: sent === '' ? undefined : sent,
	});
	const contentType = String(answer.headers['content-type'] ?? 'text/plain');
	const body = await answer.body.text();
	return { status: answer.statusCode, headers: { 'content-type': contentType }, body };
}

function refuse({ status, headers, body = '' }: Refusal, { response, sent }: Exchange): void {
	response.writeHead(status, headers).end(typeof body === 'string' ? body : body(sent));
}

async function stop(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}
