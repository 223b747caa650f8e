import fc from 'fast-check';

import {
	decodeBody,
	parseEnteredJsonExactly,
	parseJson,
} from '../../../nodes/WorkspaceTaskService/reading/parse';

const LARGE = '12345678901234567890';
const LATIN1 = Buffer.from('é', 'latin1');
const UTF8 = Buffer.from('é');

describe('JSON with large integers', () => {
	it('keeps every text and every number as it is', () => {
		const text = fc.string({ unit: fc.constantFrom('"', '\\', LARGE, ',', '[', 'a') });
		fc.assert(
			fc.property(fc.array(fc.oneof(text, fc.constant(BigInt(LARGE)))), (values) => {
				const parts = values.map((one) => (typeof one === 'bigint' ? LARGE : JSON.stringify(one)));
				const json = `[${parts.join(',')}]`;
				expect(parseJson(json)).toEqual(values.map(String));
				expect(JSON.stringify(parseEnteredJsonExactly(json).value)).toBe(json);
			}),
		);
	});

	it('with a fraction are no integers', () => {
		expect(parseJson(`[${LARGE}.0]`)).toEqual([Number(LARGE)]);
	});

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
		expect(parseEnteredJsonExactly(`{"a": ${LARGE}`).problem).toContain('in JSON at position');
	});
});

describe('a body', () => {
	it.each<[unknown, Buffer]>([
		['application/json; charset=utf-8', UTF8],
		['text/plain; Charset = "ISO-8859-1"; a=b', LATIN1],
		['application/json; charset=utf-16le', Buffer.from('é', 'utf16le')],
		['application/json', UTF8],
		['application/json; charset=utf8mb4', UTF8],
		[undefined, UTF8],
		[undefined, Buffer.from('\ufeffé')],
	])('of type %j is text: %p', (contentType, bytes) => {
		expect(decodeBody(bytes, contentType)).toBe('é');
	});

	it('of UTF-8 that was cut in a character keeps the others', () => {
		const cut = Buffer.concat([Buffer.from('Größe, caf'), Buffer.from([0xc3])]);
		expect(decodeBody(cut, 'application/json')).toBe('Größe, caf\ufffd');
		expect(decodeBody(cut, 'application/json; charset=utf-8')).toBe('Größe, caf\ufffd');
	});

	it('may be absent', () => expect(decodeBody(undefined, undefined)).toBe(''));
});
