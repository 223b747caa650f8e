import type { Delivery } from '../../../nodes/WorkspaceTaskService/trigger/body';
import { readEvents } from '../../../nodes/WorkspaceTaskService/trigger/delivery';

const REGISTERED = ['task.created', 'task.updated'];
const now = new Date('2026-05-02T12:00:00.000Z');
const task = { id: 7, title: 'Call' };

function readings(delivery: Partial<Delivery>, wanted = ['task.created'], boards: string[] = []) {
	const whole = { body: undefined, rawBody: '', headers: {}, ...delivery };
	return readEvents(whole, { events: wanted, registered: REGISTERED, boards }, now);
}

function read(...asked: Parameters<typeof readings>) {
	return readings(...asked).map(({ event }) => event);
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
		['action', { action: 'task.created' }, {}],
		['another spelling', { event: 'TASK_CREATED' }, {}],
		['a field behind an envelope', { type: 'notification', event: 'task.created' }, {}],
		['a nested event', { event: { type: 'task.created' } }, {}],
		['noun and verb', { resource: 'task', action: 'created' }, {}],
		['type and action', { type: 'task', action: 'created' }, {}],
		['camel case', { eventType: 'TaskCreated' }, {}],
		['a header', {}, { 'x-webhook-event': 'task.created' }],
		['a header in another case', {}, { 'X-Webhook-Event': 'task.created' }],
	])('finds the kind in %s', (_, fields, headers) => {
		const [event] = read({ body: { ...fields, task }, headers });
		expect(event?.event).toBe('task.created');
	});

	it.each([
		['task', { task }],
		['data.task', { data: { task } }],
		['data', { data: task }],
		['the body itself', task],
	])('finds the task in %s', (_, body) => {
		expect(read({ body })[0]?.task).toEqual(task);
	});

	it('reads JSON that came as text', () => {
		const body = JSON.stringify({ event: 'task.created', task });
		expect(read({ body })).toMatchObject([{ event: 'task.created', task }]);
	});

	it('reads a form that carries JSON in one field, and leaves the form as it came', () => {
		const body = { payload: JSON.stringify({ event: 'task.created', task }) };
		expect(read({ body })).toMatchObject([{ event: 'task.created', task, payload: body }]);
	});

	const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

	it('keeps as text what is nested too deeply for n8n', () => {
		const payloads = [201, 202].map((depth) => {
			const rawBody = nested(depth);
			return read({ body: JSON.parse(rawBody), rawBody })[0]?.payload;
		});
		expect(payloads).toEqual([JSON.parse(nested(201)), nested(202)]);
	});

	it('does not read a form whose JSON is nested too deeply', () => {
		const body = { payload: `{"event":"task.updated","task":${nested(300)}}` };
		expect(read({ body })).toMatchObject([{ event: null, payload: body }]);
	});

	it('ignores inherited fields', () => {
		const body: unknown = Object.create({ event: 'task.updated' });
		expect(read({ body })).toMatchObject([{ event: null }]);
	});

	it.each([
		['board_id', { board_id: 4 }],
		['boardId', { boardId: 4 }],
		['board.id', { board: { id: 4 } }],
		['board', { board: 4 }],
	])('finds the board in %s', (_, fields) => {
		const body = { event: 'task.created', task: { ...task, ...fields } };
		expect(read({ body }, undefined, ['4'])).toHaveLength(1);
		expect(read({ body }, undefined, ['5'])).toEqual([]);
	});

	it.each([
		['the task', { task, board: { id: 4 } }],
		['the task within data', { data: { task, board_id: 4 } }],
	])('finds the board beside %s', (_, fields) => {
		const body = { event: 'task.created', ...fields };
		expect(read({ body }, undefined, ['5'])).toEqual([]);
	});

	it.each([
		['nothing tells the board', { task }],
		['only a name tells the board', { task: { ...task, board: 'Marketing' } }],
	])('emits a task when %s', (_, fields) => {
		expect(read({ body: { event: 'task.created', ...fields } }, undefined, ['5'])).toHaveLength(1);
	});

	it('prefers the id of the board to its name', () => {
		const body = { event: 'task.created', board_id: 4, task: { ...task, board: 'Marketing' } };
		expect(read({ body }, undefined, ['4'])).toHaveLength(1);
	});

	it.each([
		['all', '*', 1],
		['a part', 'task.*', 1],
		['an end', '*.updated', 1],
	])('matches a wildcard for %s', (_, kind, count) => {
		const body = { event: 'task.updated', task };
		expect(read({ body }, ['task.created', kind])).toHaveLength(count);
	});

	it('distinguishes kinds in other scripts', () => {
		const delivery = { body: { event: '課題.削除', task }, rawBody: '', headers: {} };
		const wanted = { events: ['課題.作成'], registered: ['課題.削除'], boards: [] };
		expect(readEvents(delivery, wanted, now)).toEqual([]);
	});

	it('takes the kind of a delivery for all its entries that name none', () => {
		const body = { event: 'task.updated', events: [{ task }] };
		expect(read({ body })).toEqual([]);
	});

	it('reads JSON that was sent as a form', () => {
		const rawBody = JSON.stringify({ event: 'task.created', task });
		const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
		expect(read({ body: { [rawBody]: '' }, rawBody, headers })).toMatchObject([
			{ event: 'task.created', task, payload: { event: 'task.created', task } },
		]);
	});

	it('leaves out a known kind that is not selected', () => {
		expect(read({ body: { event: 'task.updated', task } })).toEqual([]);
	});

	it('leaves out a kind that only the service still knows', () => {
		const delivery = { body: { event: 'task.deleted', task }, rawBody: '', headers: {} };
		const wanted = { events: ['task.created'], registered: ['task.deleted'], boards: [] };
		expect(readEvents(delivery, wanted, now)).toEqual([]);
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

	it('keeps the fields around the entries of { events }', () => {
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
		['a header with the name of a product', { task }, { 'x-acme-delivery': 'd-9' }, 'd-9'],
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
});

describe('the traits of an event', () => {
	const traitsOf = (delivery: Partial<Delivery>) =>
		readings(delivery).flatMap(({ traits }) => traits);
	const lasting = (delivery: Partial<Delivery>) =>
		traitsOf(delivery).filter(({ keptForMs }) => keptForMs === Infinity);

	it.each([
		['a header', { task }, { 'x-webhook-delivery': 'd-1' }],
		['a field that says so', { delivery_id: 'd-1', task }, {}],
	])('last when the id of the delivery stands in %s', (_, body, headers) => {
		expect(lasting({ body, headers })).toHaveLength(1);
		expect(lasting({ body: { ...body, attempt: 2 }, headers })).toEqual(lasting({ body, headers }));
	});

	it('differ with the content when there is only a plain id, which may be that of the webhook', () => {
		const first = traitsOf({ body: { id: 7, task: { id: 1 } } });
		const second = traitsOf({ body: { id: 7, task: { id: 2 } } });
		const texts = first.map(({ text }) => text);
		expect(first).not.toEqual([]);
		expect(second.filter(({ text }) => texts.includes(text))).toEqual([]);
	});

	it('hold the id of the delivery around the events', () => {
		const around = { delivery_id: 'd-1', events: [{ task }, { task }] };
		const texts = traitsOf({ body: around }).map(({ text }) => text);
		expect(texts).toEqual(['delivery d-1#0', 'delivery d-1#1']);
	});

	it('last an hour where only an id of the event and its content are the same', () => {
		const [first] = traitsOf({ body: { event_id: 3, task } });
		expect(first).toEqual({ text: expect.stringMatching(/^id 3 /), keptForMs: 3_600_000 });
	});

	it('differ between the events of one delivery', () => {
		const named = traitsOf({
			body: [{ task }, { task }],
			headers: { 'x-webhook-delivery': 'd-1' },
		});
		const others = traitsOf({ body: [{ task }, { task }], rawBody: 'the same' });
		for (const traits of [named, others]) {
			expect(new Set(traits.map(({ text }) => text)).size).toBe(2);
		}
	});

	it('hold the bytes for a minute', () => {
		const once = traitsOf({ body: { task }, rawBody: '{"task": 1}' });
		expect(once).toEqual([{ text: expect.stringContaining('bytes'), keptForMs: 60_000 }]);
		expect(traitsOf({ body: { task }, rawBody: '{"task":1}' })).not.toEqual(once);
	});

	it('leave the bytes out when the delivery has a name', () => {
		const headers = { 'x-webhook-delivery': 'd-1' };
		const texts = traitsOf({ body: { task }, rawBody: '{}', headers }).map(({ text }) => text);
		expect(texts).toEqual(['delivery d-1']);
	});

	it('are none for a delivery without any content', () => {
		expect(traitsOf({})).toEqual([]);
	});

	it('distinguish two kinds in the same bytes', () => {
		const rawBody = '{"task":1}';
		const headers = { 'x-event': 'task.created' };
		const created = traitsOf({ body: { task }, rawBody, headers });
		expect(created).not.toEqual(traitsOf({ body: { task }, rawBody }));
	});
});
