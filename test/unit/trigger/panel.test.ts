import { eventOptions } from '../../../nodes/WorkspaceTaskService/commonFields';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const { subtitle = '' } = new WorkspaceTaskServiceTrigger().description;

describe('the panel of the trigger', () => {
	it('names each event type in the subtitle as in the list of events', () => {
		const named = [...subtitle.matchAll(/"([\w.]+)": "([^"]+)"/g)];
		const options = eventOptions.map(({ name, value }) => [value, name]);
		expect(named.map(([, value, name]) => [value, name])).toEqual(options);
	});
});
