import type { IExecuteFunctions } from 'n8n-workflow';

import { checkCanWait } from '../../../../nodes/WorkspaceTaskService/approval/wait/canWait';

it.each([
	['a tool', 'xTool', true, 'A tool cannot wait. Add this node as the human review of a tool.'],
	['n8n 1', 'x', false, 'To wait for approval, update n8n to version 2.0 or newer'],
	['a review', 'xHitlTool', true, undefined],
])('%s of type %s can wait, or says why not', (_, type, canSign, message) => {
	const context = {
		getNode: () => ({ type }),
		getInputData: () => [{ json: {} }],
		getWorkflowSettings: () => ({ executionOrder: 'v1' }),
		...(canSign ? { getSignedResumeUrl: () => '' } : {}),
	} as unknown as IExecuteFunctions;
	const check = () => checkCanWait(context);
	if (message === undefined) expect(check).not.toThrow();
	else
		expect(check).toThrow(
			expect.objectContaining({ message, description: 'Nothing was created.' }),
		);
});
