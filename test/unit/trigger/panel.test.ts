import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const { subtitle = '' } = new WorkspaceTaskServiceTrigger().description;

describe('the subtitle of the trigger', () => {
	it('has the words of the event list', () => {
		expect(subtitle).toContain('"task.created":"Task Created","task.updated":"Task Updated"');
	});
});
