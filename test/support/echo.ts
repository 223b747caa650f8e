/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { formsOf } from './forms';

/** How an answer repeats what was sent. */
interface Manner {
	/** 0 resets the connection. */
	status: number;
	container: 'json' | 'text' | 'html';
	/** A name of `formsOf`. */
	form: string;
}

interface Heard {
	line: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A service that refuses every request, each in another way, and repeats headers and body. */
export interface Echo {
	/** `http://127.0.0.1:<port>` */
	url: string;
	requests: Heard[];
	/** Logins are granted with this token from now on; refused as all else with `undefined`. */
	grant(token?: string): void;
	close(): Promise<void>;
}

/** In every message that repeats something, so that a search can prove that it would find it. */
export const MARK = 'echo-of-what-was-sent';

const LOGIN = 'POST /api/v1/auth/login';
const REGISTER = 'POST /api/v1/webhooks';
const STATUSES = [200, 201, 302, 400, 401, 403, 404, 410, 422, 500, 503, 0];
const CONTAINERS = ['text', 'html', 'json'] as const;

/** Every status in every form in every container, as often as there are requests. */
export const MANNERS: Manner[] = STATUSES.flatMap((status) =>
	Object.keys(formsOf('')).flatMap((form) =>
		CONTAINERS.map((container) => ({ status, container, form })),
	),
);

export async function startEcho(): Promise<Echo> {
	const requests: Heard[] = [];
	let token: string | undefined;
	const server = createServer((incoming, response) => {
		void hear(incoming).then((heard) => {
			requests.push(heard);
			if (heard.line === LOGIN && token !== undefined) {
				response.writeHead(200).end(JSON.stringify({ token }));
				return;
			}
			repeat(heard, manner(requests.length), response);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		grant: (next) => (token = next),
		async close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Steps that share no factor with the count visit all, and neighbours differ in everything. */
function manner(request: number): Manner {
	return MANNERS[(request * 125) % MANNERS.length] as Manner;
}

async function hear(incoming: IncomingMessage): Promise<Heard> {
	const { method, url, headers } = incoming;
	return { line: `${method} ${url}`, headers, body: await text(incoming) };
}

function repeat(heard: Heard, { status, container, form }: Manner, response: ServerResponse): void {
	if (status === 0) return void response.destroy();
	const write = (secret: string) => formsOf(secret)[form] ?? '';
	const told = [...secretsIn(heard), JSON.stringify(heard.headers), heard.body].map(write);
	const padding = heard.body.length % 2 === 0 ? '' : 'x'.repeat(270);
	const words = `${MARK} ${padding}${told.join(' ')}`;
	// Any 2xx would be a success.
	const refusal = heard.line === REGISTER && status < 300 ? 422 : status;
	response.writeHead(refusal, { location: `http://127.0.0.1:1/${write(secretsIn(heard).join())}` });
	response.end({ json: inJson, text: inText, html: inHtml }[container](words));
}

/** What stands in headers and body by itself, the most secret first. */
function secretsIn({ headers, body }: Heard): string[] {
	const token = headers.authorization?.replace('Bearer ', '') ?? '';
	const fields: Record<string, unknown> = body === '' ? {} : JSON.parse(body);
	const { email = '', password = '', url = '' } = fields;
	return [token, `${email}:${password}`, password, url].map(String).filter(Boolean);
}

const inJson = (words: string) => JSON.stringify({ error: { message: words, sent: words } });
const inText = (words: string) => words;
const inHtml = (words: string) => `<html><title>${words}</title><p>${words}</p></html>`;
