import { getMember, removeUnseen } from '../../../nodes/WorkspaceTaskService/reading/json';

describe('a member', () => {
	it.each<[string, unknown, string[], unknown]>([
		['of a list', [7], ['0'], 7],
		['that every list has', [7], ['at'], undefined],
		['that every object has', {}, ['constructor', 'name'], undefined],
		['of its own with such a name', { constructor: 1 }, ['constructor'], 1],
		['of null', null, ['a'], undefined],
	])('%s is read', (_, value, path, expected) => {
		expect(getMember(value, ...path)).toBe(expected);
	});
});

it.each(['\u200b4 2', '\ufeff4 2', '4\u00ad 2', '\u200e4 2\u200f ', '4 2\ufe0f', '\u20604 2 '])(
	'what nobody sees in %j is removed',
	(text) => expect(removeUnseen(text)).toBe('4 2'),
);
