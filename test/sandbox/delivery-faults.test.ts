import { startSandbox, type FaultRequest, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { startReceiver, type Receiver } from '../support/receiver';

const LONG_MS = 60_000;

let sandbox: Sandbox;
let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({ seed: 1, retryDelaysMs: [0, 0] });
	const body = { url: receiver.url, events: ['task.created', 'task.updated'] };
	await call('POST', `${sandbox.url}/api/v1/webhooks`, { body, token: sandbox.token });
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const createTask = (title: string) =>
	call('POST', `${sandbox.url}/api/v1/tasks`, {
		body: { title, board_id: 1 },
		token: sandbox.token,
	});
const titles = () => receiver.requests.map(({ body }) => JSON.parse(body).data.task.title);
const journalled = () => sandbox.deliveries().map(({ attempt, fault }) => [attempt, fault]);

describe('a doubled delivery', () => {
	it('comes twice with the same bytes and id', async () => {
		sandbox.addFault({ kind: 'double', times: 1 });
		await createTask('Twice');
		await createTask('Once');
		await sandbox.idle();
		const [first, second] = receiver.requests.filter(({ body }) => body.includes('Twice'));

		expect(titles().sort()).toEqual(['Once', 'Twice', 'Twice']);
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
		expect(journalled().filter(([, fault]) => fault === 1)).toEqual([
			[1, 1],
			[1, 1],
		]);
	});

	it('is not repeated to a receiver that wants nothing more', async () => {
		receiver.react(410);
		sandbox.addFault({ kind: 'double' });
		await createTask('Gone');
		await sandbox.idle();

		expect(receiver.requests).toHaveLength(1);
	});

	it('ends the webhook when the second is answered with 410', async () => {
		receiver.react(200, 410);
		sandbox.addFault({ kind: 'double' });
		await createTask('Gone later');
		await sandbox.idle();

		expect(sandbox.webhooks()).toMatchObject([{ active: false }]);
	});

	it('is tried again only when the first of the two was refused', async () => {
		receiver.react(200, 500, 200);
		sandbox.addFault({ kind: 'double', times: 1 });
		await createTask('Accepted');
		await sandbox.idle();

		expect(sandbox.deliveries().map(({ status }) => status)).toEqual([200, 500]);
	});
});

describe('a reordered delivery', () => {
	it('lets the next one go first', async () => {
		sandbox.addFault({ kind: 'reorder', delayMs: LONG_MS, times: 1 });
		for (const title of ['1', '2', '3']) await createTask(title);
		await sandbox.idle();

		expect(titles()[0]).not.toBe('1');
		expect(titles().sort()).toEqual(['1', '2', '3']);
	});

	it('changes places in pairs', async () => {
		sandbox.addFault({ kind: 'reorder', delayMs: LONG_MS });
		for (const [first, second] of [
			['1', '2'],
			['3', '4'],
		] as const) {
			await createTask(first);
			await createTask(second);
			await sandbox.idle();
		}

		expect(titles()).toEqual(['2', '1', '4', '3']);
		expect(journalled().map(([, fault]) => fault)).toEqual([null, 1, null, 1]);
	});

	it('goes alone when nothing follows in time', async () => {
		sandbox.addFault({ kind: 'reorder', delayMs: 1 });
		await createTask('Alone');
		await sandbox.idle();

		expect(titles()).toEqual(['Alone']);
	});
});

describe('a delayed delivery', () => {
	it('does not keep the next one waiting, nor a sandbox that closes', async () => {
		sandbox.addFault({ kind: 'delay', delayMs: LONG_MS, times: 1 });
		await createTask('Late');
		await createTask('In time');
		await receiver.waitFor(1);
		await sandbox.close();

		expect(titles()).toEqual(['In time']);
	});

	it('comes in the end', async () => {
		sandbox.addFault({ kind: 'delay', delayMs: 1 });
		await createTask('Late');
		await sandbox.idle();

		expect(titles()).toEqual(['Late']);
		expect(journalled()).toEqual([[1, 1]]);
	});
});

describe('an odd delivery', () => {
	const edit = () => sandbox.editTask(1, { title: 'Edited' });
	const oddities = async (count: number) => {
		const before = receiver.requests.length;
		sandbox.addFault({ kind: 'odd-body', route: 'task.updated' });
		for (let index = 0; index < count; index++) {
			edit();
			await sandbox.idle();
		}
		return receiver.requests.slice(before).map(({ headers, body }) => {
			const type = String(headers['content-type']);
			if (type.endsWith('urlencoded')) return 'form';
			if (type !== 'application/json') return type;
			if (body === '') return 'empty';
			const value: unknown = JSON.parse(body);
			if (value === null) return 'null';
			return Array.isArray(value) ? 'array' : 'batch';
		});
	};

	it.each<[string, FaultRequest, { body: string; type: string }]>([
		[
			'the given text',
			{ kind: 'odd-body', body: '<x/>' },
			{ body: '<x/>', type: 'application/json' },
		],
		['no text', { kind: 'odd-body', body: '' }, { body: '', type: 'application/json' }],
		[
			'the given text and type',
			{ kind: 'odd-body', body: '<x/>', contentType: 'text/xml' },
			{ body: '<x/>', type: 'text/xml' },
		],
	])('carries %s', async (_, fault, { body, type }) => {
		sandbox.addFault(fault);
		edit();
		const [request] = await receiver.waitFor(1);
		await sandbox.idle();

		expect(request).toMatchObject({
			body,
			headers: { 'content-type': type, 'x-webhook-event': 'task.updated' },
		});
		expect(sandbox.deliveries()).toMatchObject([{ body, fault: 1, status: 200 }]);
	});

	it.each([
		['text/plain by default', undefined, 'text/plain'],
		['what was asked for', 'application/cloudevents+json', 'application/cloudevents+json'],
	])('calls the usual body %s', async (_, contentType, seen) => {
		sandbox.addFault({ kind: 'odd-content-type', contentType });
		edit();
		const [request] = await receiver.waitFor(1);

		expect(request?.headers['content-type']).toBe(seen);
		expect(JSON.parse(String(request?.body))).toMatchObject({ event: 'task.updated' });
	});

	it('meets every oddity by chance, in an order that the seed repeats', async () => {
		const first = await oddities(40);
		await call('POST', `${sandbox.url}/sandbox/reset`);
		await call('POST', `${sandbox.url}/api/v1/webhooks`, {
			body: { url: receiver.url, events: ['task.updated'] },
			token: sandbox.token,
		});

		expect(new Set(first)).toEqual(
			new Set(['empty', 'null', 'array', 'batch', 'text/plain', 'form']),
		);
		expect(await oddities(40)).toEqual(first);
	});
});
