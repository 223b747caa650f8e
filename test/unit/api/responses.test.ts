import {
	boardList,
	loginResponse,
	returnedObject,
} from '../../../nodes/WorkspaceTaskService/api/responses';

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
		['nothing', undefined],
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
