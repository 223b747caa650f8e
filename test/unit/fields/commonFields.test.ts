import type { INodeType } from 'n8n-workflow';
import { authenticationField } from '../../../nodes/WorkspaceTaskService/fields/commonFields';
import { WorkspaceTaskService } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const nodes: Array<[string, INodeType]> = [
	['the action node', new WorkspaceTaskService()],
	['the trigger', new WorkspaceTaskServiceTrigger()],
];

describe('the Authentication field', () => {
	// n8n's editor shows only credentials whose `show` names the choice they belong to.
	it.each(nodes)(
		'of %s shows a credential for each option, in the form that the editor reads',
		(_, node) => {
			const { credentials = [] } = node.description;
			const shown = credentials.map(({ displayOptions }) => displayOptions);
			const choices = (authenticationField.options ?? []).map(
				(option) => 'value' in option && option.value,
			);
			expect(shown).toEqual(choices.map((choice) => ({ show: { authentication: [choice] } })));
			expect(choices).toContain(authenticationField.default);
		},
	);
});
