import type { IExecuteFunctions } from 'n8n-workflow';

import { waitOrRefuse } from '../../../../nodes/WorkspaceTaskService/approval/wait/wait';

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
