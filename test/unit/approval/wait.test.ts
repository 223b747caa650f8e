import type { IExecuteFunctions } from 'n8n-workflow';

import { requireCanWait } from '../../../nodes/WorkspaceTaskService/approval/wait';

it.each([
	['a tool', 'xTool', true, 'A tool cannot wait. Add this node as the human review of a tool.'],
	['n8n 1', 'x', false, 'To wait for approval, update n8n to version 2.0 or newer'],
])('%s says why it cannot wait', (_, type, canSign, message) => {
	const context = {
		getNode: () => ({ type }),
		getInputData: () => [{ json: {} }],
		getWorkflowSettings: () => ({ executionOrder: 'v1' }),
		...(canSign ? { getSignedResumeUrl: () => '' } : {}),
	} as unknown as IExecuteFunctions;
	expect(() => requireCanWait(context)).toThrow(
		expect.objectContaining({ message, description: 'Nothing was created.' }),
	);
});
