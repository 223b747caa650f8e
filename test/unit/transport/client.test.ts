import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/api/calls';
import { bodyOf } from '../../../nodes/WorkspaceTaskService/transport/client';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';

const bodyAfter = (call: Call, outcome: Outcome) =>
	bodyOf(outcome, { request: { call }, baseUrl: 'https://tasks.example.com', secrets: ['t0k3n'] });

describe('the body of a 2xx that cannot be read', () => {
	const unreadable = (text: string) =>
		({ kind: 'unreadable', status: 201, text, reason: 'is incomplete' }) as const;
	const warning =
		'The service confirmed this, but its response is incomplete. Check the service for the result.';

	it('is a warning with its text, if it has one', () => {
		const value = { success: true, warning };
		expect(bodyAfter(CALLS.createTask, unreadable('{"id":'))).toStrictEqual({
			value: { ...value, response: '{"id":' },
		});
		expect(bodyAfter(CALLS.createTask, unreadable(''))).toStrictEqual({ value });
	});

	it('is missing in a list', () => {
		expect(bodyAfter(CALLS.listBoards, unreadable('[{"id":'))).toBeUndefined();
	});
});

describe('the body of a 2xx that shows no task', () => {
	const unclear = (body: unknown): Outcome => {
		const text = JSON.stringify(body);
		const response = { status: 200, headers: {}, text, receivedDate: new Date(0) };
		return { kind: 'unclear', response, body };
	};
	const warning = (words: string) =>
		`The service confirmed this, but its response shows no task. Check the service for the result. It responded: ${words}`;

	it.each([
		[{ message: 'Your request was received' }, 'Your request was received'],
		[{ title: 'Call', board_id: 42 }, 'Call'],
		[{ note: 'not for t0k3n' }, 'not for ***'],
	])('is %j with a warning that says what came', (body, words) => {
		const value = { ...body, warning: warning(words) };
		expect(bodyAfter(CALLS.createTask, unclear(body))).toStrictEqual({ value });
		expect(bodyAfter(CALLS.createTask, unclear([body]))).toStrictEqual({ value });
	});

	it('has a warning that shows a body without words', () => {
		const body = { message: '  ' };
		expect(bodyAfter(CALLS.createTask, unclear(body))).toStrictEqual({
			value: { ...body, warning: warning('{"message":" "}') },
		});
	});

	it('is the warning alone if nothing came', () => {
		expect(bodyAfter(CALLS.createTask, unclear({}))).toStrictEqual({
			value: { warning: warning('{}') },
		});
	});
});
