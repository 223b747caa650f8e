import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import {
	makeFailedResult,
	listOutputItems,
	type Result,
} from '../../../nodes/WorkspaceTaskService/action/results';
import { makeFailureFields } from '../../../nodes/WorkspaceTaskService/approval/review';

const node = { id: '1', name: 'a', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const failed = (message: string): Result => ({
	kind: 'failed',
	remark: 'failed',
	error: new NodeOperationError(node as never, message, { description: 'Look.' }),
});
const context = (type: string) => ({ getNode: () => ({ type }) }) as IExecuteFunctions;

describe('the output', () => {
	it('tells an agent that nobody rejected the call if its review failed, and what to do', () => {
		const [item] = listOutputItems([failed('The board is full')], (reason) =>
			makeFailureFields(context('xHitlTool'), reason),
		);
		expect(item?.json).toEqual({
			error: 'The board is full',
			message: 'Look.',
			chatInput:
				'No person has decided. The review failed: The board is full. Look. The tool was not run.',
		});
	});
});

it('an error that several items share names the first of them', () => {
	const shared = new NodeOperationError(node as never, 'No list');
	const run = { getNode: () => node } as unknown as IExecuteFunctions;
	for (const itemIndex of [2, 5]) {
		makeFailedResult(run, shared, itemIndex);
	}
	expect(shared.context.itemIndex).toBe(2);
});
