import { isCreation } from '../../../nodes/WorkspaceTaskService/trigger/ownEvents';

describe('an event type', () => {
	it.each([
		...['task.created', 'TASK_CREATED', 'taskCreate', 'tasks/create', 'created.task', 'new_task'],
		...['item.added', 'issue.opened', 'tasks.INSERT', 'created', 'task.created.v2', 'todo.new'],
		...['work_item.created', 'onTaskCreated', 'webhook.task.created'],
		...['workspace.task.created', 'BOARD_TASK_CREATED', 'projectTaskAdded'],
	])('is a creation: %s', (type) => {
		expect(isCreation(type)).toBe(true);
	});

	it.each([
		...['task.labeled', 'task.tagged', 'task.renamed', 'task.prioritized', 'task.flagged'],
		...['task.approved', 'task.done', 'task.status', 'task.transferred', 'task.shared'],
		...['task.linked', 'task.blocked', 'task.rescheduled', 'subtask_added', 'time_logged'],
		...['task.watched', 'task.reacted', 'task.converted', 'task.unassigned', 'task.updated'],
	])('of work on a task is none: %s', (type) => {
		expect(isCreation(type)).toBe(false);
	});

	it.each([
		...['comment.added', 'board.created', 'task.reopened', 'task.comment.created', 'renew'],
		...['board.subtask.created', 'project.task_list.created', 'workspace.added'],
	])('of something else is none: %s', (type) => {
		expect(isCreation(type)).toBe(false);
	});

	it.each([null, '', 'task', 'event', 'tasks.v1'])('says neither: %s', (type) => {
		expect(isCreation(type)).toBeUndefined();
	});
});
