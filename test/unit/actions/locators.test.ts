import { locatedId } from '../../../nodes/WorkspaceTaskService/actions/locators';

describe('locatedId', () => {
	it.each([
		['a number from the list', { mode: 'list', value: 42 }, 42],
		['a text from the list', { mode: 'list', value: '42' }, '42'],
		['the page of a board', { mode: 'url', value: 'https://tasks.example.com/boards/42' }, '42'],
		['a page below it', { mode: 'url', value: ' https://x.io/a/board/42/list?b=1#c' }, '42'],
		['a page without an id', { mode: 'url', value: 'https://x.io/boards' }, 'https://x.io/boards'],
		[
			'a sentence around it',
			{ mode: 'url', value: 'see https://x.io/boards/1' },
			'see https://x.io/boards/1',
		],
		[
			'an id in the query only',
			{ mode: 'url', value: 'https://x.io/?u=/boards/1' },
			'https://x.io/?u=/boards/1',
		],
	])('finds the id in %s', (_, locator, id) => {
		expect(locatedId({ __rl: true, ...locator }, 'http://localhost:4380')).toBe(id);
	});

	it.each([
		['the same host', 'https://tasks.example.com/boards/7', 'https://tasks.example.com', true],
		[
			'another host of the site',
			'https://app.example.com/boards/7',
			'https://api.example.com',
			true,
		],
		['another site', 'https://tasks.example.org/boards/7', 'https://tasks.example.com', false],
		[
			'another address ending alike',
			'https://notexample.com/boards/7',
			'https://example.com',
			false,
		],
		['a service at an IP address', 'https://tasks.example.com/boards/7', 'http://10.0.0.7', true],
	])(
		'takes the page of a board at %s as far as it can be of the service',
		(_, value, baseUrl, isTaken) => {
			expect(locatedId({ mode: 'url', value }, baseUrl)).toBe(isTaken ? '7' : value);
		},
	);
});
