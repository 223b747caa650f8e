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
	TRIGGER,
	TRIGGER_TYPE,
} from '../../tools/n8n/workflow';

const PREVIOUS_FOLDER = join(root, 'test/fixtures/previous');
const PREVIOUS = join(
	PREVIOUS_FOLDER,
	readdirSync(PREVIOUS_FOLDER).find((file) => file.endsWith('.tgz')) ?? 'no tarball',
);
const LOGIN = { authentication: 'login' };

let environment: OwnTestEnvironment;
let published: PublishedTrigger;

beforeAll(async () => {
	environment = await openTestEnvironment({
		// Publishes as older versions of n8n do.
		settings: { ...LEAN, N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
		install: async (home) => await installTarball(PREVIOUS, home),
	});
});
afterAll(async () => await environment?.close());

async function create(title: string): Promise<void> {
	const nodes = [...rows([{ boardId: 2, title }]), action({ ...CREATE_TASK, ...LOGIN })];
	const execution = await environment.runWorkflow(chain(manualTrigger(), ...nodes), published);
	expect(failureOf(execution)).toBeUndefined();
	expect(itemsOf(execution, ACTION)).toMatchObject([{ board_id: 2, title }]);
}

it('an upgrade by file and a restart keeps everything that was created with the previous version', async () => {
	const { session } = environment;
	const listing = action({ ...LIST_BOARDS, ...LOGIN });
	const received = trigger({ ...LOGIN, events: ['task.created'] });
	published = await environment.publishTrigger(chain(received, listing), 'login');
	const { workflow } = published;
	await published.createTask('Before');
	await create('With the old one');
	await settledExecutions(session, workflow, 2);

	await installTarball(readShared()?.tarball ?? '', environment.home);
	await environment.restart();
	const { version, properties } = new WorkspaceTaskServiceTrigger().description;
	const nodeInfos = [{ name: TRIGGER_TYPE, version: Math.max(...[version].flat()) }];
	expect(await session.rest('POST', '/rest/node-types', { nodeInfos })).toMatchObject([
		{ version, properties },
	]);
	await published.createTask('After');
	await settledExecutions(session, workflow, 3);
	await deactivate(session, workflow);
	await activate(session, workflow);
	expect((await deliverTask(published.url, 'At the old URL')).status).toBe(200);
	const executions = await settledExecutions(session, workflow, 4);
	expect(executions.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
	const tasks = executions.flatMap((one) => itemsOf(one, TRIGGER)).map(({ task }) => task);
	const titles = tasks.map((task) => Object(task).title as string);
	expect(titles.sort()).toEqual(['After', 'At the old URL', 'Before', 'With the old one']);
	expect(published.registeredUrls()).toHaveLength(1);
	expect([published.logins(), published.tokens().size]).toEqual([1, 1]);
	expect(await testCredential(session, published.credential)).toMatchObject({ status: 'OK' });
	await create('With the new one');
});
