/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';

import { referTo } from '../../tools/n8n/api/credentials';
import { settledExecutions, type Execution } from '../../tools/n8n/api/executions';
import { activate } from '../../tools/n8n/api/publication';
import { saveDraft } from '../../tools/n8n/api/workflows';
import { outputOf, type PublishedTrigger } from '../support/n8n/environment';
import { deliver, deliverTask } from '../../tools/http/client';
import { generateLoad } from '../../tools/http/load';
import { BODIES } from '../support/oddBodies';
import { chain, noOp, trigger } from '../../tools/n8n/workflow';
import { environment } from './environment';

const publish = async (options: object = {}, events = ['task.created']) =>
	await environment.publishTrigger(chain(trigger({ events, options }), noOp()));

describe('the response to a delivery', () => {
	const SECRET_WORDS = 'What the sender wrote';
	const WANTED = { delivery_id: 'wanted' };
	let published: PublishedTrigger;
	let live: string;
	let earlier: string;

	beforeAll(async () => {
		const node = trigger({ events: ['task.created'], boards: [1] });
		published = await environment.publishTrigger(chain(node, noOp()));
		const options = { registrationLabel: 'second' };
		const changed = {
			...node,
			parameters: { ...node.parameters, options },
			credentials: referTo(published.credential),
		};
		const draft = chain(changed, noOp());
		await activate(
			environment.session,
			await saveDraft(environment.session, published.workflow, draft),
		);
		[earlier = '', live = ''] = published.registeredUrls();
		const first = await deliverTask(live, SECRET_WORDS, { words: SECRET_WORDS, ...WANTED });
		expect(first.status).toBe(200);
	});

	const withQuery = (query: string) => `${live.split('?')[0]}?${query}`;
	const key = () => new URL(live).searchParams.get('key') ?? '';

	it.each<[string, number, () => string, object]>([
		['the live key, a second time', 200, () => live, WANTED],
		['the live key and another event type', 200, () => live, { event: 'task.updated' }],
		['the live key and another board', 200, () => live, { data: { task: { id: 1, board_id: 2 } } }],
		['the key of an earlier registration', 401, () => earlier, {}],
		['a wrong key', 401, () => withQuery('key=wrong'), {}],
		['no key', 401, () => withQuery(''), {}],
		['the key twice', 401, () => withQuery(`key=${key()}&key=${key()}`), {}],
	])('with %s is %d without a body', async (_, status, url, more) => {
		const response = await deliverTask(url(), SECRET_WORDS, { words: SECRET_WORDS, ...more });
		expect(response).toEqual({ status, text: '' });
	});

	it('starts nothing in all of these cases', async () => {
		expect(await deliverTask(live, 'Last')).toEqual({ status: 200, text: '' });
		expect(await environment.waitForTitles(published, 2)).toEqual(['Last', SECRET_WORDS]);
	});
});

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
			expect(found).toEqual(payloads === 'any' ? [expect.anything()] : payloads);
		},
	);

	it('starts no other execution', () => expect(executions).toHaveLength(BODIES.length));
});

describe('a body that cannot be read', () => {
	// n8n accepts 16 MB.
	const TOO_LARGE = 17 * 1024 * 1024;
	const BYTES = 'application/octet-stream';

	it.each([
		['is too large', 413, BYTES],
		['is JSON and too large', 500, 'application/json'],
	])('because it %s gets %d and starts nothing', async (_, status, type) => {
		const published = await publish();
		// Only the beginning, since n8n closes the connection before the rest is sent.
		const body = new Readable({ read() {} });
		body.push('{');
		const headers = { 'content-type': type, 'content-length': String(TOO_LARGE) };
		const response = await request(published.url, { method: 'POST', headers, body });
		expect(response.statusCode).toBe(status);
		body.destroy();
		await deliverTask(published.url, 'Last');
		expect(await environment.waitForTitles(published, 1)).toEqual(['Last']);
	});

	it.each([
		['is too large when decompressed', 413, BYTES, 'gzip', gzipSync(Buffer.alloc(TOO_LARGE, 'a'))],
		['cannot be decompressed', 400, BYTES, 'gzip', 'not packed'],
		['is nested 100,000 deep', 400, 'application/json', '', '['.repeat(1e5) + ']'.repeat(1e5)],
		['is not the JSON that it claims', 422, 'application/json', '', '{ no JSON'],
		['is in an unknown charset', 422, 'text/plain; charset=x', '', 'abc'],
	])('because it %s gets %d and starts nothing', async (_, status, type, encoding, body) => {
		const published = await publish();
		const headers = { 'content-type': type, 'content-encoding': encoding };
		expect((await deliver(published.url, { body, headers })).status).toBe(status);
		await deliverTask(published.url, 'Last');
		expect(await environment.waitForTitles(published, 1)).toEqual(['Last']);
	});
});

describe('a burst of deliveries', () => {
	it('loses none of 100 at 50 in flight, and runs each once', async () => {
		const published = await publish();
		const titles = Array.from({ length: 100 }, (_, index) => `Task ${index}`);
		const load = { count: titles.length, concurrency: 50 };
		const results = await generateLoad(
			load,
			async (index) => await deliverTask(published.url, titles[index] ?? ''),
		);
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
		expect(await environment.waitForTitles(published, titles.length)).toEqual(titles.sort());
	});
});
