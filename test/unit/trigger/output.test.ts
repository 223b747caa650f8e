import { itemsFor } from '../../../nodes/WorkspaceTaskService/trigger/output';

const event = {
	event: 'task.created',
	task: { id: 1 },
	deliveryId: 'd-1',
	receivedAt: '2026-05-02T12:00:00.000Z',
	payload: { task: { id: 1 }, hook: 'https://n8n.example.com/webhook/1?key=s3cret' },
};
const headers = { 'x-original-uri': '/webhook/1?key=s3cret', 'x-event': ['a', 'b'] };

describe('itemsFor', () => {
	it('gives the event as it is', () => {
		expect(itemsFor([event], headers, 'simplified', 'other')).toEqual([{ json: event }]);
	});

	it('gives body and headers as raw output', () => {
		const { payload: body, receivedAt } = event;
		expect(itemsFor([event], headers, 'raw', 'other')).toEqual([
			{ json: { body, headers, receivedAt } },
		]);
	});

	it.each(['simplified', 'raw'] as const)('masks the key in %s output', (output) => {
		const text = JSON.stringify(itemsFor([event], headers, output, 's3cret'));
		expect(text).not.toContain('s3cret');
		expect(text).toContain('?key=***');
	});

	it('keeps a field that is named like a prototype', () => {
		const payload: unknown = JSON.parse('{"__proto__":{"a":1},"json":1,"error":"x"}');
		const [item] = itemsFor([{ ...event, payload }], headers, 'simplified', 'other');
		expect(JSON.stringify(item?.json.payload)).toBe('{"__proto__":{"a":1},"json":1,"error":"x"}');
	});
});
