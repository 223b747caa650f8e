import type { IExecuteFunctions } from 'n8n-workflow';

import { requireCanWait, waitOrRefuse } from '../../../nodes/WorkspaceTaskService/approval/wait';

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
	const check = () => requireCanWait(context);
	if (message === undefined) expect(check).not.toThrow();
	else
		expect(check).toThrow(
			expect.objectContaining({ message, description: 'Nothing was created.' }),
		);
});

it.each([
	[true, 'Already asked for key 7: the answer belongs to the earlier execution'],
	[false, 'May already have been asked for key 7: the answer belongs to the earlier execution'],
])('an item that was skipped (certain: %s) fails', async (certain, message) => {
	const getNode = () => ({ type: 'x', name: 'Ask' });
	const context = { getNode } as unknown as IExecuteFunctions;
	const item = { json: { skipped: true, certain, key: '7', reason: 'Already created.' } };
	const description = 'Nobody was asked again. To ask again, use another key.';
	await expect(waitOrRefuse(context, [item], false)).rejects.toMatchObject({
		message,
		description,
	});
});
