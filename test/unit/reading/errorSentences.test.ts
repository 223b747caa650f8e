import {
	findSentences,
	findWords,
} from '../../../nodes/WorkspaceTaskService/reading/errorSentences';

/* Usual refusals are in the corpus: test/corpus/responses.json. */

describe('the sentence for people', () => {
	it.each<[string, unknown, string]>([
		['a title only if there is nothing else', { title: 'Bad', detail: 'No board' }, 'No board'],
		[
			'the details, with their fields',
			{ message: 'Invalid', errors: [{ field: 'title', message: 'is too long' }] },
			'title: is too long',
		],
		[
			'messages by field',
			{ errors: { due_date: ['is past'], description: 'is 9 MB' } },
			'description: is 9 MB; due_date: is past',
		],
		['a sentence anywhere', { a: { b: { c: { d: 'No such board' } } } }, 'No such board'],
		['without a time stamp', { time: '2026-10-01 10:00:00', code: 'gone' }, 'gone'],
		[
			'without a trace',
			{ error: 'TypeError: no board\n    at load (/app/boards.js:1:1)' },
			'TypeError: no board',
		],
		['without the path of the request', { message: 'is gone', path: '/api/v1/tasks' }, 'is gone'],
		[
			'four sentences at most',
			{ a: 'a 1', b: 'b 2', c: 'c 3', d: 'd 4', e: 'e 5' },
			'a 1; b 2; c 3; d 4',
		],
		[
			'without its list of values',
			{ msg: "should be 'a' or 'b'", ctx: { expected: "'a' or 'b'" } },
			"should be 'a' or 'b'",
		],
		[
			'a part of another if it is about a field',
			{ message: 'The title is empty', errors: { color: ['is empty'] } },
			'The title is empty; color: is empty',
		],
	])('is %s', (_, json, words) => expect(findWords(json)).toBe(words));

	it.each([
		{ errors: [{ source: { pointer: '/data/attributes/title' }, detail: 'is too long' }] },
		{ data: [{ instancePath: '/title', params: { limit: 9 }, message: 'is too long' }] },
		{ detail: [{ loc: ['body', 'title', 1], msg: 'is too long' }] },
	])('is about the field that a neighbor names: %j', (json) => {
		expect(findWords(json)).toBe('title: is too long');
	});

	it.each([
		{ instancePath: '', message: 'is too long' },
		{ message: 'is too long', error: { field: 'title', code: 7 } },
	])('is about no field: %j', (json) => expect(findWords(json)).toBe('is too long'));

	it.each([
		{ errors: [{ field: 'title', code: 'Required' }] },
		{ error: 'ValidationError', details: [{ path: ['title'], message: 'Required' }] },
	])('may be a word about a field: %j', (json) => {
		expect(findWords(json)).toBe('title: Required');
	});

	it('is looked for until there are four', () => {
		const errors = Array.from({ length: 9_000 }, (_, n) => `Row ${n} is not valid`);
		const trims = jest.spyOn(String.prototype, 'trim');
		expect(findSentences({ errors })).toHaveLength(4);
		expect(trims.mock.calls.length).toBeLessThan(100);
		trims.mockRestore();
	});

	it.each<[string, unknown]>([
		['fields of other names', { id: 'a1', state: 'open' }],
		['a number', { message: 7 }],
	])('is unknown in %s', (_, json) => expect(findWords(json)).toBeUndefined());
});

describe('what the request sent', () => {
	it.each<[string, object, string, string]>([
		['the title of the task', { error: 'quota', item: { id: 7, title: 'Call' } }, 'Call', 'quota'],
		['a sentence', { error: 'quota', data: { title: ' Call Ada ' } }, 'Call Ada', 'quota'],
		['with a line break', { error: 'quota', data: { title: 'Call Ada\n' } }, 'Call Ada\n', 'quota'],
		['an entry', { errors: [{ code: 'quota' }], items: [{ title: 'Call' }] }, 'Call', 'quota'],
		[
			'a part of the reason',
			{ error: 'No board for Call Ada' },
			'Call Ada',
			'No board for Call Ada',
		],
	])('is no reason: %s', (_, json, title, words) => {
		expect(findWords(json, { board_id: 42, title })).toBe(words);
	});
});
