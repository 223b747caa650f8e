import { sentenceFor } from '../../../nodes/WorkspaceTaskService/fields/rejection';

describe('what is said of a value', () => {
	it.each<[unknown, string, string]>([
		[undefined, 'must be text', '"Title" is empty'],
		[[], 'must be text', '"Title" is empty'],
		['a "b"', 'must be a date', '"Title" must be a date, not "a "b""'],
		['{{ a }}', 'must not contain {{ }}', '"Title" must not contain {{ }}: "{{ a }}"'],
		['a', 'cannot be read', '"Title" cannot be read: "a"'],
		[Infinity, 'must be a number', '"Title" must be a number, not Infinity'],
		[{ a: 1 }, 'must be text', '"Title" must be text, not {"a":1}'],
		[Symbol('none'), 'must be text', '"Title" must be text, not undefined'],
		['x'.repeat(500), 'must be a date', `"Title" must be a date, not "${'x'.repeat(99)}`],
	])('%p, which %s', (value, message, sentence) => {
		expect(sentenceFor('Title', value, message)).toBe(sentence);
	});
});
