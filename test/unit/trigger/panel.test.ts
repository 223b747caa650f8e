import { eventOptions } from '../../../nodes/WorkspaceTaskService/commonFields';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const { subtitle = '' } = new WorkspaceTaskServiceTrigger().description;

describe('the subtitle of the trigger', () => {
	it('names each event type as the event list does', () => {
		const named = [...subtitle.matchAll(/"([\w.]+)": "([^"]+)"/g)];
		const options = eventOptions.map(({ name, value }) => [value, name]);
		expect(named.map(([, value, name]) => [value, name])).toEqual(options);
	});
});
