import {
	boardList,
	loginResponse,
	readCreated,
} from '../../../nodes/WorkspaceTaskService/service/responses';

describe('boardList', () => {
	const boards = [{ id: 1, name: 'Launch', tasks_count: 3 }];

	it.each([
		['boards', { boards }],
		['two wrappers', { data: { boards }, total: 1 }],
	])('reads a list in %s and keeps unknown fields', (_, body) => {
		expect(boardList.parse(body)).toEqual(boards);
	});

	it.each([
		[null],
		[{ data: [] }],
		[{ data: { items: null, total: 0 } }],
		[{ data: [], included: [{ id: 3, name: 'Ada', type: 'user' }] }],
	])('reads %j as an empty list', (body) => {
		expect(boardList.parse(body)).toEqual([]);
	});

	it.each([
		[{ data: null, boards }],
		[{ workspaces: [{ id: 3, name: 'Acme' }], items: boards }],
		[{ included: [{ id: 3, name: 'Ada' }], data: boards }],
		[{ items: [{ id: 9, name: 'Recent' }], boards }],
		[{ projects: boards, errors: [{ id: 1, name: 'Slow' }] }],
	])('reads the list in %j', (body) => expect(boardList.parse(body)).toEqual(boards));

	it.each([
		['nothing', undefined],
		['text', 'x'],
		['an object without a list', { total: 0 }],
		['text in a wrapper', { boards: 'none' }],
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
		['a plain value', 'ok', [{ success: true, response: 'ok' }]],
		['a list with a plain value', [{ id: 1 }, 2], [{ success: true, response: [{ id: 1 }, 2] }]],
	])('converts %s to a list of objects', (_, body, objects) => {
		expect(readCreated('task').parse(body)).toStrictEqual(objects);
	});

	it.each<[string, object, object]>([
		['a wrapper', { data: { id: 7, title: 'A' } }, { id: 7, title: 'A' }],
		['a list', { data: [{ id: 7 }] }, { id: 7 }],
		['a flag', { success: true, data: { id: 7 } }, { id: 7, response: { success: true } }],
		[
			'members at two levels',
			{ data: { task: { id: 7 }, next: 8 }, code: 0 },
			{ id: 7, response: { data: { next: 8 }, code: 0 } },
		],
		['a response of its own', { id: 1, task: { id: 7, response: 'a' } }, { id: 7, response: 'a' }],
	])('is the object that was created, with what is around it: %s', (_, body, object) => {
		expect(readCreated('task').parse(body)).toStrictEqual([object]);
	});

	it.each([{ id: 7, name: 'A', status: { id: 2 } }, { data: { title: 'A' } }])(
		'is the whole body if the object is a guess: %j',
		(body) => expect(readCreated('task').parse(body)).toStrictEqual([body]),
	);
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
