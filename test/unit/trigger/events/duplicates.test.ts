import { EventEmitter, once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IWebhookFunctions } from 'n8n-workflow';

import { readDelivery } from '../../../../nodes/WorkspaceTaskService/reading/delivery';
import { dropDuplicates } from '../../../../nodes/WorkspaceTaskService/trigger/events/duplicates';
import {
	addTypesToEvents,
	type TypedEvent,
} from '../../../../nodes/WorkspaceTaskService/trigger/events/selection';

const ALL = { selectedTypes: ['task.*'], knownTypes: [], boards: [] };

const START = new Date('2026-05-01T10:00:00Z');
const ago = (ms: number) => new Date(Number(START) - ms);

let nodes = 0;
let node: string;
let receivedDate: Date;
beforeEach(() => {
	node = `node ${(nodes += 1)}`;
	receivedDate = START;
});

const event = (id: string | undefined, content = 'a') =>
	({
		reading: { payload: { content }, task: { object: null }, eventId: id },
	}) as unknown as TypedEvent;

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** How many of the events are new in a delivery. */
function claim(...events: TypedEvent[]): number {
	const response = new EventEmitter() as Response;
	return dropDuplicates(events, { node, response, receivedDate }).length;
}

describe('an event', () => {
	it('with an ID that came with different contents is always new', () => {
		const contents = ['a', 'b', 'a', 'b', 'b'];
		expect(contents.map((content) => claim(event('1', content)))).toEqual([1, 1, 1, 1, 1]);
	});

	it('without an ID is always new', () => {
		expect([1, 2].map(() => claim(event(undefined)))).toEqual([1, 1]);
	});

	it('is not compared with others of its delivery', () => {
		const batch = [event('1'), event('1')];
		expect([claim(...batch), claim(...batch)]).toEqual([2, 0]);
	});

	it.each([
		[200, 0],
		[500, 1],
	])('whose sender hung up before n8n answered with %d counts as that', async (status, times) => {
		const server = createServer();
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		const request = get({ host: '127.0.0.1', port }).on('error', () => {});
		const [, response] = (await once(server, 'request')) as [unknown, Response];
		server.close();
		dropDuplicates([event('1')], { node, response, receivedDate });
		request.destroy();
		await once(response, 'close');
		expect(claim(event('1'))).toBe(0);
		response.statusCode = status;
		response.end('too late');
		expect(claim(event('1'))).toBe(times);
	});
});

describe('with time', () => {
	const HOUR_MS = 60 * 60 * 1000;
	let now = 0;
	beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it('without an ID is a duplicate for an hour, however old its time is then', () => {
		const first = { event: 'task.updated', task: { ...task, updated_at: START } };
		expect(claimBoth(first)).toEqual([1]);
		now += HOUR_MS - 1;
		receivedDate = new Date(Number(START) + HOUR_MS);
		expect(claimBoth(first)).toEqual([0]);
	});

	it('is new again after an hour', () => {
		const first = claim(event('1'));
		now += HOUR_MS - 1;
		const late = claim(event('1'));
		now += 1;
		expect([first, late, claim(event('1'))]).toEqual([1, 0, 1]);
	});

	it('still ignores an ID with different contents after a quiet hour', () => {
		for (const content of ['a', 'b']) claim(event('1', content));
		now += HOUR_MS;
		expect([claim(event('1')), claim(event('1'))]).toEqual([1, 1]);
	});
});

const task = { id: 7, title: 'Call' };

/** How many events of each delivery are new. */
const claimBoth = (...bodies: object[]) =>
	bodies.map((value) => {
		const json = JSON.stringify(value);
		const delivery = { body: JSON.parse(json), rawBody: Buffer.from(json), headers: {} };
		return claim(...addTypesToEvents(readDelivery(delivery), ALL));
	});

describe('an event without an ID', () => {
	const update = (fields: object) => ({ event: 'task.updated', task: { ...task, ...fields } });

	it.each<[string, object]>([
		['ISO 8601', { updated_at: '2026-05-01T09:59:55.123456Z' }],
		['ISO 8601 with an offset', { updated_at: '2026-05-01 12:00:30+02:00' }],
		['milliseconds since 1970', { updated: Number(START) - 5_000 }],
		['seconds since 1970', { updated: Number(START) / 1_000 }],
	])('is a duplicate if the same bytes came at the time that is in them: %s', (_, fields) => {
		expect(claimBoth(update(fields), update(fields), update(fields))).toEqual([1, 0, 0]);
	});

	it.each<[string, object]>([
		['no time', {}],
		['only the time of its creation', { created_at: ago(600_000) }],
		['only a due date', { due_date: '2026-05-01' }],
		['only a time in a text', { title: `Call at ${START.toISOString()}` }],
	])('is new each time with %s', (_, fields) => {
		expect(claimBoth(update(fields), update(fields))).toEqual([1, 1]);
	});

	it('is new at another time, also if a task is as it was before', () => {
		const updates = ['a', 'b', 'a'].map((title, n) =>
			update({ title, updated_at: ago(1_000 * n) }),
		);
		expect(claimBoth(...updates)).toEqual([1, 1, 1]);
	});

	it('of its own is known by its bytes', () => {
		const ofWebhook = (title: string) => ({
			event_id: 1,
			...update({ title, updated_at: ago(0) }),
		});
		const [a, b, c] = ['a', 'b', 'c'].map(ofWebhook) as [object, object, object];
		expect(claimBoth(a, b, c, c)).toEqual([1, 1, 1, 0]);
	});
});

describe('an event with an ID', () => {
	it.each(['attempt', 'retries', 'attempt_number', 'retryCount', 'sent_at'])(
		'is a duplicate whatever its %s',
		(name) => {
			const first = { event_id: 1, task };
			expect(claimBoth({ ...first, [name]: 1 }, { ...first, [name]: 2 })).toEqual([1, 0]);
		},
	);

	it.each(['retry_count_down', 'unattempted', 'presented_at'])(
		'is none with another %s',
		(name) => {
			const first = { event_id: 1, task };
			expect(claimBoth({ ...first, [name]: 1 }, { ...first, [name]: 2 })).toEqual([1, 1]);
		},
	);

	it.each<[string, (attempt: number) => object]>([
		[
			'Hasura',
			(n) => ({ id: 'e-1', event: { op: 'INSERT' }, delivery_info: { current_retry: n } }),
		],
		['Intercom', (n) => ({ id: 'e-1', topic: 'x', delivery_attempts: n, delivered_at: n })],
		// When it was sent: receivers are told to refuse an old time.
		['Linear', (n) => ({ data: task, type: 'Issue', action: 'create', webhookTimestamp: n })],
		['Outreach', (n) => ({ data: task, meta: { deliveredAt: `2026-05-0${n}T10:00:00Z` } })],
	])('is a duplicate whatever its attempt, as %s counts it', (_, bodyOf) => {
		const headers = { 'x-delivery-id': 'd-1' };
		const claimed = [1, 2].map((attempt) => {
			const body = bodyOf(attempt);
			const delivery = { body, rawBody: Buffer.from(JSON.stringify(body)), headers };
			return claim(...addTypesToEvents(readDelivery(delivery), ALL));
		});
		expect(claimed).toEqual([1, 0]);
	});

	it.each<[string, object, object]>([
		['the task', { task }, { task: { ...task, state: 'done' } }],
		['the type', { task }, { task, event: 'task.created' }],
		[
			'an attempt of the task itself',
			{ task: { ...task, attempts: 1 } },
			{ task: { ...task, attempts: 2 } },
		],
		[
			'an attempt that a person wrote',
			{ task, text: '"attempt":1' },
			{ task, text: '"attempt":2' },
		],
	])('is none if an ID never changes, but %s does', (_, first, other) => {
		const always = { event_id: 'of the webhook', event: 'task.updated' };
		const bodies = [first, other, first].map((body) => ({ ...always, ...body }));
		expect(claimBoth(...bodies)).toEqual([1, 1, 1]);
	});

	it('is none if the 1,001st event of its delivery is another one', () => {
		const all = (last: number) => ({
			event_id: 'e-1',
			tasks: Array.from({ length: 1_001 }, (_, id) => ({ id: id === 1_000 ? last : id })),
		});
		expect(claimBoth(all(1_000), all(1_000), all(1_001))).toEqual([1_001, 0, 1]);
	});
});
