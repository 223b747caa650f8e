import { locatedId } from '../../../../nodes/WorkspaceTaskService/actions/fields/locatedId';
import { boardLocator } from '../../../../nodes/WorkspaceTaskService/actions/fields/locators';

const UUID = '0B0e8c5e-1a2b-4c3d-9e8f-0a1b2c3d4e5f';
const LONG = `https://x.io/${'a'.repeat(2_000)}/boards/1`;

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
		['a page with a UUID', { mode: 'url', value: `https://x.io/boards/${UUID}/list` }, UUID],
		['a page without an ID', { mode: 'url', value: 'https://x.io/boards' }, 'https://x.io/boards'],
		[
			'a sentence with a URL',
			{ mode: 'url', value: 'see https://x.io/boards/1' },
			'see https://x.io/boards/1',
		],
		['a long URL', { mode: 'url', value: LONG }, LONG],
		[
			'a URL with an ID only in its query',
			{ mode: 'url', value: 'https://x.io/?u=/boards/1' },
			'https://x.io/?u=/boards/1',
		],
	])('reads the ID or name from %s', (_, locator, id) => {
		expect(locatedId({ __rl: true, ...locator }, boardLocator)).toEqual(id);
	});

	it.each([
		['https://x.io/#/boards/42', '42'],
		['https://x.io/app/#!/workspaces/7/boards/42/list', '42'],
		['https://x.io/#boards/42', '42'],
		['https://x.io/app?v=2#/boards/42?view=list', '42'],
		['https://x.io/w/7/boards/42#top', '42'],
		['https://x.io/boards/brd_42', 'brd_42'],
		['https://x.io/boards/brd_42/list?a=/boards/7', 'brd_42'],
		['https://x.io/boards/b-a7/', 'b-a7'],
		['https://x.io/Boards/01HZX3V9K2M4N6P8Q0R2S4T6V8', '01HZX3V9K2M4N6P8Q0R2S4T6V8'],
		['https://x.io/boards/5f3c9a1be4b0a1d2c3e4f5a6', '5f3c9a1be4b0a1d2c3e4f5a6'],
		['https://x.io/boards/all/boards/42', '42'],
		['https://x.io/boards/7615917337495251231', '7615917337495251231'],
		[`https://x.io/#/boards/${UUID}`, UUID],
		['https://x.io/#/boards/42-my-board', '42'],
		['https://x.io/boards/42-b%C3%BCro', '42'],
		['http://localhost:3000/boards/42', '42'],
		['42', '42'],
		['b-a7', 'b-a7'],
	])('reads the segment after /boards/ in %s', (value, id) => {
		expect(locatedId({ mode: 'url', value }, boardLocator)).toBe(id);
	});

	it.each([
		'https://x.io/boards/new',
		'https://x.io/boards/',
		'https://x.io/#/boards',
		'https://x.io/boards/../42',
		'https://x.io/dashboards/42',
		'https://x.io/?next=#x=/tasks/42',
		'https://x.io/tasks?board=42',
		'https://x.io/boards/a%2042',
		`https://x.io/boards/b${'4'.repeat(70)}`,
		'https://x.io/boards/42 or 43',
	])('finds no ID in %s', (value) => {
		expect(locatedId({ mode: 'url', value }, boardLocator)).toBe(value);
	});
});

describe('the Board field', () => {
	it('offers a list, a URL, an ID and a name', () => {
		expect(boardLocator.modes?.map(({ name }) => name)).toEqual(['list', 'url', 'id', 'name']);
	});
});
