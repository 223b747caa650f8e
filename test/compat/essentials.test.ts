import { testCredential } from '../../host/credentials';
import { fullItemsOf, finishedExecution, failureOf } from '../../host/executions';
import { listen } from '../../host/listening';
import { panelList } from '../../host/panelLists';
import { olderVersions } from '../../host/paths.cjs';
import { activate, deactivate } from '../../host/publication';
import { createWorkflow, run } from '../../host/workflows';
import { name as packageName } from '../../package.json';
import { action, items, line, manual } from '../support/line-workflow';
import { createTask, openActor, openTriggerStage } from '../support/trigger-stage';
import { titlesUpTo, type Account, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const KINDS = ['apiToken', 'login'] as const;

const HOOK = 'https://n8n.example/webhook/1';
const OPERATIONS: Array<[name: string, parameters: object, expected: object]> = [
	['lists boards', { resource: 'board', operation: 'getAll', returnAll: true }, { id: 1 }],
	['creates a board', { resource: 'board', operation: 'create', name: 'New' }, { name: 'New' }],
	['creates a task', { title: 'Old host' }, { title: 'Old host', board_id: 1 }],
	[
		'registers a webhook',
		{ resource: 'webhook', operation: 'create', url: HOOK, events: ['task.created'] },
		{ url: HOOK },
	],
];

describe.each(olderVersions())('n8n %s', (version) => {
	let stage: TriggerStage;
	beforeAll(async () => (stage = await openTriggerStage({}, { version })));
	afterAll(async () => await stage?.close());

	it('is what runs, and loads both nodes', async () => {
		expect(stage.n8n.log()).toContain(`Version: ${version}\n`);
		const names = ['workspaceTaskService', 'workspaceTaskServiceTrigger'];
		const nodeInfos = names.map((name) => ({ name: `${packageName}.${name}`, version: 1 }));
		const types = await stage.session.rest('POST', '/rest/node-types', { nodeInfos });
		expect(types).toMatchObject(names.map((name) => ({ name })));
	});

	describe.each(KINDS)('with %s', (authentication) => {
		let account: Account;
		beforeAll(async () => (account = await stage.openAccount(authentication)));

		it('tests the credential', async () => {
			const { credential } = account;
			expect(await testCredential(stage.session, credential)).toMatchObject({ status: 'OK' });
			const data = { ...credential.data, apiToken: 'wrong', password: 'wrong' };
			const verdict = await testCredential(stage.session, { ...credential, data });
			expect(verdict).toMatchObject({ status: 'Error', message: expect.stringMatching(/^.*401:/) });
		});

		it.each(OPERATIONS)('%s', async (_, parameters, expected) => {
			const node = action('Action', { ...parameters, authentication });
			const workflow = line(manual(), ...items(2), node);
			const saved = await createWorkflow(stage.session, workflow, account.credential);
			const id = await run(stage.session, saved, 'Start');
			const execution = await finishedExecution(stage.session, id);
			expect(failureOf(execution)).toBeUndefined();
			const done = fullItemsOf(execution, 'Action').filter(({ pairedItem }) =>
				JSON.stringify(pairedItem).includes('1'),
			);
			expect(done[0]).toMatchObject({ json: expected });
		});
	});

	it('lists the boards for the picker', async () => {
		const { credential } = await stage.openAccount();
		const parameters = { authentication: 'apiToken', resource: 'task', operation: 'create' };
		const page = await panelList(stage.session, 'boards', credential, parameters);
		const entry = expect.objectContaining({ value: 1 });
		expect(page).toMatchObject({ results: expect.arrayContaining([entry]) });
	});

	it('receives events, and registers once for all activations and restarts', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		await createTask(stage, 'First');
		await titlesUpTo(stage, actor, 'First');
		await deactivate(stage.session, actor.workflow);
		await createTask(stage, 'While inactive');
		await activate(stage.session, actor.workflow);
		await stage.restart();
		await createTask(stage, 'Last');
		expect(await titlesUpTo(stage, actor, 'Last')).toEqual(['First', 'Last']);
		expect(actor.door.registrations).toHaveLength(1);
	});

	it('listens for a test event', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await listen(stage.session, actor.workflow, 'Task Event');
		await createTask(stage, 'Tested');
		expect(await titlesUpTo(stage, actor, 'Tested')).toEqual(['Tested']);
	});

	it('makes only calls that the API document shows', () => {
		expect(stage.sandbox.requests().filter(({ documented }) => !documented)).toEqual([]);
	});
});
