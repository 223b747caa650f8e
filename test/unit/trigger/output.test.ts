import { itemsFor } from '../../../nodes/WorkspaceTaskService/trigger/output';

const event = {
	event: 'task.created',
	task: { id: 1 },
	deliveryId: 'd-1',
	receivedAt: '2026-05-02T12:00:00.000Z',
	payload: {},
};

describe('itemsFor', () => {
	it('keeps a field that is named like a prototype', () => {
		const payload: unknown = JSON.parse('{"__proto__":{"a":1},"json":1,"error":"x"}');
		const [item] = itemsFor([{ ...event, payload }], {}, 'simplified', 'other');
		expect(JSON.stringify(item?.json.payload)).toBe('{"__proto__":{"a":1},"json":1,"error":"x"}');
	});
});
