import {
	indexBoardsByName,
	normalizeName,
	quoteName,
} from '../../../nodes/WorkspaceTaskService/service/boards';

describe('the name of a board', () => {
	it.each([
		['Roadmap\u200b', 'Roadmap'],
		['Product\u00a0launch', 'Product launch'],
		[' \u200b Product \u200b launch\u00a0', 'product LAUNCH'],
		['Bu\u0308ro', 'Büro'],
		['👨‍👩‍👧', '👨👩👧'],
		['\u200b', ''],
	])('%j is the same as %j', (name, same) => expect(normalizeName(name)).toBe(normalizeName(same)));

	it.each([
		['Product launch', 'Productlaunch'],
		['Büro', 'Buro'],
		['straße', 'strasse'],
		['', 'a'],
	])('%j is not the same as %j', (name, other) =>
		expect(normalizeName(name)).not.toBe(normalizeName(other)),
	);
});

describe('a board in a list', () => {
	it.each<[string, object, object]>([
		['all', { id: 7, name: 'A', workspace_id: 'w1' }, { id: 7, name: 'A', workspaceId: 'w1' }],
		['an empty name', { id: 'b7', name: '' }, { id: 'b7', name: '' }],
		['a number as name', { id: null, name: 7, more: 1 }, { name: '7' }],
		[
			'all in JSON:API',
			{ id: '7', attributes: { name: 'A' }, relationships: { workspace: { data: { id: '2' } } } },
			{ id: '7', name: 'A', workspaceId: '2' },
		],
		['a key', { pk: 7, name: 'A', workspace: 2 }, { id: 7, name: 'A', workspaceId: 2 }],
		['a board_id', { board_id: 7, name: 'A', workspace: 'Acme' }, { id: 7, name: 'A' }],
		['a URL, which is no ID', { '@id': '/api/v1/boards/7', name: 'A' }, { name: 'A' }],
		['a node of GraphQL', { node: { id: 7, name: 'A' } }, { id: 7, name: 'A' }],
		['a neighbor', { name: 'A', owner: { id: 1, name: 'Ada' } }, { name: 'A' }],
		['settings', { id: 7, settings: { name: 'dark', key: 'x' } }, { id: 7 }],
		['a workspace', { id: '007', workspace: { id: 3, name: 'B' } }, { id: '007', workspaceId: 3 }],
		['nothing', { id: '', workspace_id: {} }, {}],
		['rounded numbers', { id: 2 ** 53, workspace_id: 2 ** 53 }, {}],
	])('has what fits of its ID, name and workspace: %s', (_, object, board) => {
		const { boards } = indexBoardsByName({ entries: [{ ...object }], isPartial: false });
		expect(boards).toEqual([{ ...board, object }]);
	});

	it('without a name makes the names incomplete', () => {
		const isPartial = (entries: Array<Record<string, unknown>>, isCut = false) =>
			indexBoardsByName({ entries, isPartial: isCut }).mayLackBoards;
		expect(isPartial([{ id: 1 }])).toBe(true);
		expect(isPartial([{ name: 'A' }], true)).toBe(true);
		expect(isPartial([{ name: 'A' }])).toBe(false);
	});
});

it.each([
	['a "b"', '“a "b"”'],
	['x'.repeat(100), `“${'x'.repeat(100)}”`],
	['x'.repeat(101), `“${'x'.repeat(100)}…”`],
])('the name %j is shown as %s', (name, quoted) => expect(quoteName(name)).toBe(quoted));
