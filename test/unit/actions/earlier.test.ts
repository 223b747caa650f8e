import type { IExecuteFunctions } from 'n8n-workflow';

import { earlierOutcomes } from '../../../nodes/WorkspaceTaskService/actions/earlier';

/** A try of `node`, in the run of `owner`: its own, or that of the agent which uses it as a tool. */
const tryOf = (node: string, owner: object, input: object = {}) =>
	({
		getNode: () => ({ id: node }),
		getExecuteData: () => owner,
		getInputData: () => [{ json: input }],
	}) as unknown as IExecuteFunctions;
const runOf = (id: string) => ({ node: { id } });

describe('what earlier tries brought about', () => {
	it('is shared by the tries of one run, and by no other run', () => {
		const run = runOf('a');
		expect(earlierOutcomes(tryOf('a', run))).toBe(earlierOutcomes(tryOf('a', run)));
		expect(earlierOutcomes(tryOf('a', runOf('a')))).not.toBe(earlierOutcomes(tryOf('a', run)));
	});

	it("is shared by the tries of one call of an agent's tool, and not by equal calls", () => {
		const agent = runOf('agent');
		const [call, other] = [{ title: 'Same' }, { title: 'Same' }];
		const earlier = earlierOutcomes(tryOf('a', agent, call));
		expect(earlierOutcomes(tryOf('a', agent, call))).toBe(earlier);
		expect(earlierOutcomes(tryOf('a', agent, other))).not.toBe(earlier);
	});
});
