import { eventKinds } from '../../../nodes/WorkspaceTaskService/api/events';

describe('eventKinds', () => {
	it('joins the selection and the typed kinds, each once, in order', () => {
		expect(
			eventKinds(['task.created', 'task.updated'], ' task.deleted,task.created ;\nboard.created '),
		).toEqual(['task.created', 'task.updated', 'task.deleted', 'board.created']);
	});

	it('is empty when nothing is selected or typed', () => {
		expect(eventKinds([], ' , ')).toEqual([]);
	});
});
