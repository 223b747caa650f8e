import type { INodeType } from 'n8n-workflow';
import { authentication } from '../../nodes/WorkspaceTaskService/commonFields';
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const nodes: Array<[string, INodeType]> = [
	['the action node', new WorkspaceTaskService()],
	['the trigger', new WorkspaceTaskServiceTrigger()],
];

describe('Authentication', () => {
	// n8n's editor offers only credentials that say in `show` which choice they belong to.
	it.each(nodes)('of %s names a credential for each choice, as the editor reads it', (_, node) => {
		const { credentials = [] } = node.description;
		const shown = credentials.map(({ displayOptions }) => displayOptions);
		const choices = (authentication.options ?? []).map(
			(option) => 'value' in option && option.value,
		);
		expect(shown).toEqual(choices.map((choice) => ({ show: { authentication: [choice] } })));
		expect(choices).toContain(authentication.default);
	});
});
