import { getMember } from '../../../../nodes/WorkspaceTaskService/reading/json';
import { makeItemsWithMaskedKey } from '../../../../nodes/WorkspaceTaskService/trigger/events/eventItems';
import type { TypedEvent } from '../../../../nodes/WorkspaceTaskService/trigger/events/selection';
import { WorkspaceTaskServiceTrigger } from '../../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const event = {
	event: 'task.created',
	task: { id: 1 },
	deliveryId: 'd-1',
	receivedAt: '2026-05-02T12:00:00.000Z',
	payload: { task: { id: 1 } },
};
const typed = {
	type: event.event,
	reading: { task: { object: event.task }, eventId: event.deliveryId, payload: event.payload },
} as unknown as TypedEvent;
const now = new Date(event.receivedAt);
const request = { body: undefined, headers: {}, rawBody: Buffer.from('{}') };
const source = {
	request,
	besideList: undefined,
	key: 'the key',
	output: 'simplified' as 'simplified' | 'raw',
};

describe('makeItemsWithMaskedKey', () => {
	it('includes the fields in raw output that n8n is asked to redact', () => {
		const { sensitiveOutputFields = [] } = new WorkspaceTaskServiceTrigger().description;
		const secret = { authorization: 'Bearer a', cookie: 'b=c' };
		const sent = { ...source, output: 'raw' as const, request: { ...request, headers: secret } };
		const json: unknown = makeItemsWithMaskedKey([typed], sent, now)[0]?.json;
		const find = (path: string) => getMember(json, ...path.split('.'));
		expect(sensitiveOutputFields.map(find)).toEqual(Object.values(secret));
	});

	it('puts shared fields into the first item only', () => {
		const shared = { workspace: 7 };
		const items = makeItemsWithMaskedKey([typed, typed], { ...source, besideList: shared }, now);
		expect(items).toEqual([{ json: { ...event, shared } }, { json: event }]);
		const raw = makeItemsWithMaskedKey(
			[typed, typed],
			{ ...source, besideList: shared, output: 'raw' },
			now,
		);
		expect(raw.map(({ json }) => Object.keys(json).sort())).toEqual([
			['body', 'headers', 'rawBody', 'receivedAt', 'shared'],
			['body', 'receivedAt'],
		]);
	});
});
