import * as fc from 'fast-check';

import {
	cleanText,
	findErrorMessage,
	redactAndCut,
} from '../../../nodes/WorkspaceTaskService/messages/words';
import { isReadInLinearTime } from '../../support/growth';

/** A token as a user may enter it. */
const GIVEN = 'kX9/ab+Cd3==Zq8tR5vW';
const PASSWORD = `p&"<'> ä😀(ö)~`;
const SPELLINGS: Array<[program: string, spelling: string]> = [
	['plain text', GIVEN],
	['encodeURIComponent', encodeURIComponent(GIVEN)],
	['PHP json_encode', GIVEN.replaceAll('/', '\\/')],
];

/** A secret in which a program wrote some characters as codes. */
const coded = (secret: string, signs: RegExp, code: (character: string) => string) =>
	secret.replace(signs, code);
const hex = (character: string) => (character.codePointAt(0) ?? 0).toString(16);

describe('a secret', () => {
	it.each<[string, string, string]>([
		['a program that encodes nothing', PASSWORD, PASSWORD],
		['JavaScript in a URL', PASSWORD, encodeURIComponent(PASSWORD)],
		['JavaScript in JSON', 'p@ss"w\\', JSON.stringify('p@ss"w\\').slice(1, -1)],
		['ASP.NET in a URL', GIVEN, coded(GIVEN, /[/+=]/g, (c) => `%${hex(c)}`)],
		['a form', PASSWORD, encodeURIComponent(PASSWORD).replaceAll('%20', '+')],
		['.NET in JSON', GIVEN, coded(GIVEN, /\+/g, () => '\\u002B')],
		['Java in JSON', GIVEN, coded(GIVEN, /=/g, () => '\\u003d')],
		['Python in JSON', 'pä55"w', 'p\\u00e455\\"w'],
		['JSON beyond 16 bits', 'pa😀55w', 'pa\\ud83d\\ude0055w'],
		['names in HTML', `<&'>"`, '&lt;&amp;&apos;&gt;&quot;'],
		['Go in HTML', PASSWORD, coded(PASSWORD, /[&"<'>]/g, (c) => `&#${c.charCodeAt(0)};`)],
		['Mustache in HTML', GIVEN, coded(GIVEN, /[/=]/g, (c) => `&#x${hex(c).toUpperCase()};`)],
		['PHP in HTML', PASSWORD, coded(PASSWORD, /[&"<'>]/g, (c) => `&#0${c.charCodeAt(0)};`)],
	])('is masked as written by %s', (_, secret, spelling) => {
		expect(redactAndCut(`Not ${spelling} again`, [secret])).toBe('Not *** again');
	});

	it('is masked before a shorter one that begins alike', () => {
		expect(redactAndCut('a t0ken-and-more b', ['t0ken', 't0ken-and-more'])).toBe('a *** b');
	});

	it.each(['', 'ab1'])('such as "%s" stays, since it may be in any word', (secret) => {
		const text = 'A board of the workspace: task 1, description ab1, 2026-12-31';
		expect(redactAndCut(text, [secret])).toBe(text);
	});

	it('is masked where its spaces were collapsed', () => {
		expect(cleanText('Not pa55  word again', ['pa55  word '])).toBe('Not *** again');
	});

	it('is masked with a line break in it', () => {
		expect(cleanText('Not pa55\n word again', ['pa55 word'])).toBe('Not *** again');
	});

	it('is masked whatever its characters are', () => {
		const any = fc.string({ minLength: 16, maxLength: 40, unit: 'grapheme' });
		// A token is sent without spaces around it.
		const tokens = any.filter((token) => token.trim() === token);
		fc.assert(
			fc.property(tokens, (token) => {
				const text = JSON.stringify({ message: `[${token}]`, url: encodeURIComponent(token) });
				expect(redactAndCut(text, [token])).not.toContain(token);
				expect(redactAndCut(`[${token}]`, [token])).toBe('[***]');
			}),
		);
	});
});

describe('a token', () => {
	it.each(SPELLINGS)('is masked in every kind of body, as written by %s', (_, spelling) => {
		const text = `Access denied for ${spelling}.`;
		for (const body of [text, JSON.stringify({ message: text }), `<title>${text}</title>`]) {
			expect(findErrorMessage(body, [GIVEN])).toBe('Access denied for ***.');
		}
	});

	it.each(SPELLINGS)('is masked at any cut, as written by %s', (_, spelling) => {
		for (let before = 9_970; before <= 10_010; before += 1) {
			const tags = '<b> </b>'.repeat(before / 8);
			const words = findErrorMessage(`x${tags}${' '.repeat(before % 8)}${spelling} y`, [GIVEN]);
			// A tag may be cut too, and so may a mask.
			expect(words).toMatch(/^x( <[/b]*)?( \*{1,3})?( y)?$/);
		}
	});

	it('leaves no part of itself where a text is cut, however many are masked before', () => {
		for (let before = 0; before < 40; before++) {
			const text = `${'x'.repeat(before)}${`not for ${GIVEN}, `.repeat(1_000)}`;
			const shown = redactAndCut(text, [GIVEN]);
			expect(shown).toContain('not for ***, '.repeat(20));
			expect(shown).not.toContain(GIVEN.slice(0, 1));
		}
	});

	it('is masked in a text whose other escapes stay', () => {
		const encoded = encodeURIComponent(GIVEN);
		const text = `C:\\temp &lt;b&gt; not%20${encoded} &amp; not ${GIVEN}`;
		expect(redactAndCut(text, [GIVEN])).toBe('C:\\temp &lt;b&gt; not%20*** &amp; not ***');
	});

	it('leaves the words before it, however long it is', () => {
		const token = `${'aB3+'.repeat(400)}==`;
		const trace = `\n${' '.repeat(40)}at line`.repeat(2_000);
		const words = cleanText(`Server Error: ${encodeURIComponent(token)}${trace}`, [token]);
		expect(words).toMatch(/^Server Error: \*\*\* at line at line/);
	});

	it('is no reason to show more of a text', () => {
		const token = 'aB3+'.repeat(400);
		expect(redactAndCut('x'.repeat(20_000), [token]).length).toBeLessThanOrEqual(10_000);
	});

	it('stays recognizable beside text that looks encoded', () => {
		const secret = 'ab%2Fcd\\u002Bef&amp;gh';
		expect(redactAndCut(`100% of ${secret} at C:\\${secret} &co`, [secret])).toBe(
			'100% of *** at C:\\*** &co',
		);
	});

	it('changes nothing else', () => {
		const text = 'a%2Fb \\u002B &#43; &amp; \\/ %zz &#xZZ; \\u00 kX9/ab+Cd3=';
		expect(redactAndCut(text, [GIVEN])).toBe(text);
		expect(cleanText(text, [GIVEN])).toBe(text);
	});

	it.each<[string, (size: number) => string]>([
		['encoded percent signs', (size) => '%25'.repeat(size / 3)],
		['backslashes', (size) => '\\'.repeat(size)],
		['ampersands', (size) => '&amp;'.repeat(size / 5)],
		['white space', (size) => ' \u200b'.repeat(size / 2)],
		['beginnings of the token', (size) => GIVEN.slice(0, -1).repeat(size / 19)],
	])('is looked for in linear time in %s', (_, make) => {
		expect(isReadInLinearTime(make, (text) => findErrorMessage(text, [GIVEN]))).toBe(true);
		expect(isReadInLinearTime(make, (text) => redactAndCut(text, [GIVEN]))).toBe(true);
	});
});
