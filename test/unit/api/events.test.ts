import { eventKinds, KNOWN_EVENTS } from '../../../nodes/WorkspaceTaskService/api/events';
import { eventOptions } from '../../../nodes/WorkspaceTaskService/commonFields';

describe('eventKinds', () => {
	it('joins the selection and the typed kinds, each once, in order', () => {
		expect(
			eventKinds(
				['task.created', 'task.updated'],
				' task.deleted,task.created ;\nboard.created,\rTask Archived ',
			),
		).toEqual(['task.created', 'task.updated', 'task.deleted', 'board.created', 'Task Archived']);
	});

	it('is empty when nothing is selected or typed', () => {
		expect(eventKinds([], ' , ')).toEqual([]);
	});
});

describe('the events offered', () => {
	it('are those that the API document shows', () => {
		expect(eventOptions.map(({ value }) => value)).toEqual(KNOWN_EVENTS);
	});
});
