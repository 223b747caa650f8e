import type { INodeParameters } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import { CREATE_TASK, locate, run, service, setUpService } from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';

setUpService(json({ id: 1 }, 201));
beforeEach(() => void ProcessedKeys.install());

const runWith = async (more: INodeParameters, item: object) =>
	await run({ ...CREATE_TASK, title: 'a', ...more }, [item]);

/** The key that an execution used, which the next execution shows; otherwise why it was refused. */
async function findKey(createOncePer: string, item: object): Promise<unknown> {
	const { error } = await runWith({ options: { createOncePer } }, item);
	if (error !== undefined) return error.message;
	const again = await runWith({ options: { createOncePer } }, item);
	return again.json[0]?.key;
}

describe('the key of Create Once Per', () => {
	it.each([
		...['AAMkAGI2TG93AAA=', 'https://blog.example.com/hello/', '-order', '#7', '🎉', '…', 'a\\'],
		...['anna.null@example.com', 'Jennifer Null', 'NaNcy', 'undefined-', 'v2null'],
		...['{"a":1}', '{{ name }}', '}}', '[object detection]'],
	])('may be %j', async (order) => {
		expect(await findKey('={{ $json.order }}', { order })).toBe(order);
	});

	it.each([
		['=v2-{{ $json.n }}', { n: 'v2-' }, 'v2-v2-'],
		['={{ $json.a }}/{{ $json.b }}', { a: 'x' }, 'x/'],
		['=order {{ $json.a }}!', { a: 0 }, 'order 0!'],
	])('made by %s of %j is complete', async (expression, item, key) => {
		expect(await findKey(expression, item)).toBe(key);
	});

	it.each([
		['=v2-{{ $json.n }}', { n: null }, 'v2-'],
		['= order {{ $json.a }} of {{ $json.b }}', {}, ' order  of '],
		["={{ 'v2-' + $json.n }}", {}, 'v2-undefined'],
		["={{ 'v2 ' + Number($json.n) }}", {}, 'v2 NaN'],
		['={{ String($json.n) }}', { n: null }, 'null'],
	])('made by %s of %j is refused', async (expression, item, key) => {
		expect(await findKey(expression, item)).toBe(
			`"Create Once Per" must be complete (a field in its expression seems to be missing or empty), not "${key}"`,
		);
	});

	it('cannot be fixed text with braces', async () => {
		const advice = 'must not contain {{ }} (to use an expression, switch to Expression)';
		const fixed = 'order {{$json.order}}';
		expect(await findKey(fixed, {})).toBe(`"Create Once Per" ${advice}: "${fixed}"`);
	});
});

/** As n8n parses what a service sends: the first of these two is the second in JavaScript. */
const body = JSON.parse('{"id":7615917337495251231,"list":[{"n":-9007199254740993}]}') as {
	id: number;
};

describe('a number that n8n rounds', () => {
	const ROUNDED =
		/^"(Create Once Per|Board|Workspace|Custom Fields \(JSON\))" must (be text, because numbers beyond 9007199254740991 are rounded|not be made of numbers beyond 9007199254740991, which n8n rounds \(use text\))/;

	it.each([
		['={{ $json.body.id }}', { body }],
		['={{ $json.k }}', { k: -9007199254740992 }],
		["={{ 'v2-' + $json.body.id }}", { body }],
		['={{ `${$json.body.list[0].n}/a` }}', { body }],
		// As Edit Fields makes a text of a number.
		['={{ $json.k }}', { k: `order-${body.id}`, body }],
	])('in the key %s is refused', async (expression, item) => {
		expect(await findKey(expression, item)).toMatch(ROUNDED);
	});

	it.each([
		['={{ $json.k }}', { k: 9007199254740991 }, '9007199254740991'],
		['={{ $json.k }}', { k: '9007199254740992' }, '9007199254740992'],
		['=order {{ $json.k }}', { k: '12345678901234567000', body }, 'order 12345678901234567000'],
		['={{ $json.k }}', { k: 1 / 3 }, '0.3333333333333333'],
	])('is not in the key %s of %j', async (expression, item, key) => {
		expect(await findKey(expression, item)).toBe(key);
	});

	it.each([
		'={{ $json.body }}',
		'={{ { ref: "n" + $json.body.id } }}',
		'={"ref": {{ $json.body.id }}}',
		'={{ { many: [...Array(2000).keys(), $json.body.id] } }}',
	])('in Custom Fields set to %s is refused', async (customFields) => {
		const { error } = await runWith({ additionalFields: { customFields } }, { body });
		expect(error?.message).toMatch(ROUNDED);
		expect(service.requests).toEqual([]);
	});

	it.each<[string, object, string]>([
		['={{ $json }}', { ref: '7615917337495251231' }, '{"ref":"7615917337495251231"'],
		['={{ $json }}', { ref: [1 / 3] }, '{"ref":[0.3333333333333333]'],
		['={"ref": 7615917337495251231}', { body }, '{"ref":7615917337495251231'],
	])('is not in Custom Fields set to %s of %j', async (customFields, item, sent) => {
		await runWith({ additionalFields: { customFields } }, item);
		expect(service.requests[0]?.body).toContain(sent);
	});

	it.each([
		['id', '={{ $json.body.id }}'],
		['url', '=https://tasks.example.com/boards/{{ $json.body.id }}'],
		['name', '=Order {{ $json.body.id }}'],
	])('is no board by %s', async (mode, value) => {
		const { error } = await runWith({ boardId: locate(mode, value) }, { body });
		expect(error?.message).toMatch(ROUNDED);
		expect(error?.message).not.toContain('boardName');
	});
});

it.each([
	['={{ $now }}', 1],
	['={{ $json.order }}', 0],
])('a hint says whether a key differs in each execution: %s', async (createOncePer, count) => {
	const { hints } = await runWith({ options: { createOncePer } }, { order: 7 });
	const message =
		'1 item: the key of "Create Once Per" differs in each execution, so no later execution skips anything';
	expect(hints).toEqual(Array.from({ length: count }, () => ({ message })));
});
