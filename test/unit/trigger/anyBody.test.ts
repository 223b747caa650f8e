import fc from 'fast-check';

import {
	readDelivery,
	type DeliveredRequest,
} from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { makeItemsWithMaskedKey } from '../../../nodes/WorkspaceTaskService/trigger/events/eventItems';
import {
	dropUnselectedEvents,
	addTypesToEvents,
} from '../../../nodes/WorkspaceTaskService/trigger/events/selection';

const now = new Date('2026-05-02T12:00:00.000Z');
const WANTED = {
	selectedTypes: ['task.created'],
	knownTypes: ['task.created', 'task.updated'],
	boards: [],
};
const FIELDS = ['deliveryId', 'event', 'payload', 'receivedAt', 'task'];

/** Names that the node looks for in payloads, and some that are special in JavaScript. */
const name = fc.constantFrom(
	...['event', 'events', 'type', 'action', 'task', 'data', 'payload', 'board', 'board_id', 'id'],
	...['message', 'webhook', 'result', 'title', 'task_id', 'resource_id', 'boardId', 'toString'],
	...['delivery_id', 'object', 'resource', 'name', '__proto__', 'constructor', 'toString', 'json'],
);
const word = fc.constantFrom('task', 'created', 'task.created', 'TASK_CREATED', 'x', '', '7');
const { body: anyBody } = fc.letrec<{
	body: unknown;
	leaf: unknown;
	list: unknown;
	object: unknown;
}>((tie) => ({
	body: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('list'), tie('object'), fc.jsonValue()),
	leaf: fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true }), word, fc.string()),
	list: fc.array(tie('body'), { maxLength: 4 }),
	object: fc.array(fc.tuple(name, tie('body')), { maxLength: 5 }).map(withOwnFields),
}));
const anyHeaders = fc.dictionary(
	fc.constantFrom(
		'x-webhook-event',
		'x-webhook-delivery',
		'webhook-id',
		'content-type',
		'__proto__',
	),
	fc.oneof(word, fc.array(word, { maxLength: 3 }), fc.constant(undefined)),
);

function withOwnFields(entries: Array<[string, unknown]>): unknown {
	const object = {};
	for (const [key, value] of entries) {
		Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
	}
	return object;
}

interface Sent {
	body: unknown;
	rawBody: string;
	headers: DeliveredRequest['headers'];
}

function read({ rawBody, ...others }: Sent) {
	const request = { ...others, rawBody: Buffer.from(rawBody) };
	const events = dropUnselectedEvents(addTypesToEvents(readDelivery(request), WANTED), WANTED);
	const source = { request, besideList: undefined, key: 'the key', output: 'simplified' as const };
	return makeItemsWithMaskedKey(events, source, now);
}

const runs = { numRuns: 300 };

describe('any delivery', () => {
	it('is emitted with its payload unless it has another event type or an empty list', () => {
		const property = fc.property(anyBody, anyHeaders, (body, headers) => {
			const rawBody = JSON.stringify(body);
			// Integers beyond 2^53 become text.
			fc.pre(!/\d{16}/.test(rawBody));
			const emitted = read({ body, rawBody, headers });
			if (!/update|\[\]/i.test(rawBody)) expect(emitted.length).toBeGreaterThan(0);
			for (const { json } of emitted) {
				expect(Object.keys(json).sort()).toEqual(FIELDS);
				expect(rawBody).toContain(JSON.stringify(json.payload));
			}
		});
		fc.assert(property, runs);
	});

	it('can be any text', () => {
		const anyText = fc
			.string({ unit: 'binary' })
			.filter((text) => !/^(.?\0|\ufeff)|\[\s*\]/s.test(text));
		const property = fc.property(anyText, (rawBody) => {
			const [first, ...others] = read({ body: undefined, rawBody, headers: {} });
			expect(others).toEqual([]);
			expect(first?.json.payload).toEqual(jsonObjectOr(rawBody));
		});
		fc.assert(property, runs);
	});
});

function jsonObjectOr(text: string): unknown {
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'object' && parsed !== null ? parsed : text;
	} catch {
		return text;
	}
}
