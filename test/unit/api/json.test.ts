import fc from 'fast-check';

import { field, parseEntered, parseJson } from '../../../nodes/WorkspaceTaskService/api/json';

const LARGE = '12345678901234567890';

describe('JSON with large integers', () => {
	it.each([
		['alone', LARGE, LARGE],
		['after a text that ends with backslashes', String.raw`["\\",${LARGE}]`, ['\\', LARGE]],
		['after a text with a quote', String.raw`["\"",${LARGE}]`, ['"', LARGE]],
		['in a text after a quote', String.raw`["a\",${LARGE}"]`, [`a",${LARGE}`]],
		['in a fraction', `[1.${LARGE}, ${LARGE}.5]`, [Number(`1.${LARGE}`), Number(`${LARGE}.5`)]],
		['that fits', '[9007199254740991]', [9007199254740991]],
	])('%s is read exactly', (_, json, value) => {
		expect(parseJson(json)).toEqual(value);
	});

	it('keeps every text and every number as it is', () => {
		const text = fc.string({ unit: fc.constantFrom('"', '\\', LARGE, ',', '[', 'a') });
		fc.assert(
			fc.property(fc.array(fc.oneof(text, fc.constant(BigInt(LARGE)))), (values) => {
				const parts = values.map((one) => (typeof one === 'bigint' ? LARGE : JSON.stringify(one)));
				const json = `[${parts.join(',')}]`;
				expect(parseJson(json)).toEqual(values.map(String));
				expect(JSON.stringify(parseEntered(json).value)).toBe(json);
			}),
		);
	});

	it.each([
		['a whole fraction', `[${LARGE}.0]`, [Number(LARGE)]],
		[
			'a name that objects inherit',
			`{"__proto__":${LARGE}}`,
			JSON.parse(`{"__proto__":"${LARGE}"}`),
		],
	])('%s is read', (_, json, value) => expect(parseJson(json)).toEqual(value));

	it('that are in a longer text than is read exactly are rounded', () => {
		const json = (length: number) => `["${'x'.repeat(length)}",${LARGE}]`;
		expect(parseJson(json(1_999_000))).toEqual([expect.any(String), LARGE]);
		expect(parseJson(json(2_000_000))).toEqual([expect.any(String), Number(LARGE)]);
	});

	it('are rounded where Node.js does not show the text of a number', () => {
		const { parse } = JSON;
		const older = (json: string, reviver?: (name: string, value: unknown) => unknown): unknown =>
			parse(json, (name, value) => reviver?.(name, value));
		const spy = jest.spyOn(JSON, 'parse').mockImplementation(older);
		const read = parseJson(`{"id":${LARGE}}`);
		spy.mockRestore();
		expect(read).toEqual({ id: Number(LARGE) });
	});

	it('that is cut off is no JSON', () => {
		expect(parseJson(`["a ${LARGE}`)).toBeUndefined();
		expect(parseEntered(`{"a": ${LARGE}`).problem).toContain("Expected ',' or '}'");
	});
});

describe('a field', () => {
	it.each<[string, unknown, string[], unknown]>([
		['of an object inside', { a: { b: 1 } }, ['a', 'b'], 1],
		['of a list', [7], ['0'], 7],
		['that every list has', [7], ['at'], undefined],
		['that every object has', {}, ['constructor', 'name'], undefined],
		['of its own with such a name', { constructor: 1 }, ['constructor'], 1],
		['of a text', 'text', ['length'], undefined],
		['of null', null, ['a'], undefined],
	])('%s is read', (_, value, path, expected) => {
		expect(field(value, ...path)).toBe(expected);
	});
});
