import type { Delivery } from '../../../nodes/WorkspaceTaskService/trigger/delivery';
import { readEvents } from '../../../nodes/WorkspaceTaskService/trigger/delivery';

const REGISTERED = ['task.created', 'task.updated'];
const now = new Date('2026-05-02T12:00:00.000Z');
const task = { id: 7, title: 'Call' };

function read(delivery: Partial<Delivery>, wanted = ['task.created']) {
	const whole = { body: undefined, rawBody: '', headers: {}, ...delivery };
	return readEvents(whole, wanted, REGISTERED, now);
}

describe('readEvents', () => {
	it('emits the event, its task and the payload untouched', () => {
		const payload = { id: 'd-1', event: 'task.created', data: { task }, surprise: null };
		expect(read({ body: payload })).toEqual([
			{
				event: 'task.created',
				task,
				deliveryId: 'd-1',
				receivedAt: '2026-05-02T12:00:00.000Z',
				payload,
			},
		]);
	});

	it.each([
		['event', { event: 'task.created' }, {}],
		['type', { type: 'task.created' }, {}],
		['event_type', { event_type: 'task.created' }, {}],
		['kind', { kind: 'task.created' }, {}],
		['action', { action: 'task.created' }, {}],
		['another spelling', { event: 'TASK_CREATED' }, {}],
		['a field behind an envelope', { type: 'notification', event: 'task.created' }, {}],
		['a header', {}, { 'x-webhook-event': 'task.created' }],
	])('finds the kind in %s', (_, fields, headers) => {
		const [event] = read({ body: { ...fields, task }, headers });
		expect(event?.event).toBe('task.created');
	});

	it.each([
		['task', { task }],
		['data.task', { data: { task } }],
		['payload.task', { payload: { task } }],
		['data', { data: task }],
		['the body itself', task],
	])('finds the task in %s', (_, body) => {
		expect(read({ body })[0]?.task).toEqual(task);
	});

	it('leaves out a known kind that is not selected', () => {
		expect(read({ body: { event: 'task.updated', task } })).toEqual([]);
	});

	it.each([
		['an unknown kind', { event: 'task.archived', task }, 'task.archived'],
		['no kind', { task }, null],
		['a kind that is no text', { event: { name: 1 }, task }, null],
	])('emits %s', (_, body, kind) => {
		expect(read({ body })).toMatchObject([{ event: kind, payload: body }]);
	});

	it.each([
		[
			'an array',
			[
				{ event: 'task.created', task },
				{ event: 'task.created', task },
			],
		],
		[
			'{ events }',
			{
				events: [
					{ event: 'task.created', task },
					{ type: 'task.created', task },
				],
			},
		],
	])('emits one event for each entry of %s', (_, body) => {
		expect(read({ body })).toHaveLength(2);
	});

	it('keeps all that stands around the entries of { events }', () => {
		const body = {
			id: 'd-1',
			workspace_id: 3,
			events: [{ task }, { event: 'task.updated', task }],
		};
		expect(read({ body })).toMatchObject([
			{ task, deliveryId: 'd-1#0', payload: { id: 'd-1', workspace_id: 3, events: [{ task }] } },
		]);
	});

	it('does not take the names of events beside a task for events', () => {
		const body = { event: 'task.created', events: ['task.created'], data: { task } };
		expect(read({ body })).toMatchObject([{ event: 'task.created', task, payload: body }]);
	});

	it('does not split a task that carries a list of its own events', () => {
		const body = { event: 'task.created', data: { task }, events: [{ type: 'task.moved' }] };
		expect(read({ body })).toMatchObject([{ event: 'task.created', task, payload: body }]);
	});

	it('takes a kind in the spelling in which it was selected', () => {
		const body = { event: 'TASK_CREATED', task };
		expect(read({ body }, ['TASK_CREATED'])).toMatchObject([{ event: 'TASK_CREATED' }]);
	});

	it('gives the entries of one delivery ids of their own', () => {
		const headers = { 'x-webhook-delivery': 'd-1' };
		const ids = read({ body: [{ task }, { task }], headers }).map(({ deliveryId }) => deliveryId);
		expect(ids).toEqual(['d-1#0', 'd-1#1']);
	});

	it.each([
		['a header', { task }, { 'x-webhook-delivery': 'd-9' }, 'd-9'],
		['delivery_id', { delivery_id: 9, task }, {}, '9'],
		['the id beside a task', { id: 'd-9', task }, {}, 'd-9'],
		['no id: that of a task is not one', task, {}, null],
	])('takes the delivery id from %s', (_, body, headers, id) => {
		expect(read({ body, headers })[0]?.deliveryId).toBe(id);
	});

	it.each([
		['JSON that n8n did not parse', '{"event":"task.created"}', { event: 'task.created' }],
		['text', 'hello', 'hello'],
		['nothing', '', ''],
	])('reads the raw body when it is %s', (_, rawBody, payload) => {
		expect(read({ rawBody })).toMatchObject([{ payload }]);
	});

	it.each([
		['null', null],
		['a number', 7],
		['true', true],
		['an empty array', []],
		['an empty object', {}],
		['an object without a prototype', Object.assign(Object.create(null), { event: 'x' })],
		['prototype keys', JSON.parse('{"__proto__":{"event":"task.updated"},"constructor":1}')],
		['a list in place of an object', { task: [], data: [[]], events: 'none' }],
	])('emits %s without a throw', (_, body) => {
		expect(read({ body })).toMatchObject([{ payload: body }]);
	});
});
