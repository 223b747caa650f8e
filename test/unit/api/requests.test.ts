import {
	boardList,
	loginResponse,
	nameKey,
	returnedObject,
	webhookBody,
} from '../../../nodes/WorkspaceTaskService/api/requests';

it('a webhook needs an event', () => {
	const url = 'https://example.com';
	expect(webhookBody.safeParse({ url, events: ['task.created'] }).success).toBe(true);
	expect(webhookBody.safeParse({ url, events: [] }).success).toBe(false);
});

describe('boardList', () => {
	const boards = [{ id: 1, name: 'Launch', tasks_count: 3 }];

	it.each([
		['boards', { boards }],
		['_embedded', { _embedded: { boards } }],
		['two wrappers', { data: { boards }, total: 1 }],
	])('reads a list in %s and keeps unknown fields', (_, body) => {
		expect(boardList.parse(body)).toEqual(boards);
	});

	it.each([
		[null],
		[{ data: [] }],
		[{ boards: null }],
		[{ data: null }],
		[{ data: { items: null, total: 0 } }],
		[{ _embedded: { boards: null } }],
		[{ _embedded: null, total: 0 }],
		[{ results: null, next: null }],
		[{ result: 1, values: null }],
		[{ data: { boards: null, items: [] } }],
	])('reads %j as an empty list', (body) => {
		expect(boardList.parse(body)).toEqual([]);
	});

	it.each([
		[{ data: null, boards }],
		[{ boards: null, items: boards }],
		[{ data: { items: null, records: boards } }],
	])('reads the list in %j', (body) => expect(boardList.parse(body)).toEqual(boards));

	it.each([
		['text', 'x'],
		['an object without a list', { total: 0 }],
		['null under another name', { users: null, message: 'no' }],
		['no list in a wrapper', { data: {} }],
		['text in a wrapper', { boards: 'none' }],
		['a list of something else', { data: { users: null } }],
	])('rejects %s instead of reading an empty list', (_, body) => {
		expect(boardList.safeParse(body).success).toBe(false);
	});
});

describe('returnedObject', () => {
	it.each([
		['an object', { id: '7', extra: null }, [{ id: '7', extra: null }]],
		['an empty list', [], [{ success: true }]],
		['nothing', undefined, [{ success: true }]],
		['null', null, [{ success: true }]],
		['a plain value', 'ok', [{ success: true, response: 'ok' }]],
		['a list with a plain value', [{ id: 1 }, 2], [{ success: true, response: [{ id: 1 }, 2] }]],
	])('converts %s to a list of objects', (_, body, objects) => {
		expect(returnedObject.parse(body)).toStrictEqual(objects);
	});
});

describe('loginResponse', () => {
	it.each([
		['a token', { token: ' t0ken ', user: {} }, true],
		['an empty token', { token: ' ' }, false],
		['no token', { user: {} }, false],
	])('is read only if it has one: %s', (_, body, isRead) => {
		expect(loginResponse.safeParse(body).success).toBe(isRead);
	});
});

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
		['Product\u0085launch', 'Product launch'],
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
