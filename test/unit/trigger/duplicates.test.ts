/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { EventEmitter } from 'node:events';

import type { IWebhookFunctions } from 'n8n-workflow';

import {
	identityReader,
	withoutDuplicates,
} from '../../../nodes/WorkspaceTaskService/trigger/duplicates';
import type { Identity } from '../../../nodes/WorkspaceTaskService/trigger/payload/parsedEvents';
import { ALL_BUT_THE_CLOCK } from '../../support/jest/clock';

const task = { id: 7, title: 'Call' };

let nodes = 0;
let node: string;
beforeEach(() => (node = `node ${(nodes += 1)}`));

const event = (ids: string, content = 'a') => ({ identity: { ids, content } });

/** How many of the events are new in a delivery that is answered with `respond`. */
function deliver(...events: Array<{ identity: Identity | undefined }>) {
	const response = new EventEmitter() as ReturnType<IWebhookFunctions['getResponseObject']>;
	const count = withoutDuplicates(node, events, response).length;
	const respond = (statusCode: number) => {
		response.statusCode = statusCode;
		response.emit('finish');
		return count;
	};
	return { count, respond };
}
const claim = (...events: Array<{ identity: Identity | undefined }>) =>
	deliver(...events).respond(200);

describe('an event', () => {
	it('is recognized by its ID and content', () => {
		expect([claim(event('1')), claim(event('1')), claim(event('2'))]).toEqual([1, 0, 1]);
	});

	it('with an ID that came with different contents is always new', () => {
		const contents = ['a', 'b', 'a', 'b', 'b'];
		expect(contents.map((content) => claim(event('1', content)))).toEqual([1, 1, 1, 1, 1]);
	});

	it('without an ID is always new', () => {
		expect([1, 2].map(() => claim({ identity: undefined }))).toEqual([1, 1]);
	});

	it('is not compared with others of its delivery', () => {
		const batch = [event('1'), event('1')];
		expect([claim(...batch), claim(...batch)]).toEqual([2, 0]);
	});

	it.each([
		[204, 0],
		[500, 1],
	])('that was answered with %d is new %d times more', (status, count) => {
		deliver(event('1')).respond(status);
		expect(claim(event('1'))).toBe(count);
	});
});

describe('with time', () => {
	const HOUR_MS = 60 * 60 * 1000;
	beforeEach(() => jest.useFakeTimers({ doNotFake: ALL_BUT_THE_CLOCK }));
	afterEach(() => jest.useRealTimers());

	it('is new again after an hour', () => {
		const first = claim(event('1'));
		jest.setSystemTime(Date.now() + HOUR_MS - 1);
		const late = claim(event('1'));
		jest.setSystemTime(Date.now() + 1);
		expect([first, late, claim(event('1'))]).toEqual([1, 0, 1]);
	});

	it('still ignores an ID with different contents after a quiet hour', () => {
		for (const content of ['a', 'b']) claim(event('1', content));
		jest.setSystemTime(Date.now() + HOUR_MS);
		expect([claim(event('1')), claim(event('1'))]).toEqual([1, 1]);
	});
});

describe('the identity of an event', () => {
	const of = (body: Record<string, unknown>, headers = {}) => {
		const own = 'task' in body ? task : body;
		const raw = { entry: body, task: own, outer: body, payload: body };
		return identityReader({ headers })(raw, 'task.created').identity;
	};

	it('does not depend on the attempt number', () => {
		const first = of({ event_id: 1, task, attempt: 1, sent_at: 'now' });
		expect(first?.ids).toBe('["1"]');
		expect(of({ event_id: 1, task, attempt: 2, sent_at: 'later' })).toEqual(first);
	});

	it.each([
		['another task', { id: 9, task: { id: 2 } }],
		['another change', { id: 9, task, changes: ['title'] }],
	])('differs in its content for %s', (_, other) => {
		expect(of(other)?.content).not.toBe(of({ id: 9, task })?.content);
	});

	it('has the ID of an event that names its task by another field', () => {
		expect(of({ id: 'evt-1', event: 'task.created', task_id: 7, title: 'Call' })?.ids).toBe(
			'["evt-1"]',
		);
		expect(of({ id: 7, title: 'Call' })).toBeUndefined();
	});

	it.each([
		...['x-delivery', 'x-github-delivery', 'x-task-service-delivery-id', 'idempotency-key'],
		...['x-event-id', 'x-gitlab-event-uuid', 'x-a-b-event-id', 'svix-id', 'webhook-id', 'ce-id'],
	])('has the ID in the header %s', (name) => {
		expect(of({ task }, { [name]: 'd-1' })?.ids).toBe('["d-1"]');
	});

	it.each([
		...['ux-delivery', 'x-delivery-ids', 'idempotency-key-2', 'device-id', 'ce-idle'],
		...['x-7-event-id', 'x-event-identity', 'x--event-id'],
	])('does not have what is in the header %s', (name) => {
		expect(of({ task }, { [name]: 'd-1' })).toBeUndefined();
	});

	it('does not exist if its ID may have been rounded', () => {
		expect(of({ event_id: 2 ** 53, task })).toBeUndefined();
	});
});
