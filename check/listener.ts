/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Notification = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
	body: string;
	/** When each attempt arrived, in milliseconds. */
	at: number[];
};

/** Of headers that hold the id of a delivery. */
export const ID_HEADER = /(^|-)(id|delivery)$/;
export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Receives notifications on loopback: answers 500 to the first one and hangs up on the second, to
 * see them repeated. Checks of the address are answered.
 */
export async function listen(port: number, now: () => number = () => performance.now()) {
	const notifications: Notification[] = [];
	const checks: string[] = [];
	let finish = () => {};
	const bothRepeated = new Promise<void>((resolve) => (finish = resolve));

	const server = createServer(async (request, response) => {
		const { method, url = '', headers } = request;
		const received = { method, url, headers, body: await text(request).catch(String), at: [now()] };
		const query = [...new URL(url, 'http://localhost').searchParams];
		const [name, challenge] = query.find(([one]) => /challenge|validationtoken/i.test(one)) ?? [];
		if (name) return void (checks.push(name) && response.end(challenge));
		const known = notifications.find((one) => isSame(one, received));
		const position = known?.at.push(now()) ? 0 : notifications.push(received);
		if (position === 2) response.destroy();
		else response.writeHead(position === 1 ? 500 : 200).end();
		if (notifications.filter(({ at }) => at.length > 1).length > 1) finish();
	});
	await once(server.listen(port, '127.0.0.1'), 'listening');
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	const address = server.address() as AddressInfo;
	return { port: address.port, notifications, checks, now, bothRepeated, close };
}

const isSame = (one: Notification, { headers, body }: Notification): boolean =>
	one.body === body ||
	Object.keys(headers).some((name) => ID_HEADER.test(name) && one.headers[name] === headers[name]);
