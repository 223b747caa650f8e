import { failureOf, finishedExecution, itemsOf } from '../../tools/n8n/api/executions';
import { olderVersions } from '../../tools/install/paths.cjs';
import { NO_EDITOR } from '../../tools/n8n/presets';
import { ACTION, approvalWorkflow, decide, open, waitingLink } from '../support/agents/approval';
import { openTestEnvironment, type OwnTestEnvironment } from '../support/n8n/environment';

/** It cannot sign the links of executions that wait. */
const isTooOld = (version: string) => version === olderVersions()[0];

let environment: OwnTestEnvironment;
const start = async (version: string) => {
	environment = await openTestEnvironment({ settings: NO_EDITOR, version });
	return await environment.openService();
};
afterEach(async () => await environment?.close());

it.each(olderVersions().filter(isTooOld))(
	'n8n %s refuses to wait for approval before anything is sent',
	async (version) => {
		const service = await start(version);
		const execution = await environment.runWorkflow(approvalWorkflow(), service);
		expect(failureOf(execution)).toBe('To wait for approval, update n8n to version 2.0 or newer');
		expect(service.proxy.requests).toEqual([]);
	},
);

it.each(olderVersions().filter((version) => !isTooOld(version)))(
	'n8n %s waits for approval',
	async (version) => {
		const service = await start(version);
		const id = await environment.startWorkflow(approvalWorkflow(), service);
		const link = await waitingLink(environment.session, service, id);
		expect((await open(link)).text).toContain('Send it to');
		// This n8n does not check the signature, but the link has its own ID.
		expect((await decide(link.replace('wait=', 'wait=0'), 'approve')).status).toBe(410);
		await decide(link, 'approve');
		const execution = await finishedExecution(environment.session, id);
		expect(itemsOf(execution, ACTION)).toMatchObject([{ approved: true, timedOut: false }]);
	},
);
