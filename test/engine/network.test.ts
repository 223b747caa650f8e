import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';

import { json, type Reply } from '../../tools/http/server';
import {
	engine,
	GET_MANY,
	run,
	service,
	setUpService,
	useCredential,
} from '../support/engine/actionSuite';

setUpService();

const testCredential = async (baseUrl = service.url, apiToken = 't0ken') =>
	await engine.testCredential('testApiToken', { baseUrl, apiToken });

/** A loopback port that nothing listens on. */
async function closedPort(): Promise<number> {
	const server = createTcpServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

describe('the message about a failed connection is the same in a run and in the credential test', () => {
	it.each<[string, () => Promise<string> | string, RegExp]>([
		[
			'no service runs at the URL',
			async () => `http://127.0.0.1:${await closedPort()}`,
			/^The connection to 127\.0\.0\.1:\d+ was refused\. The service, or the proxy of this n8n, may be down\. Otherwise check the host name and port in the credential\.$/,
		],
		[
			'the host name does not exist',
			() => 'https://no-such-host.invalid',
			/^The host name “no-such-host\.invalid” was not found\. Check its spelling in the credential\.$/,
		],
		[
			'the service speaks plain HTTP',
			() => service.url.replace('http:', 'https:'),
			/^The server does not use HTTPS at this port\. Check the port in the credential\. Use http:\/\/ if the service has no HTTPS\.$/,
		],
		[
			'the connection is closed',
			() => service.url,
			/^The connection was closed before the service responded\. Check "Base URL" in the credential, and firewalls and proxies between n8n and the service\.$/,
		],
	])('when %s', async (_, open, text) => {
		service.reply('reset');
		const baseUrl = await open();
		await useCredential({ baseUrl, apiToken: 't0ken' });
		const { error } = await run({ ...GET_MANY, options: { maxRetries: 0 } });
		const message = `${error?.message}. ${error?.description}`;
		expect(message).toMatch(text);
		expect(await testCredential(baseUrl)).toEqual({ status: 'Error', message });
	});
});

describe('the credential test', () => {
	it.each<[string, 'OK' | 'Error', Reply]>([
		['a list', 'OK', json([])],
		['null', 'Error', json(null)],
		['an empty body', 'Error', 200],
		['an object without a list', 'Error', json({ status: 'ok', version: 2 })],
		['a page', 'Error', { status: 200, body: '<html><title>Shop</title>' }],
	])('of a 200 with %s is %s', async (_, verdict, reply) => {
		service.reply(reply);
		const { status, message } = await testCredential();
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
		const closed = new Promise<void>((resolve) => {
			service.reply((_received, response) => {
				respond = () => response.writeHead(status, { 'content-type': 'text/plain' }).write('[');
				if (hasBegun) respond();
				response.on('close', resolve);
			});
		});
		const test = testCredential();
		await (hasBegun ? begun : service.waitFor(1));
		deadline.abort(new DOMException('', 'TimeoutError'));
		expect((await test).message).toContain('did not respond within');
		if (!hasBegun) respond();
		await closed;
		jest.restoreAllMocks();
	});

	it('follows no redirect and shows no token', async () => {
		service.reply({ status: 302, headers: { location: '/t0ken-1/elsewhere' } }, json([]));
		const { status, message } = await testCredential(service.url, 't0ken-1');
		expect([status, service.requests.length]).toEqual(['Error', 1]);
		expect(message).toContain('redirects to /***/elsewhere');
	});

	it('names what is wrong with a base URL that cannot be used', async () => {
		expect(await testCredential('ftp://tasks.example.com')).toEqual({
			status: 'Error',
			message: expect.stringContaining('such as https://'),
		});
	});
});
