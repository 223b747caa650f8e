import type { IExecuteFunctions } from 'n8n-workflow';

import { completedItems } from '../../../../nodes/WorkspaceTaskService/actions/memory/retryOnFail';

/** A try of `node`, in the run of `owner`: its own, or that of the agent which uses it as a tool. */
const tryOf = (node: string, owner: object, input: object = {}) =>
	({
		getNode: () => ({ id: node }),
		getExecuteData: () => owner,
		getInputData: () => [{ json: input }],
	}) as unknown as IExecuteFunctions;
const runOf = (id: string) => ({ node: { id } });

describe('completedItems', () => {
	it('is shared by the tries of one run, and by no other run', () => {
		const run = runOf('a');
		expect(completedItems(tryOf('a', run))).toBe(completedItems(tryOf('a', run)));
		expect(completedItems(tryOf('a', runOf('a')))).not.toBe(completedItems(tryOf('a', run)));
	});

	it("is shared by the tries of one call of an agent's tool, and not by equal calls", () => {
		const agent = runOf('agent');
		const [call, other] = [{ title: 'Same' }, { title: 'Same' }];
		const items = completedItems(tryOf('a', agent, call));
		expect(completedItems(tryOf('a', agent, call))).toBe(items);
		expect(completedItems(tryOf('a', agent, other))).not.toBe(items);
	});
});
