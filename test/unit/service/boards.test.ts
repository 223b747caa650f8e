import {
	indexBoards,
	normalizeName,
	quoteName,
} from '../../../nodes/WorkspaceTaskService/service/boards';

describe('the name of a board', () => {
	it.each([
		['Roadmap\u200b', 'Roadmap'],
		['\ufeffRoadmap', 'Roadmap'],
		['Road\u00admap', 'Roadmap'],
		['Road\u2060map\u200e', 'Roadmap'],
		['\u202eRoadmap', 'ROADMAP'],
		['Product\u00a0launch', 'Product launch'],
		['Product  launch', 'Product launch'],
		['Product\t\r\nlaunch', 'Product launch'],
		['Product\u202f\u3000launch', 'Product launch'],
		[' \u200b Product \u200b launch\u00a0', 'product LAUNCH'],
		['Bu\u0308ro', 'Büro'],
		['Bu\u200b\u0308ro', 'BÜRO'],
		['👨‍👩‍👧', '👨👩👧'],
		['\u200b', ''],
	])('%j is the same as %j', (name, same) => expect(normalizeName(name)).toBe(normalizeName(same)));

	it.each([
		['Product launch', 'Productlaunch'],
		['R&D', 'R&amp;D'],
		['Büro', 'Buro'],
		['Q1-Plan', 'Q1 Plan'],
		['Plan 1', 'Plan 11'],
		['①', '1'],
		['Ａ', 'A'],
		['straße', 'strasse'],
		['', 'a'],
	])('%j is not the same as %j', (name, other) =>
		expect(normalizeName(name)).not.toBe(normalizeName(other)),
	);
});

describe('a board in a list', () => {
	it.each<[object, object]>([
		[
			{ id: 7, name: 'A', workspace_id: 'w1' },
			{ id: 7, name: 'A', workspaceId: 'w1' },
		],
		[
			{ id: 'b7', name: '' },
			{ id: 'b7', name: '' },
		],
		[{ id: null, name: 7, more: 1 }, { name: '7' }],
		[
			{ ID: 7, Name: 'A', WorkspaceID: 2 },
			{ id: 7, name: 'A', workspaceId: 2 },
		],
		[
			{ id: '7', type: 'boards', attributes: { name: 'A', 'workspace-id': 2 } },
			{ id: '7', name: 'A', workspaceId: 2 },
		],
		[
			{ id: '7', attributes: { name: 'A' }, relationships: { workspace: { data: { id: '2' } } } },
			{ id: '7', name: 'A', workspaceId: '2' },
		],
		[
			{ pk: 7, name: 'A', workspace: 2 },
			{ id: 7, name: 'A', workspaceId: 2 },
		],
		[
			{ board_id: 7, name: 'A', workspace: 'Acme' },
			{ id: 7, name: 'A' },
		],
		[
			{ '@id': '/api/v1/boards/7', '@type': 'Board', id: 7, name: 'A' },
			{ id: 7, name: 'A' },
		],
		[{ '@id': '/api/v1/boards/7', name: 'A' }, { name: 'A' }],
		[{ node: { id: 7, name: 'A' } }, { id: 7, name: 'A' }],
		[{ id: 7, user: { id: 1, name: 'Ada' } }, { id: 7 }],
		[{ name: 'A', owner: { id: 1, name: 'Ada' } }, { name: 'A' }],
		[{ id: 7, settings: { name: 'dark', key: 'x' } }, { id: 7 }],
		[{ name: 'A', settings: { key: 'x' } }, { name: 'A' }],
		[
			{ id: '007', workspace: { id: 3, name: 'Acme' } },
			{ id: '007', workspaceId: 3 },
		],
		[{ id: '', workspace_id: {} }, {}],
		[{ id: 2 ** 53, workspace_id: 2 ** 53 }, {}],
	])('%j has an ID, a name and a workspace, if they fit', (object, board) => {
		const { boards } = indexBoards({ entries: [{ ...object }], hasMore: false });
		expect(boards).toEqual([{ ...board, object }]);
	});

	it('without a name makes the names incomplete', () => {
		const isPartial = (entries: Array<Record<string, unknown>>, hasMore = false) =>
			indexBoards({ entries, hasMore }).isPartial;
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
