import { serviceWords } from '../../../nodes/WorkspaceTaskService/transport/words';

describe('serviceWords', () => {
	it.each([
		['a message', '{"message":"Board not found"}', 'Board not found'],
		['an error text', '{"error":"Board not found"}', 'Board not found'],
		['a nested error', '{"error":{"code":7,"message":"Board not found"}}', 'Board not found'],
		['a problem document', '{"title":"Gone","detail":"Board not found"}', 'Board not found'],
		['a list of errors', '{"errors":[{"message":"a"},{"message":"b"}]}', 'a; b'],
		[
			'details beside a message',
			'{"error":{"message":"Invalid","details":[{"field":"title","message":"is required"}]}}',
			'Invalid; title: is required',
		],
		['a JSON text', '"Board not found"', 'Board not found'],
		['plain text', 'Board not found\n', 'Board not found'],
		['an HTML page', '<html><head><title>502 Bad Gateway</title>', '502 Bad Gateway'],
		['an HTML page without a title', '<html><body>oops</body></html>', 'an HTML page'],
		['nothing', '', ''],
		['JSON without words', '{"code":"GONE"}', '{"code":"GONE"}'],
		['errors by field', '{"errors":{"due_date":["is in the past"]}}', 'due_date: is in the past'],
	])('finds them in %s', (_, body, words) => {
		expect(serviceWords(body, [])).toBe(words);
	});

	it('takes out markup and control characters, and puts everything on one line', () => {
		const body = JSON.stringify({ message: 'a <b>bold</b>\r\nmove\u0000\u001b[31m' });
		expect(serviceWords(body, [])).toBe('a bold move [31m');
	});

	it('is bounded', () => {
		const words = serviceWords('x'.repeat(5000), []);
		expect(words).toHaveLength(300);
		expect(words.endsWith('…')).toBe(true);
	});

	it('survives JSON that is nested without end', () => {
		const words = serviceWords('{"error":'.repeat(50) + '"deep"' + '}'.repeat(50), []);
		expect(words).toHaveLength(300);
	});

	it('hides secrets that the service repeats', () => {
		const body = '{"message":"Token t0ken is unknown, key k3y-1 too"}';
		expect(serviceWords(body, ['t0ken', 'k3y-1', ''])).toBe('Token *** is unknown, key *** too');
	});

	it.each([
		['is split by markup', '"Token t0<b>p</b>s3cret is old"', 't0ps3cret'],
		['is made whole by taking markup out', '"Token t0p<b>s3cret is old"', 't0p s3cret'],
		['looks like markup', 'Token t0<p s3cret> is old', 't0<p s3cret>'],
		['is escaped in a page', '<html><title>t0p&lt;s3cret</title>', 't0p<s3cret'],
		['is escaped in JSON in JSON', '{"message":"{\\"a\\":\\"t0p\\\\\\"s3cret\\"}"}', 't0p"s3cret'],
	])('hides a secret that %s', (_, body, secret) => {
		const words = serviceWords(body, [secret]);
		expect(words).toContain('***');
		expect(words).not.toMatch(/t0|s3/);
	});

	it('does not hide words in which a very short secret stands', () => {
		expect(serviceWords('{"message":"A board of a team"}', ['a', 'te'])).toBe('A board of a team');
	});
});
