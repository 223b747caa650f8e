import { wordsIn } from '../../../../nodes/WorkspaceTaskService/api/read/sentence';

describe('the sentence for people', () => {
	it.each<[string, unknown, string]>([
		['message before error', { error: 'invalid', message: 'Title is missing' }, 'Title is missing'],
		['an error as an object', { error: { message: 'No such board' } }, 'No such board'],
		['a title without any other sentence', { title: 'Bad Request' }, 'Bad Request'],
		['a title only if there is nothing else', { title: 'Bad', detail: 'No board' }, 'No board'],
		[
			'the details, with their fields',
			{ message: 'Invalid', errors: [{ field: 'title', message: 'is too long' }] },
			'Invalid; title: is too long',
		],
		['the last part of a path', { loc: ['body', 'title'], msg: 'is missing' }, 'title: is missing'],
		['message beside empty details', { message: 'Bad', errors: {}, details: [] }, 'Bad'],
		['a repeated sentence once', { message: 'Bad', errors: ['Bad'] }, 'Bad'],
	])('is %s', (_, json, words) => expect(wordsIn(json)).toBe(words));

	it.each<[string, unknown]>([
		['messages by field, which are shown as they are', { errors: { due_date: ['is past'] } }],
		['a sentence deeper than three objects', { error: { error: { error: { error: 'No' } } } }],
		['a number', { message: 7 }],
		['nothing', {}],
	])('is unknown in %s', (_, json) => expect(wordsIn(json)).toBeUndefined());
});
