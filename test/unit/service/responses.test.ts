import {
	boardList,
	loginResponse,
	readCreated,
} from '../../../nodes/WorkspaceTaskService/service/responses';

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
		[{ items: [], workspaces: [{ id: 3, name: 'Acme' }] }],
		[{ data: null, users: [{ id: 3, name: 'Ada' }] }],
		[{ data: [], included: [{ id: 3, name: 'Ada', type: 'user' }] }],
		[{ results: [], users: [{ id: 3, name: 'Ada' }] }],
	])('reads %j as an empty list', (body) => {
		expect(boardList.parse(body)).toEqual([]);
	});

	it.each([
		[{ data: null, boards }],
		[{ boards: null, items: boards }],
		[{ data: { items: null, records: boards } }],
		[{ workspaces: [{ id: 3, name: 'Acme' }], items: boards }],
		[{ users: [{ id: 3, name: 'Ada' }], data: boards }],
		[{ included: [{ id: 3, name: 'Ada' }], data: boards }],
		[{ items: [{ id: 9, name: 'Recent' }], boards }],
		[{ projects: boards }],
		[{ projects: boards, errors: [{ id: 1, name: 'Slow' }] }],
	])('reads the list in %j', (body) => expect(boardList.parse(body)).toEqual(boards));

	it.each([
		['nothing', undefined],
		['text', 'x'],
		['an object without a list', { total: 0 }],
		['null under another name', { users: null, message: 'no' }],
		['no list in a wrapper', { data: {} }],
		['text in a wrapper', { boards: 'none' }],
		['a list of something else', { data: { users: null } }],
		['a list of errors', { errors: [{ id: 'E1', title: 'Forbidden' }] }],
		['lists of neighbors alone', { users: [{ id: 1 }], projects: [{ id: 2 }] }],
	])('rejects %s instead of reading an empty list', (_, body) => {
		expect(boardList.safeParse(body).success).toBe(false);
	});
});

describe('what a create returned', () => {
	it.each([
		['an object', { id: '7', extra: null }, [{ id: '7', extra: null }]],
		['an empty list', [], [{ success: true }]],
		['nothing', undefined, [{ success: true }]],
		['null', null, [{ success: true }]],
		['a plain value', 'ok', [{ success: true, response: 'ok' }]],
		['a list with a plain value', [{ id: 1 }, 2], [{ success: true, response: [{ id: 1 }, 2] }]],
	])('converts %s to a list of objects', (_, body, objects) => {
		expect(readCreated('task').parse(body)).toStrictEqual(objects);
	});

	it.each<[object, object]>([
		[{ data: { id: 7, title: 'A' } }, { id: 7, title: 'A' }],
		[
			{ success: true, data: { id: 7 } },
			{ id: 7, response: { success: true } },
		],
		[
			{ task: { id: 7 }, meta: { page: 1 } },
			{ id: 7, response: { meta: { page: 1 } } },
		],
		[
			{ data: { task: { id: 7 } }, code: 0 },
			{ id: 7, response: { code: 0 } },
		],
		[
			{ data: { task: { id: 7 }, next: 8 }, code: 0 },
			{ id: 7, response: { data: { next: 8 }, code: 0 } },
		],
		[{ data: [{ id: 7 }] }, { id: 7 }],
		[
			{ id: 1, task: { id: 7, response: 'a' } },
			{ id: 7, response: 'a' },
		],
		[
			{ id: 7, name: 'A', status: { id: 2 } },
			{ id: 7, name: 'A', status: { id: 2 } },
		],
		[
			{ id: 1, item: { id: 7 } },
			{ id: 1, item: { id: 7 } },
		],
		[{ data: { title: 'A' } }, { data: { title: 'A' } }],
	])('of %j is %j', (body, object) => {
		expect(readCreated('task').parse(body)).toStrictEqual([object]);
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
