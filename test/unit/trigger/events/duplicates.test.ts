import { EventEmitter } from 'node:events';

import type { IWebhookFunctions } from 'n8n-workflow';

import { readDelivery } from '../../../../nodes/WorkspaceTaskService/api/read/delivery';
import { dropDuplicates } from '../../../../nodes/WorkspaceTaskService/trigger/events/duplicates';
import {
	typedEvents,
	type TypedEvent,
} from '../../../../nodes/WorkspaceTaskService/trigger/events/selection';

const ALL = { events: ['task.*'], known: [], boards: [] };

let nodes = 0;
let node: string;
beforeEach(() => (node = `node ${(nodes += 1)}`));

const event = (id: string | undefined, content = 'a') =>
	({
		reading: { payload: { content }, task: { object: null }, eventId: id },
	}) as unknown as TypedEvent;

/** How many of the events are new in a delivery that is answered with `respond`. */
function deliver(...events: TypedEvent[]) {
	const response = new EventEmitter() as ReturnType<IWebhookFunctions['getResponseObject']>;
	const count = dropDuplicates(node, events, response).length;
	const respond = (statusCode: number) => {
		response.statusCode = statusCode;
		response.emit('finish');
		return count;
	};
	return { count, respond };
}
const claim = (...events: TypedEvent[]) => deliver(...events).respond(200);

describe('an event', () => {
	it('is recognized by its ID and content', () => {
		expect([claim(event('1')), claim(event('1')), claim(event('2'))]).toEqual([1, 0, 1]);
	});

	it('with an ID that came with another content is new, although the other content was never answered', () => {
		claim(event('1'));
		expect(deliver(event('1', 'b')).count).toBe(1);
		expect(claim(event('1'))).toBe(1);
	});

	it('with an ID that came with different contents is always new', () => {
		const contents = ['a', 'b', 'a', 'b', 'b'];
		expect(contents.map((content) => claim(event('1', content)))).toEqual([1, 1, 1, 1, 1]);
	});

	it('with an ID that came with different contents at the same time is always new', () => {
		const deliveries = [deliver(event('1', 'a')), deliver(event('1', 'b'))];
		for (const delivery of deliveries) delivery.respond(200);
		expect([claim(event('1', 'a')), claim(event('1', 'b'))]).toEqual([1, 1]);
	});

	it('without an ID is always new', () => {
		expect([1, 2].map(() => claim(event(undefined)))).toEqual([1, 1]);
	});

	it('is not compared with others of its delivery', () => {
		const batch = [event('1'), event('1')];
		expect([claim(...batch), claim(...batch)]).toEqual([2, 0]);
	});

	it('that was answered with 500 is new once more', () => {
		deliver(event('1')).respond(500);
		expect(claim(event('1'))).toBe(1);
	});
});

describe('with time', () => {
	const HOUR_MS = 60 * 60 * 1000;
	let now = 0;
	beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

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

describe('an event with an ID', () => {
	const task = { id: 7, title: 'Call' };
	/** How many events of two deliveries are new. */
	const claimBoth = (...bodies: object[]) =>
		bodies.map((body) => {
			const delivery = { body, rawBody: Buffer.from(JSON.stringify(body)), headers: {} };
			return claim(...typedEvents(readDelivery(delivery), ALL));
		});

	it.each([
		...['attempt', 'attempts', 'retry', 'retries', 'attempt_number', 'retryCount'],
		...['deliveryAttempt', 'sent_at', 'deliveredAt'],
	])('is a duplicate whatever its %s', (name) => {
		const first = { event_id: 1, task };
		expect(claimBoth({ ...first, [name]: 1 }, { ...first, [name]: 2 })).toEqual([1, 0]);
	});

	it.each(['retry_count_down', 'unattempted', 'presented_at'])(
		'is none with another %s',
		(name) => {
			const first = { event_id: 1, task };
			expect(claimBoth({ ...first, [name]: 1 }, { ...first, [name]: 2 })).toEqual([1, 1]);
		},
	);

	it.each<[string, object]>([
		['another change', { id: 9, task, changes: ['title'] }],
		['another type', { id: 9, task, event: 'task.updated' }],
	])('is none with %s', (_, other) => {
		expect(claimBoth({ id: 9, task }, other)).toEqual([1, 1]);
	});

	it.each<[string, (attempt: number) => object]>([
		[
			'Hasura',
			(n) => ({ id: 'e-1', event: { op: 'INSERT' }, delivery_info: { current_retry: n } }),
		],
		['Pipedrive', (n) => ({ data: task, meta: { id: 'e-1', attempt: n, action: 'create' } })],
		['Intercom', (n) => ({ id: 'e-1', topic: 'x', delivery_attempts: n, delivered_at: n })],
		// When it was sent: receivers are told to refuse an old time.
		['Linear', (n) => ({ data: task, type: 'Issue', action: 'create', webhookTimestamp: n })],
		['Outreach', (n) => ({ data: task, meta: { deliveredAt: `2026-05-0${n}T10:00:00Z` } })],
	])('is a duplicate whatever its attempt, as %s counts it', (_, bodyOf) => {
		const headers = { 'x-delivery-id': 'd-1' };
		const claimed = [1, 2].map((attempt) => {
			const body = bodyOf(attempt);
			const delivery = { body, rawBody: Buffer.from(JSON.stringify(body)), headers };
			return claim(...typedEvents(readDelivery(delivery), ALL));
		});
		expect(claimed).toEqual([1, 0]);
	});

	it.each<[string, object, object]>([
		['the task', { task }, { task: { ...task, state: 'done' } }],
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

	it('is known by its best ID alone', () => {
		const first = { event_id: 'e-1', id: 'attempt 1', task };
		expect(claimBoth(first, { ...first, event_id: 'e-2' })).toEqual([1, 1]);
	});

	it('is none if the 1,001st event of its delivery is another one', () => {
		const all = (last: number) => ({
			event_id: 'e-1',
			tasks: Array.from({ length: 1_001 }, (_, id) => ({ id: id === 1_000 ? last : id })),
		});
		expect(claimBoth(all(1_000), all(1_000), all(1_001))).toEqual([1_001, 0, 1]);
	});
});
