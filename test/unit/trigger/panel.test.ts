import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../../../nodes/WorkspaceTaskService/commonFields';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const { subtitle = '', properties } = new WorkspaceTaskServiceTrigger().description;

describe('the panel of the trigger', () => {
	it('names each event type in the subtitle as in the list of events', () => {
		const named = [...subtitle.matchAll(/"([\w.]+)": "([^"]+)"/g)];
		const options = eventOptions.map(({ name, value }) => [value, name]);
		expect(named.map(([, value, name]) => [value, name])).toEqual(options);
	});

	it('has placeholders with one example, which n8n does not take for an expression', () => {
		const options = properties.flatMap(({ options = [] }) => options as INodeProperties[]);
		const all = [...properties, ...options].filter(({ type }) => type === 'string');
		expect(all.length).toBeGreaterThan(1);
		for (const { placeholder } of all) expect(placeholder).toMatch(/^e\.g\. [^={},;]+$/);
	});
});
