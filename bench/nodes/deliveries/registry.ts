/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod/v4';

const registration = z.union([
	z.object({ url: z.url(), token: z.string().optional() }),
	z.object({ target_url: z.url() }).transform(({ target_url: url }) => ({ url, token: undefined })),
]);

/** Where a service was asked to send its events, and the secret that it has to send along. */
export type Registration = z.infer<typeof registration>;

/** Stands where the services of all measured triggers are, and takes every registration. */
export interface Registry {
	url: string;
	registrations: Registration[];
	close(): Promise<void>;
}

export async function openRegistry(): Promise<Registry> {
	const registrations: Registration[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			registrations.push(registration.parse(body));
			const id = registrations.length;
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id, data: { id } }));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const close = async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	};
	return { url: `http://127.0.0.1:${port}`, registrations, close };
}
