import type { IExecuteFunctions } from 'n8n-workflow';

import { openRunMemory } from '../../../../nodes/WorkspaceTaskService/action/steps/runMemory';

/** An attempt of `node` in the run of `owner`, which is its own or that of its agent. */
const attemptOf = (node: string, owner: object, input: object = {}) =>
	({
		getNode: () => ({ id: node }),
		getExecuteData: () => owner,
		getInputData: () => [{ json: input }],
	}) as unknown as IExecuteFunctions;
const runOf = (id: string) => ({ node: { id } });

describe('the memory of a run', () => {
	const completedItems = (context: IExecuteFunctions) => openRunMemory(context).maybeCreated;

	it('is shared only by the attempts of one run', () => {
		const run = runOf('a');
		expect(completedItems(attemptOf('a', run))).toBe(completedItems(attemptOf('a', run)));
		expect(completedItems(attemptOf('a', runOf('a')))).not.toBe(
			completedItems(attemptOf('a', run)),
		);
	});

	it('is shared by the attempts of one agent tool call, not by equal calls', () => {
		const agent = runOf('agent');
		const [call, other] = [{ title: 'Same' }, { title: 'Same' }];
		const items = completedItems(attemptOf('a', agent, call));
		expect(completedItems(attemptOf('a', agent, call))).toBe(items);
		expect(completedItems(attemptOf('a', agent, other))).not.toBe(items);
	});
});
