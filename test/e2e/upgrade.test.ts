/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
import { testCredential } from '../../host/credentials';
import { allExecutionsOf, failureOf, finishedExecution, itemsOf } from '../../host/executions';
import { root } from '../../host/paths.cjs';
import { activate, deactivate } from '../../host/publication';
import { installPackage, installTarball, pack } from '../../host/tarball';
import { createWorkflow, run, type SavedWorkflow } from '../../host/workflows';
import { ACTION, actionWorkflow, CREATE_TASK } from '../support/action-workflow';
import { deliverTask } from '../support/deliver';
import { openInstallStage } from '../support/install-stage';
import { createTask, openTriggerStage, PATHS, titlesUpTo } from '../support/trigger-stage';
import type { Actor, TriggerStage } from '../support/trigger-stage';
import { listingWorkflow, triggerNode } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const PREVIOUS = join(root, 'test/fixtures/previous');
const TARBALL = join(
	PREVIOUS,
	readdirSync(PREVIOUS).find((name) => name.endsWith('.tgz')) ?? 'no tarball',
);

/** An n8n with the previous version, and what brings it to the package as it is built now. */
interface Start {
	stage: TriggerStage;
	upgrade(): Promise<void>;
}

async function byFile(settings: NodeJS.ProcessEnv): Promise<Start> {
	const install = async (home: string) => await installTarball(TARBALL, home);
	const stage = await openTriggerStage(settings, { install });
	const upgrade = async () => {
		await installPackage(stage.home);
		await stage.restart();
	};
	return { stage, upgrade };
}

/** Nothing is restarted. */
async function inEditor(): Promise<Start> {
	const stage = await openInstallStage();
	await stage.offer(TARBALL);
	await stage.install();
	const upgrade = async () => {
		await stage.offer(await pack(stage.home));
		await stage.update();
	};
	return { stage, upgrade };
}

const WAYS: Array<[name: string, open: () => Promise<Start>]> = [
	...PATHS.map(([path, settings]): [string, () => Promise<Start>] => [
		`${path}, by file`,
		async () => await byFile(settings),
	]),
	['in the editor, without a restart', inEditor],
];

describe.each(WAYS)('upgraded %s, what was made with the previous version', (_, open) => {
	let stage: TriggerStage;
	let actor: Actor;
	let creating: SavedWorkflow;

	beforeAll(async () => {
		const start = await open();
		stage = start.stage;
		const account = await stage.openAccount('login');
		const parameters = { authentication: 'login', events: ['task.created'], options: {} };
		const trigger = triggerNode({ typeVersion: 1, parameters });
		const listing = listingWorkflow(trigger, account.credential);
		const workflow = await createWorkflow(stage.session, listing, account.credential);
		actor = { ...account, workflow };
		const rows = [{ boardId: 2, title: 'From a row' }];
		const action = actionWorkflow(rows, { ...CREATE_TASK, authentication: 'login' });
		creating = await createWorkflow(stage.session, action, account.credential);
		await activate(stage.session, workflow);
		await createTask(stage, 'Before');
		expect(await titlesUpTo(stage, actor, 'Before')).toEqual(['Before']);
		await start.upgrade();
	});
	afterAll(async () => await stage?.close());

	it('is run by the new code', async () => {
		const { version, activationMessage, properties } = new WorkspaceTaskServiceTrigger()
			.description;
		const newest = { name: triggerNode().type, version: Math.max(...[version].flat()) };
		const body = { nodeInfos: [newest] };
		expect(await stage.session.rest('POST', '/rest/node-types', body)).toMatchObject([
			{ version, activationMessage, properties },
		]);
	});

	it('goes on with every event', async () => {
		await createTask(stage, 'After');
		expect(await titlesUpTo(stage, actor, 'After')).toEqual(['After', 'Before']);
		const executions = await allExecutionsOf(stage.session, actor.workflow);
		expect(executions.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
	});

	it('keeps its registration and the address with its key', async () => {
		await deactivate(stage.session, actor.workflow);
		await activate(stage.session, actor.workflow);
		expect(actor.door.registrations).toHaveLength(1);
		const url = actor.door.registrations[0]?.url ?? '';
		expect((await deliverTask(url, 'At the old address')).status).toBe(200);
		expect(await titlesUpTo(stage, actor, 'At the old address')).toContain('At the old address');
	});

	it('runs the actions of a saved workflow', async () => {
		const id = await run(stage.session, creating, 'Start');
		const execution = await finishedExecution(stage.session, id);
		expect(failureOf(execution)).toBeUndefined();
		expect(itemsOf(execution, ACTION)).toMatchObject([{ board_id: 2, title: 'From a row' }]);
	});

	it('keeps the token of the login', () => {
		const sent = actor.door.requests.map(({ authorization }) => authorization);
		expect(new Set(sent.filter((one) => one !== undefined)).size).toBe(1);
		expect(actor.door.logins()).toBe(1);
	});

	it('has a credential that still passes its test', async () => {
		const verdict = await testCredential(stage.session, actor.credential);
		expect(verdict).toMatchObject({ status: 'OK' });
	});
});
