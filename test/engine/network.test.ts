import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';

import { Engine } from '../support/engine/engine';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';

let server: ScriptedServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

const serve = async (...replies: Reply[]) => (server = await startServer(...replies)).url;

/** A loopback port that nothing listens on. */
async function closedPort(): Promise<number> {
	const server = createTcpServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

async function runMessage(baseUrl: string) {
	const engine = await Engine.load({ baseUrl, apiToken: 't0ken' });
	const parameters = { resource: 'board', operation: 'getAll', options: { maxRetries: 0 } };
	const { error } = Engine.outcome(await engine.run({ parameters }));
	return `${error?.message}. ${error?.description}`;
}

async function testMessage(baseUrl: string) {
	const engine = await Engine.load({ baseUrl });
	return (await engine.testCredential('testApiToken', { baseUrl, apiToken: 't0ken' })).message;
}

describe('the message about a failed connection is the same in a run and in the credential test', () => {
	it.each<[string, () => Promise<string>, RegExp]>([
		[
			'no service runs at the URL',
			async () => `http://127.0.0.1:${await closedPort()}`,
			/^The connection to 127\.0\.0\.1:\d+ was refused\. The service, or the proxy of this n8n, may be down\. Otherwise check the host name and port in the credential\.$/,
		],
		[
			'the host name does not exist',
			async () => 'https://no-such-host.invalid',
			/^The host name “no-such-host\.invalid” was not found\. Check its spelling in the credential\.$/,
		],
		[
			'the service speaks plain HTTP',
			async () => (await serve()).replace('http:', 'https:'),
			/^The server does not use HTTPS at this port\. Check the port in the credential\. Use http:\/\/ if the service has no HTTPS\.$/,
		],
		[
			'the connection is closed',
			async () => await serve('reset'),
			/^The connection was closed before the service responded\. Check "Base URL" in the credential, and firewalls and proxies between n8n and the service\.$/,
		],
	])('when %s', async (_, open, text) => {
		const baseUrl = await open();
		const message = await runMessage(baseUrl);
		expect(message).toMatch(text);
		expect(await testMessage(baseUrl)).toBe(message);
	});
});

describe('the credential test', () => {
	it.each<[string, 'OK' | 'Error', Reply]>([
		['a list', 'OK', json([])],
		['null', 'Error', json(null)],
		['an empty body', 'Error', 200],
		['an object without a list', 'Error', json({ status: 'ok', version: 2 })],
		['a list of numbers', 'Error', json([1])],
		['a page', 'Error', { status: 200, body: '<html><title>Shop</title>' }],
	])('of a 200 with %s is %s', async (_, verdict, reply) => {
		const service = await startServer(reply);
		const data = { baseUrl: service.url, apiToken: 't0ken' };
		const engine = await Engine.load(data);
		const { status, message } = await engine.testCredential('testApiToken', data);
		await service.close();
		expect(status).toBe(verdict);
		if (verdict === 'Error') expect(message).toContain('Base URL');
	});

	it.each([
		['an endless body', 200, true],
		['an endless refusal', 403, true],
		['what has not begun', 200, false],
	])('ends the download of %s with its verdict', async (_, status, hasBegun) => {
		const deadline = new AbortController();
		const { signal } = deadline;
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(signal);
		const begun = new Promise<void>((resolve) => {
			jest.spyOn(signal, 'addEventListener').mockImplementationOnce((name, listener, options) => {
				AbortSignal.prototype.addEventListener.call(signal, name, listener, options);
				resolve();
			});
		});
		let respond = () => {};
		let close = () => {};
		const closed = new Promise<void>((resolve) => (close = resolve));
		const service = await startServer((_received, response) => {
			respond = () => response.writeHead(status, { 'content-type': 'text/plain' }).write('[');
			if (hasBegun) respond();
			response.on('close', close);
		});
		const data = { baseUrl: service.url, apiToken: 't0ken' };
		const engine = await Engine.load(data);
		const test = engine.testCredential('testApiToken', data);
		await (hasBegun ? begun : service.waitFor(1));
		deadline.abort(new DOMException('', 'TimeoutError'));
		expect((await test).message).toContain('did not respond within');
		if (!hasBegun) respond();
		await closed;
		await service.close();
		jest.restoreAllMocks();
	});

	it('follows no redirect and shows no token', async () => {
		const location = '/t0ken-1/elsewhere';
		const baseUrl = await serve({ status: 302, headers: { location } }, json([]));
		const data = { baseUrl, apiToken: 't0ken-1' };
		const engine = await Engine.load(data);
		const { status, message } = await engine.testCredential('testApiToken', data);
		expect([status, server?.requests.length]).toEqual(['Error', 1]);
		expect(message).toContain('redirects to /***/elsewhere');
	});

	it('names what is wrong with a base URL that cannot be used', async () => {
		const data = { baseUrl: 'ftp://tasks.example.com', apiToken: 't0ken' };
		const engine = await Engine.load(data);
		expect(await engine.testCredential('testApiToken', data)).toEqual({
			status: 'Error',
			message: expect.stringContaining('such as https://'),
		});
	});
});
