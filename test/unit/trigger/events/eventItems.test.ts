import { getMember } from '../../../../nodes/WorkspaceTaskService/reading/json';
import { makeItems } from '../../../../nodes/WorkspaceTaskService/trigger/events/eventItems';
import type { TypedEvent } from '../../../../nodes/WorkspaceTaskService/trigger/events/selection';
import { WorkspaceTaskServiceTrigger } from '../../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const event = {
	event: 'task.created',
	task: { id: 1 },
	deliveryId: 'd-1',
	receivedAt: '2026-05-02T12:00:00.000Z',
	payload: { task: { id: 1 }, hook: 'https://n8n.example.com/webhook/1?key=s3cret' },
};
const typed = {
	type: event.event,
	reading: { task: { object: event.task }, eventId: event.deliveryId, payload: event.payload },
} as unknown as TypedEvent;
const now = new Date(event.receivedAt);
const headers = { 'x-original-uri': '/webhook/1?key=s3cret', 'x-event': ['a', 'b'] };
const rawBody = '{"key":"s3cret"}';
const delivery = { body: undefined, headers, rawBody: Buffer.from(rawBody) };
const source = {
	delivery,
	shared: undefined,
	key: 'other',
	output: 'simplified' as 'simplified' | 'raw',
};

describe('makeItems', () => {
	it('includes the fields in raw output that n8n is asked to redact', () => {
		const { sensitiveOutputFields = [] } = new WorkspaceTaskServiceTrigger().description;
		const secret = { authorization: 'Bearer a', cookie: 'b=c' };
		const sent = { ...source, output: 'raw' as const, delivery: { ...delivery, headers: secret } };
		const json: unknown = makeItems([typed], sent, now)[0]?.json;
		const find = (path: string) => getMember(json, ...path.split('.'));
		expect(sensitiveOutputFields.map(find)).toEqual(Object.values(secret));
	});

	it('puts shared fields into the first item only', () => {
		const shared = { workspace: 7 };
		const items = makeItems([typed, typed], { ...source, shared }, now);
		expect(items).toEqual([{ json: { ...event, shared } }, { json: event }]);
		const raw = makeItems([typed, typed], { ...source, shared, output: 'raw' }, now);
		expect(raw.map(({ json }) => Object.keys(json).sort())).toEqual([
			['body', 'headers', 'rawBody', 'receivedAt', 'shared'],
			['body', 'receivedAt'],
		]);
	});

	it('keeps fields with names that JavaScript reserves', () => {
		const payload: unknown = JSON.parse('{"__proto__":{"a":1},"json":1,"error":"x"}');
		const [item] = makeItems([{ ...typed, reading: { ...typed.reading, payload } }], source, now);
		expect(JSON.stringify(item?.json.payload)).toBe('{"__proto__":{"a":1},"json":1,"error":"x"}');
	});
});
