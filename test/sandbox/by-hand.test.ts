import { exchange } from '../support/exchange';
import { webhookScene } from '../support/webhook-scene';

const scene = webhookScene();
const { start, control, register, edit } = scene;

describe('a delivery by hand', () => {
	const deliver = (body: unknown, path = '/webhooks/1/deliveries') =>
		control('POST', path, { body });

	it('sends exactly the text, under the given headers, and answers with what came back', async () => {
		await start();
		scene.receiver.react({ status: 422, headers: { 'x-why': 'odd' }, body: 'No such thing' });
		await register();
		const headers = { 'Content-Type': 'text/xml', 'X-Webhook-Delivery': 'mine' };
		const answer = await deliver({ headers, body: '<odd key="1">\n' });

		expect(answer).toMatchObject({
			status: 200,
			body: { status: 422, error: null, headers: { 'x-why': 'odd' }, body: 'No such thing' },
		});
		expect(scene.receiver.requests).toMatchObject([
			{
				method: 'POST',
				url: '/hook?key=s3cret',
				headers: { 'content-type': 'text/xml', 'x-webhook-delivery': 'mine' },
				body: '<odd key="1">\n',
			},
		]);
	});

	it.each([
		['an object', { a: [1, null] }, '{"a":[1,null]}'],
		['null', null, 'null'],
		['an empty text', '', ''],
	])('sends %s with the headers of a notification', async (_, body, sent) => {
		await start();
		await register();
		await deliver({ body });

		expect(scene.receiver.requests[0]).toMatchObject({
			body: sent,
			headers: {
				'content-type': 'application/json',
				'user-agent': 'workspace-task-service-sandbox',
				'x-webhook-delivery': scene.sandbox.deliveries()[0]?.deliveryId,
			},
		});
	});

	it('has no id where notifications are assumed to have none', async () => {
		await start({ assumptions: { deliveryIdHeader: false } });
		await register();
		await deliver({ body: {} });

		expect(scene.receiver.requests[0]?.headers).not.toHaveProperty('x-webhook-delivery');
	});

	it('is journaled without secrets, and shows none in its answer', async () => {
		await start();
		scene.receiver.react({
			status: 302,
			headers: { location: '/?key=s3cret' },
			body: 'key=s3cret',
		});
		await register();
		const answer = await deliver({ body: { token: 'hidden' } });

		expect(JSON.stringify(answer)).toContain('key=***');
		expect(JSON.stringify(answer)).not.toContain('s3cret');
		expect(scene.sandbox.deliveries()).toMatchObject([
			{
				...{ webhookId: 1, event: 'by hand', attempt: 1, status: 302 },
				...{ body: { token: '***' }, fault: null },
			},
		]);
	});

	it.each([
		'/tasks?a=1&amp;key=s3cret',
		'{"query":"key=s3cret"}',
		'{"key":"s3cret"}',
		'%3Fkey%3Ds3cret',
	])('shows no key in an answer such as %s', async (repeated) => {
		await start();
		scene.receiver.react({ status: 200, headers: { 'x-asked': repeated }, body: repeated });
		await register();
		const answer = JSON.stringify(await deliver({ body: '' }));

		expect(answer.split('***')).toHaveLength(3);
		expect(answer).not.toContain('s3cret');
	});

	it('shows an answer also where the key is a character of every answer', async () => {
		await start();
		scene.receiver.react({ status: 200, headers: { 'x-asked': 'a"b' }, body: '"' });
		await register('/hook?key=%22');

		expect((await deliver({ body: '' })).body).toMatchObject({
			headers: { 'x-asked': 'a***b' },
			body: '***',
		});
	});

	it('is tried once: refused, it neither ends the webhook nor comes again', async () => {
		await start();
		scene.receiver.react(410, 500);
		await register();
		await deliver({ body: '' });
		await deliver({ body: '' });
		await scene.sandbox.idle();

		expect(scene.sandbox.webhooks()).toMatchObject([{ active: true }]);
		expect(scene.receiver.requests).toHaveLength(2);
	});

	it('goes to a webhook that has ended, too', async () => {
		await start();
		scene.receiver.react(410, 200);
		await register();
		edit();
		await scene.sandbox.idle();

		expect((await deliver({ body: '' })).body).toMatchObject({ status: 200 });
	});

	it('cuts a long answer', async () => {
		await start();
		scene.receiver.react({ status: 200, body: 'x'.repeat(5_000_000) });
		await register();
		const { body } = await deliver({ body: '' });

		expect(Object(body).body).toHaveLength(65_536);
	});

	it.each([
		['a cut connection', 'reset', 'UND_ERR_SOCKET', {}],
		['silence', 'hold', 'timeout', { deliveryTimeoutMs: 50 }],
	] as const)('tells of %s', async (_, reaction, error, limits) => {
		await start(limits);
		scene.receiver.react(reaction);
		await register();

		expect(await deliver({ body: '' })).toMatchObject({
			status: 200,
			body: { status: null, error, headers: {}, body: '' },
		});
		expect(scene.sandbox.deliveries()).toMatchObject([{ status: null, error }]);
	});

	it('is given up when the client leaves', async () => {
		await start();
		scene.receiver.react('hold');
		await register();
		const leaving = new AbortController();
		const url = `${scene.sandbox.url}/sandbox/webhooks/1/deliveries`;
		const left = exchange('POST', url, { body: { body: '' } }, leaving.signal);
		await scene.receiver.waitFor(1);
		leaving.abort();
		await left;
		while (scene.sandbox.deliveries().length < 1) await control('GET', '/health');

		expect(scene.sandbox.deliveries()).toMatchObject([{ status: null }]);
	});

	it('does not keep a closing sandbox waiting', async () => {
		await start();
		scene.receiver.react('hold');
		await register();
		const waiting = deliver({ body: '' });
		waiting.catch(() => undefined);
		await scene.receiver.waitFor(1);
		await scene.sandbox.close();

		await expect(waiting).rejects.toThrow();
	});

	it.each([
		['no body', {}, 'body'],
		['an unknown field', { body: '', url: 'http://127.0.0.1/' }, 'url'],
		['a header break', { body: '', headers: { a: 'b\r\nc: d' } }, 'headers.a'],
		['a header without a name', { body: '', headers: { 'a b': 'c' } }, 'headers.a b'],
		['another host', { body: '', headers: { Host: 'evil.example' } }, 'headers.Host'],
		['a wrong length', { body: '', headers: { 'Content-Length': '9' } }, 'headers.Content-Length'],
	])('refuses %s and names the field', async (_, body, field) => {
		await start();
		await register();

		expect(await deliver(body)).toMatchObject({
			status: 422,
			body: { error: { details: [{ field }] } },
		});
		expect(scene.receiver.requests).toEqual([]);
	});

	it.each(['/webhooks/2/deliveries', '/webhooks/first/deliveries'])('knows no %s', async (path) => {
		await start();
		await register();

		expect((await deliver({ body: '' }, path)).status).toBe(404);
		expect(scene.receiver.requests).toEqual([]);
	});

	it('is closed to other sites', async () => {
		await start();
		await register();
		const more = { body: { body: '' }, headers: { origin: 'https://evil.example' } };

		expect((await control('POST', '/webhooks/1/deliveries', more)).status).toBe(403);
		expect(scene.receiver.requests).toEqual([]);
	});
});
