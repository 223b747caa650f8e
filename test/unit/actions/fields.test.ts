import { locatedId } from '../../../nodes/WorkspaceTaskService/actions/entered';
import { boardLocator } from '../../../nodes/WorkspaceTaskService/actions/fields';

describe('locatedId', () => {
	it.each([
		['a number from the list', { mode: 'list', value: 42 }, 42],
		['a name', { mode: 'name', value: ' Roadmap' }, { boardName: ' Roadmap' }],
		['a number as name', { mode: 'name', value: 42 }, { boardName: '42' }],
		['no name', { mode: 'name', value: ' ' }, ' '],
		['an ID', { mode: 'id', value: '42' }, '42'],
		['a page, also by ID', { mode: 'id', value: 'https://tasks.example.com/boards/42' }, '42'],
		['a page with spaces around it', { mode: 'url', value: ' https://x.io/boards/42\n' }, '42'],
		['a page below it', { mode: 'url', value: ' https://x.io/a/board/42/list?b=1#c' }, '42'],
		['a page without a scheme', { mode: 'url', value: 'tasks.example.com/boards/42' }, '42'],
		['a page with its title', { mode: 'url', value: 'https://x.io/boards/42-my-board' }, '42'],
		['a page without an ID', { mode: 'url', value: 'https://x.io/boards' }, 'https://x.io/boards'],
		[
			'a sentence with a URL',
			{ mode: 'url', value: 'see https://x.io/boards/1' },
			'see https://x.io/boards/1',
		],
		[
			'a URL with an ID only in its query',
			{ mode: 'url', value: 'https://x.io/?u=/boards/1' },
			'https://x.io/?u=/boards/1',
		],
	])('reads the ID or name from %s', (_, locator, id) => {
		expect(locatedId({ __rl: true, ...locator })).toEqual(id);
	});
});

describe('the Board field', () => {
	it('offers a list, a URL, an ID and a name', () => {
		expect(boardLocator.modes?.map(({ name }) => name)).toEqual(['list', 'url', 'id', 'name']);
	});
});
