import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { readRecord, writeRecord } from '../../../nodes/WorkspaceTaskService/trigger/record';

const PLACE = 'workspaceTaskService:node-1';

/** As version 0.1.0 wrote it. */
const EARLIER = {
	current: {
		baseUrl: 'https://tasks.example.com',
		credentialId: '1',
		url: 'https://n8n.example.com/webhook/1',
		events: ['task.created'],
		label: '',
		keyHash: 'a'.repeat(64),
		registeredAt: '2026-01-01T00:00:00.000Z',
		inactiveSince: null,
	},
	retired: ['b'.repeat(64)],
};

/** The part of n8n's context that holds static data; each address is remembered apart. */
const contextOf = (memory: IDataObject, url: string) =>
	({
		getNode: () => ({ id: 'node-1' }),
		getNodeWebhookUrl: () => url,
		getWorkflowStaticData: () => memory,
	}) as unknown as IHookFunctions;

describe('the record in static data', () => {
	it('of an earlier version is read whole', () => {
		const context = contextOf({ [PLACE]: EARLIER }, 'https://n8n.example.com/earlier');
		expect(readRecord(context)).toEqual(EARLIER);
	});

	it.each([
		['of the record', { ...EARLIER, added: { later: true } }],
		['of the registration', { ...EARLIER, current: { ...EARLIER.current, added: 'later' } }],
	])('keeps a field that a later version added: %s', (where, later) => {
		const memory: IDataObject = { [PLACE]: later };
		const context = contextOf(memory, `https://n8n.example.com/${where}`);
		writeRecord(context, readRecord(context));
		expect(memory[PLACE]).toEqual(later);
		expect(readRecord(context)).toEqual(later);
	});
});
