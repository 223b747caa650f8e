import { sandboxSuite } from '../support/sandbox/suite';

const suite = sandboxSuite();
const { control, register } = suite;
const deliver = (body: unknown, path = '/webhooks/1/deliveries') => control('POST', path, body);

describe('a manual delivery', () => {
	it('sends the exact text with the given headers and returns the response', async () => {
		suite.receiver.reply({ status: 422, headers: { 'x-why': 'odd' }, body: 'No such thing' });
		await register();
		const headers = { 'Content-Type': 'text/xml', 'X-Webhook-Delivery': 'mine' };
		const response = await deliver({ headers, body: '<odd key="1">\n' });

		expect(response).toMatchObject({
			status: 200,
			body: { status: 422, error: null, headers: { 'x-why': 'odd' }, body: 'No such thing' },
		});
		expect(suite.receiver.requests).toMatchObject([
			{
				path: '/hook?key=s3cret',
				headers: { 'content-type': 'text/xml', 'x-webhook-delivery': 'mine' },
				body: '<odd key="1">\n',
			},
		]);
	});

	it('sends anything else as JSON, with the headers of a notification', async () => {
		await register();
		await deliver({ body: { a: [1, null] } });

		expect(suite.receiver.requests[0]).toMatchObject({
			body: '{"a":[1,null]}',
			headers: {
				'content-type': 'application/json',
				'x-webhook-delivery': suite.sandbox.deliveries()[0]?.deliveryId,
			},
		});
	});

	it('shows no secrets in the journal or the response', async () => {
		const repeated = '/tasks?a=1&amp;key=s3cret';
		suite.receiver.reply({ status: 302, headers: { location: repeated }, body: repeated });
		await register();
		const response = await deliver({ body: { token: 'hidden' } });

		expect(JSON.stringify(response.body).split('***')).toHaveLength(3);
		expect(JSON.stringify(response.body)).not.toContain('s3cret');
		expect(suite.sandbox.deliveries()).toMatchObject([
			{ webhookId: 1, event: 'by hand', attempt: 1, status: 302, body: { token: '***' } },
		]);
	});

	it('is sent once: a 410 does not end the webhook and a 500 is not retried', async () => {
		suite.receiver.reply(410, 500);
		await register();
		await deliver({ body: '' });
		await deliver({ body: '' });
		await suite.sandbox.idle();

		expect(suite.sandbox.webhooks()).toMatchObject([{ active: true }]);
		expect(suite.receiver.requests).toHaveLength(2);
	});

	it('needs a body and a known webhook', async () => {
		await register();

		expect(await deliver({})).toMatchObject({
			status: 422,
			body: { error: { details: [{ field: 'body' }] } },
		});
		expect((await deliver({ body: '' }, '/webhooks/2/deliveries')).status).toBe(404);
		expect(suite.receiver.requests).toEqual([]);
	});
});
