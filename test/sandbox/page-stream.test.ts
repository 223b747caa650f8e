import fastify from 'fastify';
import { request } from 'undici';
import { createFeed } from '../../sandbox/feed';
import { streamFeed } from '../../sandbox/routes/events';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

describe('the stream of the page', () => {
	/** Reads until the text so far contains `word`. */
	const readUntil = async (stream: AsyncIterator<Buffer>, word: string) => {
		let text = '';
		while (!text.includes(word)) text += String((await stream.next()).value);
		return text;
	};
	const follow = async () => {
		const { headers, body } = await request(`${sandbox.url}/sandbox/events`);
		body.on('error', () => undefined);
		return { headers, body, stream: body[Symbol.asyncIterator]() };
	};

	it('starts with the latest entries and goes on with news, without secrets', async () => {
		const { token, url } = sandbox;
		await call('GET', `${url}/before?token=${token}`, { token });
		const { headers, stream } = await follow();
		const start = await readUntil(stream, '\n\n');
		await call('POST', `${url}/api/v1/tasks`, { token, body: { title: 'a', board_id: 1 } });
		const news = await readUntil(stream, '"status":201');

		expect(headers['content-type']).toBe('text/event-stream');
		expect(start).toMatch(/event: start\ndata: \[\{"number":1,.*"path":"\/before"/);
		expect(news).toContain('event: entry\ndata: {"number":2,"kind":"request"');
		expect(news).toContain('event: changed');
		expect(start + news).not.toContain(token);
	});

	it('tells of changes by the control routes and of a reset', async () => {
		const { stream } = await follow();
		await call('PATCH', `${sandbox.url}/sandbox/boards/1`, { body: { archived: true } });
		await readUntil(stream, 'event: changed');
		await call('POST', `${sandbox.url}/sandbox/reset`);

		expect(await readUntil(stream, 'event: cleared')).toContain('event: cleared');
	});

	it('ends when the sandbox closes, which does not wait for it', async () => {
		const { body, stream } = await follow();
		await readUntil(stream, 'event: start');
		const ended = new Promise((resolve) => body.once('close', resolve));
		await sandbox.close();
		await ended;

		expect(body.destroyed).toBe(true);
	});

	it('is given up when its reader leaves', async () => {
		const app = fastify();
		const left = new Promise<void>((resolve) => {
			const feed = { ...createFeed(), subscribe: () => resolve };
			app.get('/events', (incoming, reply) => streamFeed(feed, incoming, reply));
		});
		const { body } = await request(`${await app.listen({ port: 0 })}/events`);
		body.on('error', () => undefined).destroy();
		await left;
		await app.close();
	});
});
