import { CALLS } from '../../../nodes/WorkspaceTaskService/api/calls';
import { bodyOf } from '../../../nodes/WorkspaceTaskService/transport/read';

describe('the body of a 2xx that cannot be read', () => {
	const unreadable = (text: string) =>
		({ kind: 'unreadable', status: 201, text, reason: 'is incomplete' }) as const;
	const warning =
		'The service confirmed this, but its response is incomplete. Check the service for the result.';

	it('is a warning with its text, if it has one', () => {
		const value = { success: true, warning };
		expect(bodyOf(CALLS.createTask, unreadable('{"id":'))).toStrictEqual({
			value: { ...value, response: '{"id":' },
		});
		expect(bodyOf(CALLS.createTask, unreadable(''))).toStrictEqual({ value });
	});

	it('is missing in a list', () => {
		expect(bodyOf(CALLS.listBoards, unreadable('[{"id":'))).toBeUndefined();
	});
});
