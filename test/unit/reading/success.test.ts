import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { ApiRequest, OutcomeKind } from '../../../nodes/WorkspaceTaskService/outcome';
import { classifySuccess } from '../../../nodes/WorkspaceTaskService/reading/success';
import { classifyResponse } from '../../../nodes/WorkspaceTaskService/http/exchange';

const POST: ApiRequest = { call: CALLS.createTask, body: { title: 'Call' } };

/* Usual bodies are in the corpus: test/corpus/responses.json. */

describe('a 2xx', () => {
	const kindOfBody = (body: unknown, request: ApiRequest = POST, status = 200) =>
		classifyResponse(request, {
			status,
			headers: {},
			text: JSON.stringify(body),
			receivedDate: new Date(0),
		}).kind;
	const task = { id: 7, title: 'Call' };

	it.each([{ ok: false }, { success: 'false' }, { success: 0 }])(
		'with the flag %j is refused, whatever else it has',
		(flag) => {
			expect(kindOfBody(flag)).toBe('refusedIn2xx');
			expect(kindOfBody({ ...task, task, ...flag })).toBe('refusedIn2xx');
		},
	);

	it.each<[object]>([
		[{ error: { message: 'no' }, data: null }],
		[{ error_code: 'E7', error_message: 'no' }],
		[{ status: false, message: 'no' }],
		[{ status: 'fail', data: { title: 'is empty' } }],
		[{ code: 400, message: 'no' }],
	])('with %j is refused, unless it has the ID of the object', (sign) => {
		expect(kindOfBody(sign)).toBe('refusedIn2xx');
		const others = [{ id: 'req_8f3a' }, { id: '', title: 'Call' }, { user: task }, { board: task }];
		for (const other of others) expect(kindOfBody({ ...other, ...sign })).toBe('refusedIn2xx');
		expect(kindOfBody({ ...task, ...sign })).toBe('done');
		expect(kindOfBody({ task: { id: 'b-7' }, ...sign })).toBe('done');
		expect(kindOfBody({ board: task, ...sign }, { ...POST, call: CALLS.createBoard })).toBe('done');
	});

	it.each<[object]>([
		[{}],
		[{ error: null, errors: [], error_code: 0 }],
		[{ status: 'open', type: 'task', result: 'created' }],
		[{ ok: '10', success: '0.5' }],
		[{ error_code: '00000' }],
		[{ status: 'unfailed', result: {} }],
		[{ error: '0', message: 'success' }],
		[{ error: ' False ' }],
		[{ error: { code: 0, message: '' } }],
		[{ code: 20000 }],
		[{ code: 'SUCCESS', status: 600 }],
		// Beside others, an object other than `data` says nothing of the request.
		[{ last: { error: 'no' }, count: 1 }],
	])('with %j is unclear', (body) => expect(kindOfBody(body)).toBe('unclear'));

	it.each<[unknown, OutcomeKind]>([
		[[{ id: 1, status: 'error' }], 'done'],
		[{ boards: [{ id: 1 }], errors: ['slow'] }, 'done'],
		[{ error: 'Forbidden', boards: [] }, 'refusedIn2xx'],
		[{ code: 403, id: 7, name: 'not a list' }, 'refusedIn2xx'],
		[[{ error: 'Token expired' }], 'refusedIn2xx'],
	])('to a list, %j, is %s', (body, kind) => {
		expect(kindOfBody(body, { call: CALLS.listBoards })).toBe(kind);
	});

	it.each<[object]>([
		[{ success: true, data: task, error_code: 'NONE' }],
		[{ task_id: 9, status: false }],
		[{ success: true, error: 'slow' }],
		[{ error: 'slow', data: { id: 7 } }],
	])('with %j created the task', (body) => expect(kindOfBody(body)).toBe('done'));

	it.each<[object]>([
		[{ error: 'no board', data: { id: 0, title: null } }],
		[{ error: 'no board', data: { id: '00000000-0000-0000-0000-000000000000' } }],
		[{ error: true }],
		[{ error: { code: 0, message: 'no' } }],
		[{ code: -1 }],
		[{ code: 1042, status: 1201 }],
		[{ id: 7, code: 1042 }],
		[{ error: 'Nothing found' }],
	])('with %j refused it', (body) => expect(kindOfBody(body)).toBe('refusedIn2xx'));

	// What was sent came back, or nothing but a code speaks against a 201.
	const BOARD = { call: CALLS.createTask, body: { title: 'Call', board_id: 1 } };
	it.each<[object, number, OutcomeKind]>([
		[{ id: 7, code: 'PRJ-7', name: 'Call', board_id: 1 }, 200, 'done'],
		[{ id: 7, code: 'PRJ-7', name: 'Call', board_id: 2 }, 200, 'refusedIn2xx'],
		[{ id: 'req-1', error: 'The board is archived', board_id: null }, 200, 'refusedIn2xx'],
		[{ id: 0, title: 'Call', board_id: 1 }, 200, 'done'],
		[{ id: 7, code: 'PRJ-7', url: 'https://a.example/7' }, 201, 'done'],
		[{ code: 'CREATED', message: 'Task created' }, 201, 'unclear'],
		[{ error: 'The board is archived' }, 201, 'refusedIn2xx'],
		[{ error: 'no', meta: { id: 'req-1' } }, 200, 'refusedIn2xx'],
		[[{ id: 'E1', error: 'Task limit reached' }], 200, 'refusedIn2xx'],
	])('with %j and status %d is %s', (body, status, kind) =>
		expect(kindOfBody(body, BOARD, status)).toBe(kind),
	);

	it('is read once, however many objects are beside a long list in it', () => {
		let reads = 0;
		const get = (list: unknown[], key: string) => {
			reads += 1;
			return Reflect.get(list, key) as unknown;
		};
		const list = new Proxy(Array.from({ length: 1_000 }, Number), { get });
		const beside = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, {}]));
		classifySuccess({ list, ...beside }, { call: CALLS.createTask }, 200);
		expect(reads).toBeLessThan(3_000);
	});

	it.each<[string, OutcomeKind]>([
		['false', 'refusedIn2xx'],
		['ERR: 105, Invalid board', 'refusedIn2xx'],
		['Errata were created', 'done'],
		['[]', 'done'],
		['[{"title":"a"},{"title":"b"}]', 'done'],
	])('with %s is %s', (text, kind) => {
		const received = { status: 201, headers: {}, text, receivedDate: new Date(0) };
		expect(classifyResponse(POST, received).kind).toBe(kind);
	});

	it('to a login has a token, or a sign', () => {
		const login = { call: CALLS.logIn };
		expect(kindOfBody({ token: 'abc', code: 1, user: { status: 'error' } }, login)).toBe('done');
		expect(kindOfBody({ code: 1, message: 'no' }, login)).toBe('refusedIn2xx');
		expect(kindOfBody({ user: {} }, login)).toBe('done');
	});
});
