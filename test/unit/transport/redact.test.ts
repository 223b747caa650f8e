import * as fc from 'fast-check';

import { redact } from '../../../nodes/WorkspaceTaskService/transport/redact';

const SECRET = `p@ss"word<&'é %\\/+end`;

describe('redact', () => {
	it.each([
		['as it is', SECRET],
		['in a URL', encodeURIComponent(SECRET)],
		[
			'in a URL, in lower case',
			encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase()),
		],
		['in a form', encodeURIComponent(SECRET).replaceAll('%20', '+')],
		['in JSON', JSON.stringify(SECRET).slice(1, -1)],
		[
			'in HTML',
			SECRET.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&#39;'),
		],
	])('hides a secret %s', (_, form) => {
		expect(redact(`Not ${form} again`, [SECRET])).toBe('Not *** again');
	});

	it('hides the longer of two secrets with the same beginning', () => {
		expect(redact('a t0ken-and-more b', ['t0ken', 't0ken-and-more'])).toBe('a *** b');
	});

	it.each(['', 'a', '1', 'ab1', 'task', 'board', 'workspace', 'description', '2026'])(
		'leaves "%s" alone, since it may be an ordinary word or number',
		(secret) => {
			const text = 'A board of the workspace: task 1, description ab1, 2026-12-31';
			expect(redact(text, [secret])).toBe(text);
		},
	);

	it.each(['p4ss', 'pass word', 'correcthorsebatterystaple', '20261231'])(
		'hides "%s"',
		(secret) => {
			expect(redact(`[${secret}]`, [secret])).toBe('[***]');
		},
	);

	it('hides any token', () => {
		const tokens = fc.string({ minLength: 16, maxLength: 40, unit: 'grapheme' });
		fc.assert(
			fc.property(tokens, (token) => {
				const text = JSON.stringify({ message: `[${token}]`, url: encodeURIComponent(token) });
				expect(redact(text, [token])).not.toContain(token);
				expect(redact(`[${token}]`, [token])).toBe('[***]');
			}),
		);
	});
});
