/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePorts } from '../../../../tools/n8n/ports';

it('chooses free ports that no outgoing connection gets', async () => {
	const ports = await freePorts(50);
	expect(new Set(ports).size).toBe(50);
	expect(Math.max(...ports)).toBeLessThan(32_768);
	const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
	await Promise.all(servers.map(async (server) => await once(server, 'listening')));
	for (const server of servers) server.close();
});

it('chooses another port if one is in use', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const taken = Object(server.address()).port as number;
	const random = jest.spyOn(jest.requireActual('node:crypto'), 'randomInt');
	random.mockReturnValueOnce(taken as never);
	expect(await freePorts(1)).not.toContain(taken);
	expect(random.mock.calls.length).toBeGreaterThan(1);
	random.mockRestore();
	server.close();
});
