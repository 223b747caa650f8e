import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { sendThrough } from '../../../nodes/WorkspaceTaskService/transport/request';

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
		const request = { method: 'GET', path: '/api/v1/boards' } as const;
		const outcome = await sendThrough(lost, request, 'https://tasks.example.com');
		expect(outcome).toMatchObject({ status: null, code, reason });
	});
});
