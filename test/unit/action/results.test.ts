import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { makeFailedResult } from '../../../nodes/WorkspaceTaskService/action/results';

const node = { id: '1', name: 'a', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };

it('an error that several items share names the first of them', () => {
	const shared = new NodeOperationError(node as never, 'No list');
	const context = { getNode: () => node } as unknown as IExecuteFunctions;
	for (const itemIndex of [2, 5]) makeFailedResult(context, shared, itemIndex);
	expect(shared.context.itemIndex).toBe(2);
});
