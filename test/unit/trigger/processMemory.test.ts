import type { IHookFunctions } from 'n8n-workflow';

import { recall, remember } from '../../../nodes/WorkspaceTaskService/trigger/processMemory';

/** The part of n8n's context that names a node and its address. */
const hooksOf = (id: string, url = 'https://n8n.example.com/webhook/1') =>
	({
		getNode: () => ({ id }),
		getNodeWebhookUrl: () => url,
	}) as unknown as IHookFunctions;

const record = (hash: string) => ({ retired: [hash] });

describe('the memory of the process', () => {
	it('tells nodes and addresses apart', () => {
		remember(hooksOf('a'), record('1'));
		remember(hooksOf('a', 'https://n8n.example.com/webhook-test/1'), record('2'));
		expect(recall(hooksOf('a'))).toEqual(record('1'));
		expect(recall(hooksOf('a', 'https://n8n.example.com/webhook-test/1'))).toEqual(record('2'));
		expect(recall(hooksOf('b'))).toBeUndefined();
	});

	it('keeps 1,000 nodes, and those longest that were written last', () => {
		for (let n = 0; n < 1000; n += 1) remember(hooksOf(`node ${n}`), record('1'));
		remember(hooksOf('node 0'), record('2'));
		remember(hooksOf('one more'), record('1'));
		expect(recall(hooksOf('node 0'))).toEqual(record('2'));
		expect(recall(hooksOf('node 1'))).toBeUndefined();
		expect(recall(hooksOf('node 2'))).toEqual(record('1'));
	});
});
