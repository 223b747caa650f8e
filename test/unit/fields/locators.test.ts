import { NodeOperationError, type INode } from 'n8n-workflow';

import {
	boardLocator,
	readBoardWrittenByModel,
	readNamedBoard,
	replaceBoardUrl,
} from '../../../nodes/WorkspaceTaskService/fields/locators';

const BASE_URL = 'https://x.io/base';
const UUID = '0B0e8c5e-1a2b-4c3d-9e8f-0a1b2c3d4e5f';
const node = { name: 'Node', type: 'test', parameters: {} } as unknown as INode;

const boardOf = (value: unknown, baseUrl = BASE_URL): unknown =>
	replaceBoardUrl({ getNode: () => node }, { boardId: value, title: 'a' }, baseUrl).boardId;

function refusalOf(value: string, baseUrl = BASE_URL): NodeOperationError {
	try {
		boardOf(value, baseUrl);
	} catch (error) {
		if (error instanceof NodeOperationError) return error;
	}
	throw new Error(`${value} is not refused`);
}

describe('a locator', () => {
	it.each([
		['a name', { mode: 'name', value: ' Roadmap' }, { boardName: ' Roadmap' }],
		['a number as name', { mode: 'name', value: 42 }, { boardName: '42' }],
		['no name', { mode: 'name', value: ' ' }, undefined],
		['an ID', { mode: 'id', value: '42' }, undefined],
	])('holds %s', (_, locator, board) => {
		expect(readNamedBoard({ __rl: true, ...locator })).toEqual(board);
	});

	it.each([
		['id', 42, { boardName: '42', mayBeId: true }],
		['url', '2026', { boardName: '2026', mayBeId: true }],
		['list', 'Roadmap', { boardName: 'Roadmap', mayBeId: true }],
		['list', '42', undefined],
		[
			'url',
			'https://x.io/boards/2026-roadmap',
			{ boardName: 'https://x.io/boards/2026-roadmap', mayBeId: true },
		],
		['id', 'https://x.io/boards/42', undefined],
		['id', '', undefined],
	])('of a model, with mode %s and %j, holds %j', (mode, value, board) => {
		expect(readBoardWrittenByModel({ mode, value })).toEqual(board);
	});
});

describe("a board's URL", () => {
	it.each([
		['https://x.io/boards/42', 42],
		[' https://x.io/boards/42\n', 42],
		['https://X.io:443/boards/42', 42],
		['http://x.io/boards/42', 42],
		['x.io/boards/42', 42],
		['https://x.io/a/boards/42/list?b=1#c', 42],
		['https://x.io/#/boards/42', 42],
		['https://x.io/#boards/42', 42],
		['https://x.io/app?v=2#/boards/42?view=list', 42],
		['https://x.io/boards/brd_42', 'brd_42'],
		['https://x.io/boards/brd_42/list?a=/boards/7', 'brd_42'],
		['https://x.io/Boards/01HZX3V9K2M4N6P8Q0R2S4T6V8', '01HZX3V9K2M4N6P8Q0R2S4T6V8'],
		['https://x.io/boards/7615917337495251231', '7615917337495251231'],
		[`https://x.io/#/boards/${UUID}`, UUID],
		['https://x.io/boards/42\u200b', 42],
	])('has the ID after /boards/: %s', (value, id) => expect(boardOf(value)).toBe(id));

	it('has the host of the Base URL, with its port', () => {
		expect(boardOf('http://localhost:3000/boards/42', 'http://localhost:3000')).toBe(42);
		expect(boardOf('https://bücher.example/boards/42', 'https://xn--bcher-kva.example')).toBe(42);
	});

	it.each([
		...['https://x.io/boards/', 'https://x.io/boards/2026-roadmap', '42', 42, undefined],
		...['https://x.io/dashboards/42', 'https://x.io/tasks?board=42', 'https://x.io/?u=/boards/1'],
	])('without an ID stays: %s', (value) => expect(boardOf(value)).toBe(value));

	it.each([
		'/boards/42',
		'https://other.io/#/boards/42',
		'https://x.io.other.io/boards/42',
		'https://x.io@other.io/boards/42',
		'https://other.io\\@x.io/boards/42',
		'https://x.io:8443/boards/42',
		'javascript://x.io/boards/42',
		'ftp://x.io/boards/42',
	])('of another service is refused: %s', (value) => {
		expect(refusalOf(value)).toMatchObject({
			message: `"Board" must be a URL of x.io, the host of the Base URL, not "${value}"`,
			description:
				'Nothing was sent for this item. If it is the same service, set "Board" to "By ID" and enter 42.',
		});
	});
});

describe('the Board field', () => {
	it('offers a list, a URL, an ID and a name', () => {
		expect(boardLocator.modes?.map(({ name }) => name)).toEqual(['list', 'url', 'id', 'name']);
	});
});
