import type { IExecuteFunctions } from 'n8n-workflow';

import { openMemory } from '../../../../nodes/WorkspaceTaskService/actions/steps/retryOnFail';
import { shareIdentical } from '../../../../nodes/WorkspaceTaskService/actions/steps/shareIdentical';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

/** An attempt of `node` in the run of `owner`, which is its own or that of its agent. */
const attemptOf = (node: string, owner: object, input: object = {}) =>
	({
		getNode: () => ({ id: node }),
		getExecuteData: () => owner,
		getInputData: () => [{ json: input }],
	}) as unknown as IExecuteFunctions;
const runOf = (id: string) => ({ node: { id } });

describe('the memory of a run', () => {
	const completedItems = (context: IExecuteFunctions) => openMemory(context).completed;

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

describe('identical items of a run', () => {
	const response = { status: 0, headers: {}, text: '', receivedDate: 0 };
	const done: Outcome = { kind: 'done', response, body: {} };

	it.each<[string, () => Promise<Outcome>, number]>([
		['share what succeeds', async () => done, 1],
		['share a failure', async () => ({ kind: 'serverError', response }), 1],
		['do not share what was refused', async () => ({ kind: 'refused', response }), 3],
		['do not share what ends without an outcome', async () => await Promise.reject(new Error()), 3],
	])('%s', async (_, outcome, sends) => {
		const send = jest.fn(outcome);
		const wrap = shareIdentical({ shared: new Map() }, { sharedKey: 'key' });
		const ended = await Promise.allSettled([1, 2, 3].map(async () => await wrap(send)()));
		expect(send).toHaveBeenCalledTimes(sends);
		const shared = ended.filter((one) => one.status === 'fulfilled' && one.value.isShared);
		expect(shared).toHaveLength(3 - sends);
	});
});
