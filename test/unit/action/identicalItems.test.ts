import type { Item, Run } from '../../../nodes/WorkspaceTaskService/action/item';
import { createOnceAmongIdentical } from '../../../nodes/WorkspaceTaskService/action/pipeline';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';

describe('identical items of a run', () => {
	const response = { status: 0, headers: {}, text: '', receivedDate: new Date(0) };

	it.each<[string, () => Promise<Outcome>, number]>([
		['share what may have had an effect', async () => ({ kind: 'serverError', response }), 1],
		['do not share what was refused', async () => ({ kind: 'refused', response }), 3],
		['do not share what ends without an outcome', async () => await Promise.reject(new Error()), 3],
	])('%s', async (_, outcome, sends) => {
		const send = jest.fn(outcome);
		const operation = { call: CALLS.registerWebhook, identityKey: () => 'key' };
		const run = { operation, outcomesByIdentity: new Map() } as unknown as Run;
		const wrap = createOnceAmongIdentical(run, { parameters: {} } as Item);
		const ended = await Promise.allSettled([1, 2, 3].map(async () => await wrap(send)()));
		expect(send).toHaveBeenCalledTimes(sends);
		const shared = ended.filter((one) => one.status === 'fulfilled' && one.value.isOfIdenticalItem);
		expect(shared).toHaveLength(3 - sends);
	});
});
