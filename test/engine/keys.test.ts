import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';
import { ProcessedKeys } from '../support/engine/deduplication';

let service: ScriptedServer;
let engine: Engine;

beforeAll(async () => {
	service = await startServer(json({ id: 1 }, 201));
	engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
});
beforeEach(() => void ProcessedKeys.install());
afterAll(async () => await service.close());

const TASK = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'a',
};

async function runWith(more: INodeParameters, item: object) {
	const parameters = { ...TASK, ...more };
	return Engine.outcome(await engine.run({ parameters }, [{ json: { ...item } }]));
}

const run = async (createOncePer: string, item: object) =>
	await runWith({ options: { createOncePer } }, item);

/** The key that an execution used, which the next execution shows; otherwise why it was refused. */
async function keyOf(createOncePer: string, item: object): Promise<unknown> {
	const { error } = await run(createOncePer, item);
	if (error !== undefined) return error.message;
	const { items } = await run(createOncePer, item);
	return items[0]?.json.key;
}

describe('the key of Create Once Per', () => {
	it.each([
		...['AAMkAGI2TG93AAA=', 'https://blog.example.com/hello/', '-1001234567890', '+49 30 1'],
		...['anna.null@example.com', 'null@example.com', 'undefined behavior', 'nullable', 'v2null'],
		...['order-', '-order', 'order:', '#7', '7#', '_id_', '/a/b/', 'a&', 'C++', '~', '№', '🎉'],
		...['{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', '{"a":1}', '{{ name }}', '[object detection]'],
		...['…', '-', 'undefined-', '}}'],
		...['Jennifer Null', 'NaNcy', 'null-7', 'Annullierung', 'é', '2030-17', 'Ann (7)', 'a\\'],
	])('may be %j', async (order) => {
		expect(await keyOf('={{ $json.order }}', { order })).toBe(order);
	});

	it.each([
		['=v2-{{ $json.n }}', { n: 7 }, 'v2-7'],
		['=v2-{{ $json.n }}', { n: 'v2-' }, 'v2-v2-'],
		['={{ $json.a }}/{{ $json.b }}', { a: 'x' }, 'x/'],
		['=order {{ $json.a }}!', { a: 0 }, 'order 0!'],
		["={{ 'v2-' + $json.n }}", { n: 'null-7' }, 'v2-null-7'],
		['={{ $json.a + $json.b }}', { a: 'nul', b: 'l-1' }, 'null-1'],
	])('made by %s of %j is complete', async (expression, item, key) => {
		expect(await keyOf(expression, item)).toBe(key);
	});

	it.each([
		['=v2-{{ $json.n }}', {}, 'v2-'],
		['=v2-{{ $json.n }}', { n: null }, 'v2-'],
		['=v2-{{ $json.n }}', { n: '' }, 'v2-'],
		['= order {{ $json.a }} of {{ $json.b }}', {}, ' order  of '],
		['={{ $json.a }}/{{ $json.b }}', {}, '/'],
		["={{ 'v2-' + $json.n }}", {}, 'v2-undefined'],
		["={{ 'v2-' + $json.n }}", { n: null }, 'v2-null'],
		["={{ 'v2 ' + Number($json.n) }}", {}, 'v2 NaN'],
		['={{ `${$json.a}:${$json.b}` }}', {}, 'undefined:undefined'],
		['={{ String($json.n) }}', {}, 'undefined'],
		['={{ String($json.n) }}', { n: null }, 'null'],
	])('made by %s of %j is refused', async (expression, item, key) => {
		expect(await keyOf(expression, item)).toBe(
			`"Create Once Per" must be complete (a field in its expression seems to be missing or empty), not "${key}"`,
		);
	});

	it('made of an object is refused', async () => {
		expect(await keyOf("={{ 'a-' + $json.a }}", { a: { b: 1 } })).toBe(
			'"Create Once Per" must not contain [object Object] (to show an object, use {{ JSON.stringify($json) }}): "a-[object Object]"',
		);
	});

	it.each(['{{ $json.order }}', 'order {{$json.order}}'])(
		'as fixed text cannot be %j',
		async (fixed) => {
			const advice = 'must not contain {{ }} (to use an expression, switch to Expression)';
			expect(await keyOf(fixed, {})).toBe(`"Create Once Per" ${advice}: "${fixed}"`);
		},
	);
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
		['={{ $json.k }}', { k: 2 ** 53 + 2 }],
		['={{ $json.k }}', { k: -9007199254740992 }],
		['={{ $json.k }}', { k: 1e21 }],
		['=order {{ $json.body.id }}', { body }],
		["={{ 'v2-' + $json.body.id }}", { body }],
		['={{ String($json.body.id) }}', { body }],
		['={{ `${$json.body.list[0].n}/a` }}', { body }],
		['={{ JSON.stringify($json.body) }}', { body }],
		// As Edit Fields makes a text of a number.
		['={{ $json.k }}', { k: `order-${body.id}`, body }],
	])('in the key %s is refused', async (expression, item) => {
		expect(await keyOf(expression, item)).toMatch(ROUNDED);
	});

	it.each([
		['={{ $json.k }}', { k: 9007199254740991 }, '9007199254740991'],
		['={{ $json.k }}', { k: '7615917337495251231' }, '7615917337495251231'],
		['={{ $json.k }}', { k: '9007199254740992' }, '9007199254740992'],
		['={{ $json.k }}', { k: '9400110200881000000000' }, '9400110200881000000000'],
		['=order {{ $json.k }}', { k: '12345678901234567000', body }, 'order 12345678901234567000'],
		['={{ $json.k }}', { k: 1 / 3 }, '0.3333333333333333'],
		['={{ $json.k }}', { k: 1234567890.25 }, '1234567890.25'],
		['=7615917337495251231', { body }, '7615917337495251231'],
	])('is not in the key %s of %j', async (expression, item, key) => {
		expect(await keyOf(expression, item)).toBe(key);
	});

	it.each<[string, object]>([
		['={{ $json.body }}', { body }],
		['={{ { ref: $json.body.id } }}', { body }],
		['={{ { a: { b: [1, { c: [$json.body.id] }] } } }}', { body }],
		['={{ { a: -9007199254740993 } }}', {}],
		['={{ { ref: "n" + $json.body.id } }}', { body }],
		['={"ref": {{ $json.body.id }}}', { body }],
		['={"ref": "{{ $json.body.id }}"}', { body }],
		['={{ JSON.stringify($json.body) }}', { body }],
		['={{ { many: [...Array(2000).keys(), $json.body.id] } }}', { body }],
	])('in Custom Fields set to %s is refused', async (customFields, item) => {
		const { error } = await runWith({ additionalFields: { customFields } }, item);
		expect(error?.message).toMatch(ROUNDED);
	});

	it.each<[string, object, string]>([
		['={{ $json }}', { ref: '7615917337495251231' }, '{"ref":"7615917337495251231"'],
		['={{ $json }}', { ref: 9007199254740991 }, '{"ref":9007199254740991'],
		['={{ $json }}', { ref: [1 / 3] }, '{"ref":[0.3333333333333333]'],
		['{"ref": 7615917337495251231}', { body }, '{"ref":7615917337495251231'],
		['={"ref": 7615917337495251231}', { body }, '{"ref":7615917337495251231'],
		['={"ref": {{ $json.ref }}}', { ref: '7615917337495251231' }, '{"ref":7615917337495251231'],
		['={{ { ref: 1e400 > 1 } }}', {}, '{"ref":true'],
		['={{ { ref: null } }}', { body }, '{"ref":null'],
	])('is not in Custom Fields set to %s of %j', async (customFields, item, sent) => {
		const { error } = await runWith({ additionalFields: { customFields } }, item);
		expect(error).toBeUndefined();
		expect(service.requests.at(-1)?.body).toContain(sent);
	});

	it.each([
		['id', '={{ $json.body.id }}'],
		['id', '={{ String($json.body.id) }}'],
		['url', '=https://tasks.example.com/boards/{{ $json.body.id }}'],
		['name', '=Order {{ $json.body.id }}'],
	])('is no board by %s %s', async (mode, value) => {
		const { error } = await runWith({ boardId: { __rl: true, mode, value } }, { body });
		expect(error?.message).toMatch(ROUNDED);
		expect(error?.message).not.toContain('boardName');
	});
});

describe('a hint below the output', () => {
	const hintsOf = async (createOncePer: string) => {
		const parameters = { ...TASK, options: { createOncePer } };
		const { data } = await engine.run({ parameters }, [{ json: { order: 7 } }]);
		return data.resultData.runData.Node?.[0]?.hints?.map(({ message }) => message);
	};

	it.each(['={{ $now }}', '={{ Date.now() }}', '={{ new Date() }}'])(
		'says of %s that no later execution skips anything',
		async (createOncePer) => {
			expect(await hintsOf(createOncePer)).toEqual([
				'1 item: the key of "Create Once Per" differs in each execution, so no later execution skips anything',
			]);
		},
	);

	it('is not shown for an order number', async () => {
		expect(await hintsOf('={{ $json.order }}')).toEqual([]);
	});
});
