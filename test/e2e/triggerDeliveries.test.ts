import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';

import { BODIES } from './oddBodies';
import {
	chain,
	deliver,
	deliverTask,
	environment,
	type Execution,
	noOp,
	outputOf,
	type PublishedTrigger,
	settledExecutions,
	trigger,
} from './environment';

const publish = async (options: object = {}, events = ['task.created']) =>
	await environment.publishTrigger(chain(trigger({ events, options }), noOp()));

describe.each(['simplified', 'raw'])('a delivery with %s output', (output) => {
	let responses: unknown[];
	let executions: Execution[];

	beforeAll(async () => {
		const { url, workflow } = await publish({ output }, ['task.created', 'task.updated']);
		responses = await Promise.all(
			BODIES.map(async ({ name, type, encoding, body }) => {
				const more = { ...(type && { 'content-type': type }), 'content-encoding': encoding ?? '' };
				return await deliver(url, { body, headers: { 'x-webhook-delivery': name, ...more } });
			}),
		);
		executions = await settledExecutions(environment.session, workflow, BODIES.length);
	});

	/** The delivery that started an execution, for both outputs. */
	function nameOf(execution: Execution) {
		const [item = {}] = outputOf(execution);
		const id = 'payload' in item ? item.deliveryId : Object(item.headers)['x-webhook-delivery'];
		return String(id).split('#')[0];
	}

	it.each(BODIES.map((one, index) => ({ ...one, index })))(
		'of $name gets 200 and starts one execution',
		({ name, payloads, index }) => {
			expect(responses[index]).toEqual({ status: 200, text: '' });
			const runs = executions.filter((one) => nameOf(one) === name);
			expect(runs).toMatchObject([{ status: 'success' }]);
			const found = runs
				.flatMap(outputOf)
				.map((item) => ('payload' in item ? item.payload : item.body));
			expect(found).toEqual(payloads ?? [expect.anything()]);
		},
	);

	it('starts no other execution', () => expect(executions).toHaveLength(BODIES.length));
});

describe('a form whose only part has a content type of its own', () => {
	const part = (type: string) =>
		`--X\r\nContent-Disposition: form-data; name="payload"\r\n${type}\r\n{"event":"task.created"}\r\n--X--\r\n`;
	const headers = { 'content-type': 'multipart/form-data; boundary=X' };

	it('gets 415, and 200 without the type', async () => {
		const { url } = await publish();
		const typed = part('Content-Type: application/json\r\n');
		expect((await deliver(url, { body: typed, headers })).status).toBe(415);
		expect((await deliver(url, { body: part(''), headers })).status).toBe(200);
	});
});

describe('a body that cannot be read', () => {
	// n8n accepts 16 MB.
	const TOO_LARGE = 17 * 1024 * 1024;
	const BYTES = 'application/octet-stream';
	let published: PublishedTrigger;
	beforeAll(async () => (published = await publish()));

	it.each([
		['is too large', 413, BYTES],
		['is JSON and too large', 500, 'application/json'],
	])('because it %s gets %d', async (_, status, type) => {
		// Only the beginning, since n8n closes the connection before the rest is sent.
		const body = new Readable({ read() {} });
		body.push('{');
		const headers = { 'content-type': type, 'content-length': String(TOO_LARGE) };
		const response = await request(published.url, { method: 'POST', headers, body });
		expect(response.statusCode).toBe(status);
		body.destroy();
	});

	it.each([
		['is too large when decompressed', 413, BYTES, 'gzip', gzipSync(Buffer.alloc(TOO_LARGE, 'a'))],
		['cannot be decompressed', 400, BYTES, 'gzip', 'not packed'],
		['is nested 100,000 deep', 400, 'application/json', '', '['.repeat(1e5) + ']'.repeat(1e5)],
		['is not the JSON that it claims', 422, 'application/json', '', '{ no JSON'],
		['is in an unknown charset', 422, 'text/plain; charset=x', '', 'abc'],
	])('because it %s gets %d', async (_, status, type, encoding, body) => {
		const headers = { 'content-type': type, 'content-encoding': encoding };
		expect((await deliver(published.url, { body, headers })).status).toBe(status);
	});

	it('starts nothing', async () => {
		await deliverTask(published.url, 'Last');
		expect(await environment.waitForTitles(published, 1)).toEqual(['Last']);
	});
});
