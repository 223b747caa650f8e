/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Notification {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** When each attempt arrived, in milliseconds. */
	at: number[];
}

/** Of headers that hold the id of a delivery. */
export const ID_HEADER = /(^|-)(id|delivery)$/;
export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Receives notifications on loopback, and fails twice to see what is repeated: it answers 500 to the
 * first one and hangs up on the second. Checks of the address are answered.
 */
export async function listen(port: number, now: () => number = () => performance.now()) {
	const notifications: Notification[] = [];
	const checks: string[] = [];
	let finish = () => {};
	const done = new Promise<void>((resolve) => (finish = resolve));

	const server = createServer((incoming, response) => {
		const receive = async () => {
			const { method = '', url: path = '', headers } = incoming;
			const received = { method, path, headers, body: await text(incoming), at: [now()] };
			const query = [...new URL(path, 'http://localhost').searchParams];
			const [name, challenge] = query.find(([one]) => /challenge|validationtoken/i.test(one)) ?? [];
			if (name) return void (checks.push(name) && response.end(challenge));
			const known = notifications.find((one) => isSame(one, received));
			const place = known ? -1 : notifications.push(received);
			known?.at.push(...received.at);
			if (place === 2) response.destroy();
			else response.writeHead(place === 1 ? 500 : 200).end();
			if (notifications.filter(({ at }) => at.length > 1).length > 1) finish();
		};
		receive().catch(() => response.destroy());
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');

	const close = () => {
		server.closeAllConnections();
		return new Promise((resolve) => server.close(resolve));
	};
	const { port: taken } = server.address() as AddressInfo;
	return { port: taken, notifications, checks, now, /** Both were repeated. */ done, close };
}

function isSame(one: Notification, other: Notification): boolean {
	const isSameId = ([name, value]: [string, unknown]) =>
		ID_HEADER.test(name) && other.headers[name] === value;
	return one.body === other.body || Object.entries(one.headers).some(isSameId);
}
