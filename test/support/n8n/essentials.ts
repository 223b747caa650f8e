import { testCredential } from '../../../tools/n8n/api/credentials';
import { failureOf, fullItemsOf, settledExecutions } from '../../../tools/n8n/api/executions';
import { listen } from './listening';
import { panelList } from './panelLists';
import { activate, deactivate } from '../../../tools/n8n/api/publication';
import type { OwnTestEnvironment, Service, TestEnvironment } from './environment';
import {
	ACTION,
	action,
	ACTION_TYPE,
	chain,
	CREATE_TASK,
	LIST_BOARDS,
	manualTrigger,
	rows,
	taskRows,
	TRIGGER,
	TRIGGER_TYPE,
} from '../../../tools/n8n/workflow';

const HOOK = 'https://n8n.example/webhook/1';
const OPERATIONS: Array<[name: string, parameters: object, expected: object]> = [
	['lists boards', LIST_BOARDS, { id: 1 }],
	['creates a board', { resource: 'board', operation: 'create', name: 'New' }, { name: 'New' }],
	[
		'finds a board',
		{ resource: 'board', operation: 'findOrCreate', name: 'roadmap' },
		{ id: 1, name: 'Roadmap' },
	],
	['creates a task', CREATE_TASK, { title: 'Item 1', board_id: 1 }],
	[
		'creates a task on a board by its name',
		{ ...CREATE_TASK, boardId: { __rl: true, mode: 'name', value: 'support' } },
		{ title: 'Item 1', board_id: 2 },
	],
	[
		'creates once per key',
		{ ...CREATE_TASK, options: { createOncePer: '={{ $json.boardId }}' } },
		{ skipped: true, key: '1' },
	],
	[
		'registers a webhook',
		{ resource: 'webhook', operation: 'create', url: HOOK, events: ['task.created'] },
		{ url: HOOK },
	],
];

/** An n8n that was already running cannot be restarted. */
type Opened = TestEnvironment & Partial<Pick<OwnTestEnvironment, 'restart'>>;

/** What must work in every n8n. */
export function describeEssentials(open: () => Promise<Opened>): void {
	let environment: Opened;
	const services: Service[] = [];
	const openService = async (authentication?: 'apiToken' | 'login') => {
		const service = await environment.openService(authentication);
		services.push(service);
		return service;
	};
	beforeAll(async () => (environment = await open()));
	afterAll(async () => await environment?.close());

	it('loads both nodes', async () => {
		const names = [ACTION_TYPE, TRIGGER_TYPE];
		const nodeInfos = names.map((name) => ({ name, version: 1 }));
		const types = await environment.session.rest('POST', '/rest/node-types', { nodeInfos });
		expect(types).toMatchObject(names.map((name) => ({ name: name.split('.')[1] })));
	});

	describe.each(['apiToken', 'login'] as const)('with %s', (authentication) => {
		let service: Service;
		beforeAll(async () => (service = await openService(authentication)));

		it('tests the credential', async () => {
			const { credential } = service;
			const { session } = environment;
			expect(await testCredential(session, credential)).toMatchObject({ status: 'OK' });
			const data = { ...credential.data, apiToken: 'wrong', password: 'wrong' };
			const verdict = await testCredential(session, { ...credential, data });
			expect(verdict).toMatchObject({ status: 'Error', message: expect.stringContaining('401') });
		});

		it.each(OPERATIONS)('%s', async (_, parameters, expected) => {
			const node = action({ ...parameters, authentication });
			const workflow = chain(manualTrigger(), ...rows(taskRows(2)), node);
			const execution = await environment.runWorkflow(workflow, service);
			expect(failureOf(execution)).toBeUndefined();
			const second = fullItemsOf(execution, ACTION).find(({ pairedItem }) =>
				JSON.stringify(pairedItem).includes('1'),
			);
			expect(second).toMatchObject({ json: expected });
		});
	});

	it('lists the boards for the picker', async () => {
		const { credential } = await openService();
		const parameters = { authentication: 'apiToken', resource: 'task', operation: 'create' };
		const page = await panelList(environment.session, 'boards', credential, parameters);
		const entry = expect.objectContaining({ value: 1 });
		expect(page).toMatchObject({ results: expect.arrayContaining([entry]) });
	});

	it('receives events, and registers once for all activations and restarts', async () => {
		const published = await environment.publishTrigger();
		services.push(published);
		await published.createTask('First');
		await settledExecutions(environment.session, published.workflow, 1);
		await deactivate(environment.session, published.workflow);
		await published.createTask('While inactive');
		await activate(environment.session, published.workflow);
		await environment.restart?.();
		await published.createTask('Last');
		expect(await environment.waitForTitles(published, 2)).toEqual(['First', 'Last']);
		expect(published.registeredUrls()).toHaveLength(1);
	});

	it('listens for a test event', async () => {
		const saved = await environment.saveTrigger();
		services.push(saved);
		await listen(environment.session, saved.workflow, TRIGGER);
		await saved.createTask('Tested');
		expect(await environment.waitForTitles(saved, 1)).toEqual(['Tested']);
	});

	it('makes only calls that the API document shows', () => {
		const requests = services.flatMap(({ sandbox }) => sandbox.requests());
		expect(requests.filter(({ documented }) => !documented)).toEqual([]);
	});
}
