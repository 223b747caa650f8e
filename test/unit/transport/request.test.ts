import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { outcomeOf } from '../../../nodes/WorkspaceTaskService/transport/request';

const NODE: INode = {
	...{ id: 'node', name: 'Create', type: 'test', typeVersion: 1, position: [0, 0] },
	parameters: {},
};

describe('what is told about a connection that was lost', () => {
	it.each([
		['ECONNRESET', 'The connection to the server was closed unexpectedly, perhaps it is offline'],
		['ETIMEDOUT', 'The connection timed out'],
	])('holds no advice of n8n to retry: %s', async (code, reason) => {
		const lost = async () => {
			throw new NodeApiError(NODE, { code, message: `read ${code}` });
		};
		expect(await outcomeOf(lost, 1_000)).toMatchObject({ status: null, code, reason });
	});
});
