/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
import { testCredential } from '../../tools/n8n/api/credentials';
import { failureOf, itemsOf, settledExecutions } from '../../tools/n8n/api/executions';
import { root } from '../../tools/install/paths.cjs';
import { LEAN } from '../../tools/n8n/presets';
import { activate, deactivate } from '../../tools/n8n/api/publication';
import { installTarball } from '../../tools/n8n/tarball';
import {
	openTestEnvironment,
	type OwnTestEnvironment,
	type PublishedTrigger,
} from '../support/n8n/environment';
import { deliverTask } from '../../tools/http/client';
import { readShared } from '../support/n8n/sharedN8n';
import {
	ACTION,
	action,
	chain,
	CREATE_TASK,
	LIST_BOARDS,
	manualTrigger,
	rows,
	trigger,
	TRIGGER_TYPE,
} from '../../tools/n8n/workflow';

const PREVIOUS_FOLDER = join(root, 'test/fixtures/previous');
const PREVIOUS = join(
	PREVIOUS_FOLDER,
	readdirSync(PREVIOUS_FOLDER).find((file) => file.endsWith('.tgz')) ?? 'no tarball',
);
const PACKED = readShared()?.tarball ?? '';
const LOGIN = { authentication: 'login' };

let environment: OwnTestEnvironment;
let published: PublishedTrigger;

const createWorkflowOf = (title: string) =>
	chain(manualTrigger(), ...rows([{ boardId: 2, title }]), action({ ...CREATE_TASK, ...LOGIN }));

/** Uses both nodes, so that there is something to keep. */
async function use(): Promise<void> {
	const listing = action({ ...LIST_BOARDS, ...LOGIN });
	const received = trigger({ ...LOGIN, events: ['task.created'] });
	published = await environment.publishTrigger(chain(received, listing), 'login');
	await published.createTask('Before');
	await settledExecutions(environment.session, published.workflow, 1);
	await environment.runWorkflow(createWorkflowOf('With the old one'), published);
}

/** Everything that a user had still works, with the new code. */
async function expectKept(): Promise<void> {
	const { session } = environment;
	const { version, properties } = new WorkspaceTaskServiceTrigger().description;
	const nodeInfos = [{ name: TRIGGER_TYPE, version: Math.max(...[version].flat()) }];
	expect(await session.rest('POST', '/rest/node-types', { nodeInfos })).toMatchObject([
		{ version, properties },
	]);
	const before = (await settledExecutions(session, published.workflow, 1)).length;
	await published.createTask('After');
	await settledExecutions(session, published.workflow, before + 1);
	await deactivate(session, published.workflow);
	await activate(session, published.workflow);
	expect((await deliverTask(published.url, 'At the old URL')).status).toBe(200);
	const executions = await settledExecutions(session, published.workflow, before + 2);
	expect(executions.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
	const titles = executions.flatMap((one) => itemsOf(one, 'Task Event')).map(({ task }) => task);
	for (const title of ['Before', 'After', 'At the old URL']) {
		expect(titles).toContainEqual(expect.objectContaining({ title }));
	}
	expect(published.registeredUrls()).toHaveLength(1);
	expect([published.logins(), published.tokens().size]).toEqual([1, 1]);
	expect(await testCredential(session, published.credential)).toMatchObject({ status: 'OK' });
}

async function expectCreates(title: string): Promise<void> {
	const execution = await environment.runWorkflow(createWorkflowOf(title), published);
	expect(failureOf(execution)).toBeUndefined();
	expect(itemsOf(execution, ACTION)).toMatchObject([{ board_id: 2, title }]);
}

describe('an upgrade by file and a restart', () => {
	beforeAll(async () => {
		// Publishes as older versions of n8n do.
		const settings = { ...LEAN, N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' };
		environment = await openTestEnvironment({
			settings,
			install: async (home) => await installTarball(PREVIOUS, home),
		});
		await use();
	});
	afterAll(async () => await environment?.close());

	it('keeps everything that was created with the previous version', async () => {
		await installTarball(PACKED, environment.home);
		await environment.restart();
		await expectKept();
		await expectCreates('With the new one');
	});
});
