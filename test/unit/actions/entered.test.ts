import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { locatedId, plainValue } from '../../../nodes/WorkspaceTaskService/actions/entered';
import { customFields } from '../../../nodes/WorkspaceTaskService/actions/customFields';
import { boardLocator, dueDate } from '../../../nodes/WorkspaceTaskService/actions/fields';

const text: INodeProperties = { displayName: 'Title', name: 'title', type: 'string', default: '' };
const collection: INodeProperties = { ...text, type: 'collection', options: [boardLocator] };
const UUID = '0B0e8c5e-1a2b-4c3d-9e8f-0a1b2c3d4e5f';
const LONG = `https://x.io/${'a'.repeat(2_000)}/boards/1`;
const noon = new Date('2026-12-31T12:00:00Z');
const BOARD_7 = { __rl: true, mode: 'id', value: ' 7 ' };

describe('plainValue', () => {
	const person = { isTool: false, zone: 'Asia/Tokyo' };
	const model = { ...person, isTool: true };

	it.each<[string, unknown, INodeProperties, typeof person, unknown]>([
		['null', null, text, person, undefined],
		['an empty text', ' ', text, person, undefined],
		['other text', ' a', text, person, ' a'],
		['a word for nothing, of a model', 'N/A', text, model, undefined],
		['a word for nothing, of a person', 'null', text, person, 'null'],
		['a word for nothing in a required field', 'null', { ...text, required: true }, model, 'null'],
		['a word that begins like nothing', 'Nullable', text, model, 'Nullable'],
		['a word that ends like nothing', 'not null', text, model, 'not null'],
		['JSON', { a: null }, customFields, person, { a: null }],
		[
			'a time of Luxon',
			DateTime.fromJSDate(noon, { zone: 'utc' }),
			text,
			person,
			noon.toISOString(),
		],
		['a time', noon, text, person, '2026-12-31T21:00:00.000+09:00'],
		['a day', '2026-12-31T20:00:00Z', dueDate, person, '2027-01-01'],
		[
			'a day of Luxon',
			DateTime.fromISO('2026-12-31T23:30', { zone: 'Asia/Tokyo' }),
			dueDate,
			person,
			'2026-12-31',
		],
		['a number', 7, text, person, 7],
		['a list', ['a', ' '], text, person, ['a', ' ']],
		['a locator', BOARD_7, boardLocator, person, ' 7 '],
		['an empty locator', { ...BOARD_7, value: ' ' }, boardLocator, person, undefined],
		['a default that the editor stores', { mode: 'id', value: '7' }, boardLocator, person, '7'],
		['an object with a mode', { mode: 'id', value: '7' }, text, person, { mode: 'id', value: '7' }],
		['a collection', { boardId: BOARD_7, a: null }, collection, person, { boardId: ' 7 ' }],
		['an ID of a model', BOARD_7, boardLocator, model, ' 7 '],
		['a name of a model', { ...BOARD_7, value: 'A' }, boardLocator, model, { boardName: 'A' }],
	])('reads %s', (_, value, field, reader, plain) => {
		expect(plainValue(value, field, reader)).toEqual(plain);
	});
});

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
