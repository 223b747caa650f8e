import fc from 'fast-check';

import {
	endOfString,
	jsonText,
	parseEntered,
	parseJson,
} from '../../../nodes/WorkspaceTaskService/api/json';

const LARGE = '12345678901234567890';

describe('JSON with large integers', () => {
	it.each([
		['alone', LARGE, LARGE],
		['negative', `[-${LARGE}]`, [`-${LARGE}`]],
		['after a text that ends with backslashes', String.raw`["\\",${LARGE}]`, ['\\', LARGE]],
		['after a text with a quote', String.raw`["\"",${LARGE}]`, ['"', LARGE]],
		['after an empty text', `["",${LARGE}]`, ['', LARGE]],
		['in a text', `["${LARGE}"]`, [LARGE]],
		['in a text after a quote', String.raw`["a\",${LARGE}"]`, [`a",${LARGE}`]],
		['in a text after two backslashes', String.raw`["\\",${LARGE},"\\"]`, ['\\', LARGE, '\\']],
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
				expect(jsonText(parseEntered(json) as object)).toBe(json);
			}),
		);
	});

	it('that is cut off in a text ends with it', () => {
		expect(endOfString('"a', 0)).toBe(2);
		expect(parseJson(`["a ${LARGE}`)).toBeUndefined();
	});
});
