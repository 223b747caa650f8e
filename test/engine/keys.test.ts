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

async function run(createOncePer: string, item: object) {
	const parameters = {
		resource: 'task',
		operation: 'create',
		boardId: { __rl: true, mode: 'id', value: '1' },
		title: 'a',
		options: { createOncePer },
	};
	return Engine.outcome(await engine.run({ parameters }, [{ json: { ...item } }]));
}

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
		["={{ String($json.a) + '-' }}", {}, 'undefined-'],
		['={{ String($json.n) }}', {}, 'undefined'],
		['={{ String($json.n) }}', { n: null }, 'null'],
		["={{ 'a-' + $json.a }}", { a: { b: 1 } }, 'a-[object Object]'],
	])('made by %s of %j is refused', async (expression, item, key) => {
		expect(await keyOf(expression, item)).toBe(
			`"Create Once Per" must be complete (a field in its expression seems to be missing or empty), not "${key}"`,
		);
	});

	it.each(['…', '-', '/ /', '}}'])('needs more than %j', async (order) => {
		expect(await keyOf('={{ $json.order }}', { order })).toBe(
			`"Create Once Per" must contain a letter, digit or symbol, not "${order}"`,
		);
	});

	it.each(['{{ $json.order }}', '{ $json.order }', 'order {{$json.order}}'])(
		'as fixed text cannot be %j',
		async (fixed) => {
			const advice = 'must not contain braces (to use an expression, switch to Expression)';
			expect(await keyOf(fixed, {})).toBe(`"Create Once Per" ${advice}: "${fixed}"`);
		},
	);
});
