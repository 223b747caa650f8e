import * as fc from 'fast-check';
import { maskSecrets } from '../../../nodes/WorkspaceTaskService/transport/secrets';
import { formsOf } from '../../support/forms';

const SECRET = `p@ss"word<&'é %\\/+end`;

describe('maskSecrets', () => {
	it.each(Object.entries(formsOf(SECRET)))('hides a secret: %s', (_, form) => {
		expect(maskSecrets(`Not ${form} again`, [SECRET])).toMatch(/^Not \*\*\*\S{0,4} again$/);
	});

	it.each(Object.entries(formsOf(SECRET)))('hides a secret, then as JSON: %s', (_, form) => {
		const text = JSON.stringify({ sent: JSON.stringify({ form }) });
		const masked = maskSecrets(text, [SECRET]);
		expect(masked).toContain('***');
		expect(masked).not.toContain('word');
	});

	it.each([
		['in lower case hex', encodeURIComponent(SECRET).toLowerCase()],
		['encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
		['with entities for entities', formsOf(SECRET)['in HTML']?.replaceAll('&', '&amp;') ?? ''],
		['with a space where markup was', SECRET.replace('ss', 's s')],
	])('hides a secret %s', (_, form) => {
		expect(maskSecrets(`Not ${form} again`, [SECRET])).toBe('Not *** again');
	});

	it.each([
		['ada@example.com:', ''],
		['x', 'y'],
		['ab:', ':cd'],
		['{"password":"', '"}'],
	])('hides it in base64 between %j and %j', (before, after) => {
		for (const encoding of ['base64', 'base64url'] as const) {
			const encoded = Buffer.from(before + SECRET + after).toString(encoding);
			const [start = '', end = ''] = maskSecrets(encoded, [SECRET]).split('***');
			const read = (text: string) => Buffer.from(text, encoding).toString('latin1');
			expect(encoded).not.toBe(start + end);
			expect(read(start)).not.toContain('p@');
			expect(read(end)).not.toContain('nd');
		}
	});

	it('hides the longer of two with the same start', () => {
		expect(maskSecrets('a t0ken-and-more b', ['t0ken', 't0ken-and-more'])).toBe('a *** b');
	});

	it.each(['', 'a', '1', 'abc'])('leaves "%s" alone, which is too short to be one', (secret) => {
		expect(maskSecrets('a board abc 1', [secret])).toBe('a board abc 1');
	});

	it('leaves text without secrets alone', () => {
		const text = 'The board &quot;Präsentation&quot; is <b>gone</b>: 100 % \\o/';
		expect(maskSecrets(text, [SECRET, 'wts_abcdef'])).toBe(text);
		expect(maskSecrets(text, [])).toBe(text);
	});

	it('hides any secret in any form', () => {
		const secrets = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' });
		fc.assert(
			fc.property(secrets, (secret) => {
				for (const form of Object.values(formsOf(secret))) {
					expect(maskSecrets(`[${form}]`, [secret])).toMatch(/\*\*\*/);
				}
			}),
		);
	});

	it.each([
		['backslashes', '\\'.repeat(50_000), '\\\\\\\\"!end'],
		['ampersands', '&amp;'.repeat(20_000), '&&&&"!end'],
		['entities', '&#0000000'.repeat(10_000), '!!!!!!!!end'],
	])('is quick with many %s', (_, text, secret) => {
		expect(maskSecrets(text, [secret])).toBe(text);
	});
});
