import {
	boardBody,
	boardList,
	loginResponse,
	returnedObject,
	taskBody,
	webhookBody,
} from '../../../nodes/WorkspaceTaskService/api/requests';
import {
	allEventTypes,
	calendarDay,
	wholeNumber,
} from '../../../nodes/WorkspaceTaskService/api/values';

describe('wholeNumber', () => {
	it.each([
		[42, 42],
		['42', 42],
		[' 42 ', 42],
		[0, 0],
	])('reads %j as %d', (entered, value) => {
		expect(wholeNumber.parse(entered)).toBe(value);
	});

	it.each<unknown>([1.5, '4e2', -1, true, NaN, Infinity, '9'.repeat(20)])(
		'rejects %j',
		(entered) => {
			const { error } = wholeNumber.safeParse(entered);
			expect(error?.issues[0]?.message).toBe('must be a whole number');
		},
	);
});

describe('calendarDay', () => {
	it.each([
		['2026-03-29', '2026-03-29'],
		['2026-03-29T23:30:00.000-11:00', '2026-03-29'],
		['2026-03-29 23:30:00+14:00', '2026-03-29'],
		['20260329', '2026-03-29'],
		['20260329T233000Z', '2026-03-29'],
		['2026.3.29', '2026-03-29'],
		['29.03.2026', '2026-03-29'],
		['29.3.2026 23:30', '2026-03-29'],
		[' 2026-3-9 ', '2026-03-09'],
	])('reads %s as the day %s', (entered, day) => {
		expect(calendarDay.parse(entered)).toBe(day);
	});

	it.each([
		['2026-02-30'],
		['2026-01-015'],
		['v2026-01-15'],
		['120260115'],
		['202601151'],
		['1.2.20266'],
		['29/03/2026'],
		[20261231],
	])('rejects %s', (entered) => {
		const { error } = calendarDay.safeParse(entered);
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'must be a day such as 2026-12-31, tomorrow or +3 days',
		]);
	});
});

describe('requests', () => {
	it.each([
		['a board without a name', boardBody, { name: ' ' }],
		['a color of three digits', boardBody, { name: 'a', color: '#fff' }],
		['an infinite title', taskBody, { title: Infinity, board_id: 1 }],
		['a task without a board', taskBody, { title: 'a' }],
		['a webhook over http', webhookBody, { url: 'http://example.com', events: ['task.created'] }],
		['a webhook without events', webhookBody, { url: 'https://example.com', events: [] }],
	])('reject %s', (_, schema, body) => {
		expect(schema.safeParse(body).success).toBe(false);
	});

	it('accept a number as text', () => {
		expect(taskBody.parse({ title: 7, board_id: 1 })).toEqual({ title: '7', board_id: 1 });
	});

	it('keep an ID that a number cannot hold as text', () => {
		const board_id = '12345678901234567890';
		expect(taskBody.parse({ title: 'a', board_id })).toEqual({ title: 'a', board_id });
	});

	it('allow http only for a webhook on the same machine', () => {
		const events = ['task.created'];
		const isAccepted = (url: string) => webhookBody.safeParse({ url, events }).success;
		expect(isAccepted('http://localhost:5678/webhook/1')).toBe(true);
		expect(isAccepted('http://127.0.0.1/hook')).toBe(true);
		expect(isAccepted('http://localhost.example.com/hook')).toBe(false);
	});
});

describe('boardList', () => {
	const boards = [{ id: 1, name: 'Launch', tasks_count: 3 }];

	it.each([
		['an array', boards],
		['data', { data: boards, total: 1 }],
		['boards', { boards }],
		['records', { records: boards }],
		['_embedded', { _embedded: { boards } }],
		['two wrappers', { data: { boards }, total: 1 }],
	])('reads a list in %s and keeps unknown fields', (_, body) => {
		expect(boardList.parse(body)).toEqual(boards);
	});

	it.each([[undefined], [null], [{ data: [] }]])('reads %j as an empty list', (body) => {
		expect(boardList.parse(body)).toEqual([]);
	});

	it('accepts any value in the fields of a board', () => {
		const odd = [{ id: null, name: 7, workspace_id: { id: 2 } }];
		expect(boardList.parse(odd)).toEqual(odd);
	});

	it.each([
		['text', 'x'],
		['an object without a list', { total: 0 }],
		['an object with another list', { warnings: [] }],
	])('rejects %s instead of reading an empty list', (_, body) => {
		expect(boardList.safeParse(body).success).toBe(false);
	});
});

describe('returnedObject', () => {
	it.each([
		['an object', { id: '7', extra: null }, [{ id: '7', extra: null }]],
		['a list', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 2 }]],
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

describe('allEventTypes', () => {
	it('joins selected and typed event types in order, without duplicates', () => {
		expect(
			allEventTypes(
				['task.created', 'task.updated'],
				' task.deleted,task.created ;\nboard.created,\rTask Archived ',
			),
		).toEqual(['task.created', 'task.updated', 'task.deleted', 'board.created', 'Task Archived']);
	});
});
