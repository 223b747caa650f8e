import { nameKey, namesIn, quotedName } from '../../../nodes/WorkspaceTaskService/api/boards';

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
	])('%j is the same as %j', (name, same) => expect(nameKey(name)).toBe(nameKey(same)));

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
	])('%j is not the same as %j', (name, other) => expect(nameKey(name)).not.toBe(nameKey(other)));
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
		[{ id: null, name: 7, more: 1 }, {}],
		[{ id: '', workspace_id: {} }, {}],
		[{ id: 2 ** 53, workspace_id: 2 ** 53 }, {}],
	])('%j has an ID, a name and a workspace, if they fit', (object, board) => {
		const { boards } = namesIn({ entries: [{ ...object }], hasMore: false });
		expect(boards).toEqual([{ ...board, object }]);
	});

	it('without a name makes the names incomplete', () => {
		const isPartial = (entries: Array<Record<string, unknown>>, hasMore = false) =>
			namesIn({ entries, hasMore }).isPartial;
		expect(isPartial([{ id: 1 }])).toBe(true);
		expect(isPartial([{ name: 'A' }], true)).toBe(true);
		expect(isPartial([{ name: 'A' }])).toBe(false);
	});
});

it.each([
	['a "b"', '“a "b"”'],
	['x'.repeat(100), `“${'x'.repeat(100)}”`],
	['x'.repeat(101), `“${'x'.repeat(100)}…”`],
])('the name %j is shown as %s', (name, quoted) => expect(quotedName(name)).toBe(quoted));
