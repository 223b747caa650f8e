import type { Browser } from 'playwright-core';
import { z } from 'zod/v4';
import { createCredential } from '../../host/credentials';
import { canvasNode, importExample, signIn } from '../../testkit/editor';
import { allExecutionsOf, itemsOf } from '../../host/executions';
import { activate, deactivate } from '../../host/publication';
import { createWorkflow, readExample, type SavedWorkflow } from '../../host/workflows';
import { ACTION, chain, CREATE_TASK, workflowNode } from '../support/action-workflow';
import { startBrowser } from '../support/browser';
import { deliverTask } from '../support/deliver';
import { openDoor, type Door } from '../support/door';
import type { Service } from '../support/action-stage';
import { addTask, openExampleStage, type ExampleStage } from '../support/example-stage';
import { board, exampleFiles } from '../support/examples';
import { startModel } from '../support/model';
import { startReceiver } from '../support/receiver';
import { name as packageName } from '../../package.json';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

let stage: ExampleStage;
let browser: Browser;
beforeAll(async () => {
	stage = await openExampleStage();
	browser = await startBrowser();
});
afterAll(async () => {
	await browser?.close();
	await stage?.close();
});

const active: SavedWorkflow[] = [];
/** A file brings its address along, which only one published workflow can have. */
afterEach(async () => {
	for (const workflow of active.splice(0)) await deactivate(stage.session, workflow);
});

async function publishForTest(workflow: SavedWorkflow): Promise<void> {
	await activate(stage.session, workflow);
	active.push(workflow);
}

const doors: Door[] = [];
afterAll(async () => await Promise.all(doors.map(async (door) => await door.close())));

async function serviceBehindDoor(): Promise<Service> {
	return await stage.openService(async ({ url }) => {
		const door = await openDoor(url);
		doors.push(door);
		return door.url;
	});
}

/** Of the trigger that registered last, through the last door. */
const addressOfTrigger = () => doors.at(-1)?.registrations[0]?.url ?? '';

const ACTION_TYPE = `${packageName}.workspaceTaskService`;

const node = z.object({ type: z.string(), typeVersion: z.number() });
const nodeType = z.object({
	version: z.union([z.number(), z.array(z.number())]),
	defaultVersion: z.number().optional(),
});

const toChat = () => ({ 'Send Message': { url: stage.chat.url } });

describe.each(exampleFiles())('the nodes of %s', (file) => {
	it('are known to n8n, in the version that its editor adds', async () => {
		const nodes = z.array(node).parse((await readExample(file)).nodes);
		// A tool is made of its node.
		const nodeInfos = nodes.map(({ type, typeVersion }) => ({
			name: type.replace(/Tool$/, ''),
			version: typeVersion,
		}));
		const answer = await stage.session.rest('POST', '/rest/node-types', { nodeInfos });
		const newest = z
			.array(nodeType)
			.parse(answer)
			.map(({ version, defaultVersion }) => defaultVersion ?? Math.max(...[version].flat()));
		expect(nodes.map(({ typeVersion }) => typeVersion)).toEqual(newest);
	});
});

describe('an example', () => {
	it('is imported by the menu of the editor, and takes the API token that n8n has', async () => {
		await stage.openService();
		const page = await browser.newPage();
		await signIn(page, stage.session);
		await importExample(page, 'actions.json');
		for (const name of ['Start Here', 'Create Board', 'Call the Press', 'List Boards']) {
			await canvasNode(page, name).waitFor();
		}
		await page.getByText('Credentials auto-added').waitFor();
		await page.close();
	});
});

describe('the examples of operations', () => {
	it('list boards', async () => {
		const service = await stage.openService();
		const execution = await stage.finished(await stage.imported('list-boards.json', service));
		expect(itemsOf(execution, 'List Boards').length).toBeGreaterThan(1);
	});

	it('create a board', async () => {
		const service = await stage.openService();
		const execution = await stage.finished(await stage.imported('create-board.json', service));
		const name = 'My first board from n8n';
		expect(itemsOf(execution, 'Create Board')).toMatchObject([{ name, color: '#2F5FD0' }]);
	});

	it('create a task', async () => {
		const service = await stage.openService();
		const workflow = await stage.imported('create-task.json', service, { 'Create Task': board(2) });
		await stage.finished(workflow);
		const due_date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
		const task = { title: 'My first task from n8n', board_id: 2, priority: 'high', due_date };
		expect(await service.tasks()).toMatchObject([task]);
	});

	it('register a webhook', async () => {
		const service = await stage.openService();
		await stage.finished(await stage.imported('register-webhook.json', service));
		const url = expect.stringContaining('https://example.com/');
		const events = ['task.created', 'task.updated'];
		expect(service.sandbox.webhooks()).toMatchObject([{ url, events }]);
	});

	it('do several in a row', async () => {
		const service = await stage.openService();
		await stage.finished(await stage.imported('actions.json', service));
		expect(await service.tasks()).toHaveLength(3);
	});

	it('start on events', async () => {
		const service = await stage.openService();
		const workflow = await stage.imported('trigger.json', service);
		await publishForTest(workflow);
		await addTask(service, 'Seen');
		const [execution] = await stage.started(workflow, 1);
		expect(execution && itemsOf(execution, 'Describe It')).toMatchObject([
			{ summary: 'task.created: Seen' },
		]);
	});
});

describe('the way to a board by its name', () => {
	const equals = (leftValue: string, rightValue: string) => ({
		combinator: 'and',
		conditions: [{ leftValue, rightValue, operator: { type: 'string', operation: 'equals' } }],
		options: { version: 3 },
	});

	it('creates the task there', async () => {
		const service = await stage.openService();
		const list = { resource: 'board', operation: 'getAll', returnAll: true };
		const conditions = equals('={{ $json.name }}', 'Support');
		const boardId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const task = { ...CREATE_TASK, boardId, title: 'By name' };
		const workflow = chain([
			workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			workflowNode('List', ACTION_TYPE, 1, list),
			workflowNode('Filter', 'n8n-nodes-base.filter', 2.3, { conditions }),
			workflowNode(ACTION, ACTION_TYPE, 1, task),
		]);
		await stage.runWorkflow(workflow, service.credential);
		expect(await service.tasks()).toMatchObject([{ title: 'By name', board_id: 2 }]);
	});
});

describe('the example of a message', () => {
	it('tells the chat about each new task, whatever its title', async () => {
		const service = await stage.openService();
		await publishForTest(await stage.imported('new-task-to-message.json', service, toChat()));
		const title = 'Say "hi" \\ and go';
		const work = async () => await addTask(service, title, { due_date: '2030-01-20' });
		expect(await stage.messagesOf(work)).toEqual(['New task: Say "hi" \\ and go, due 2030-01-20']);
	});
});

describe('the example of a copy', () => {
	const FROM = 1;
	const TO = 2;
	const MORE = { description: 'For 80', due_date: '2030-01-20', priority: 'high' };
	const NONE = { description: null, due_date: null, priority: null };

	async function published(service: Service, boardId: object, trigger: object = {}) {
		const workflow = await stage.imported('copy-to-another-board.json', service, {
			'New Task': trigger,
			'Copy Task': { boardId },
		});
		await publishForTest(workflow);
		return workflow;
	}

	it('copies what the task has, and a copy starts nothing', async () => {
		const service = await stage.openService();
		const trigger = { options: { boards: [String(FROM)] } };
		const workflow = await published(service, board(TO).boardId, trigger);
		await addTask(service, 'Full', MORE);
		await stage.started(workflow, 1);
		await addTask(service, 'Bare');
		await stage.started(workflow, 2);
		await service.sandbox.idle();
		expect(await service.tasks()).toMatchObject([
			{ title: 'Full', board_id: FROM },
			{ title: 'Full', board_id: TO, ...MORE },
			{ title: 'Bare', board_id: FROM },
			{ title: 'Bare', board_id: TO, ...NONE },
		]);
		expect(await allExecutionsOf(stage.session, workflow)).toHaveLength(2);
	});

	it.each([
		['from the list', () => board(TO).boardId],
		['by its ID', () => ({ __rl: true, mode: 'id', value: ` 0${TO} ` })],
		['by its ID from an expression', () => ({ __rl: true, mode: 'id', value: `={{ 1 + 1 }}` })],
		[
			'by its address',
			(url: string) => ({ __rl: true, mode: 'url', value: `${url}/boards/${TO}?like=/boards/7` }),
		],
	])(
		'stops the copy without a board in the trigger, the other one chosen %s',
		async (_, chosen) => {
			const service = await stage.openService();
			const workflow = await published(service, chosen(service.sandbox.url));
			await addTask(service, 'Once');
			const executions = await stage.started(workflow, 2);
			expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
			expect((await service.tasks()).map(({ board_id }) => board_id)).toEqual([FROM, TO]);
		},
	);

	it('stops a task whose event does not tell its board', async () => {
		const service = await serviceBehindDoor();
		const workflow = await published(service, board(TO).boardId);
		await deliverTask(addressOfTrigger(), '', { data: { task: { id: 1, title: 'Nowhere' } } });
		expect(await stage.started(workflow, 1)).toMatchObject([{ status: 'success' }]);
		expect(await service.tasks()).toEqual([]);
	});
});

describe('the example of a form', () => {
	async function send(values: string[]) {
		const service = await stage.openService();
		const url = await published(service, 1);
		const form = new FormData();
		values.forEach((value, index) => form.set(`field-${index}`, value));
		const answer = await fetch(url, { method: 'POST', body: form });
		expect(answer.status).toBe(200);
		return await service.tasks();
	}

	async function published(service: Service, boardId: number) {
		const choices = { 'Create Task': board(boardId) };
		await publishForTest(await stage.imported('form-to-task.json', service, choices));
		const { nodes } = await readExample('form-to-task.json');
		return `${stage.n8n.url}/form/${nodes[0]?.webhookId}`;
	}

	it('makes a task of what was filled in', async () => {
		expect(await send(['A new chair', 'With wheels', '2030-01-20', 'high'])).toMatchObject([
			{
				title: 'A new chair',
				description: 'With wheels',
				due_date: '2030-01-20',
				priority: 'high',
			},
		]);
	});

	it('sends nothing for what was left empty', async () => {
		expect(await send(['A lamp', '', '', ''])).toMatchObject([
			{ title: 'A lamp', description: null, due_date: null, priority: null },
		]);
	});

	it.each([
		['thanks once the task is there', 1, 'Thank you. The team has your request.', 1],
		['says so when there is no task', 999, 'Problem submitting response', 0],
	])('%s', async (_, boardId, words, count) => {
		const service = await stage.openService();
		const url = await published(service, boardId);
		const page = await browser.newPage();
		await page.goto(url);
		await page.getByLabel('What do you need?').fill('A lamp');
		await page.getByRole('button', { name: 'Submit' }).click();
		await page.getByText(words).waitFor();
		expect(await service.tasks()).toHaveLength(count);
		await page.close();
	});
});

describe('the example of rows', () => {
	it('makes tasks of the right ones, and gathers the others with their reasons', async () => {
		const service = await stage.openService();
		const execution = await stage.finished(
			await stage.imported('rows-to-tasks.json', service, { 'Create Task': board(1) }),
		);
		expect((await service.tasks()).map(({ title }) => title).sort()).toEqual([
			'Book the venue',
			'Call the press',
		]);
		expect(itemsOf(execution, 'Created Tasks')).toHaveLength(2);
		expect(itemsOf(execution, 'Rows to Repair')).toEqual([
			{
				rows: [
					expect.objectContaining({
						title: 'Write the invitation',
						error: expect.stringContaining('Due Date'),
					}),
					expect.objectContaining({
						dueDate: '2030-02-10',
						error: expect.stringContaining('Title'),
					}),
				],
			},
		]);
	});
});

describe('the example of a digest', () => {
	it('sends the boards in one message', async () => {
		const service = await stage.openService();
		const workflow = await stage.imported('daily-board-digest.json', service, toChat());
		const messages = await stage.messagesOf(
			async () => await stage.finished(workflow, 'Every Morning'),
		);
		const [execution] = await stage.started(workflow, 1);
		const boards = execution ? itemsOf(execution, 'List Boards') : [];
		expect(boards.length).toBeGreaterThan(0);
		const names = boards.map(({ name }) => `• ${String(name)}`);
		expect(messages).toEqual([[`Boards today: ${names.length}`, ...names].join('\n')]);
	});

	it('says so when there is no board', async () => {
		const service = await stage.openService();
		const reply = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
		const empty = await startReceiver();
		empty.react(reply);
		const data = { baseUrl: empty.url, apiToken: 'any' };
		const none = { name: 'No boards', type: 'workspaceTaskServiceApi', data };
		const credential = await createCredential(stage.session, none);
		const workflow = await stage.imported(
			'daily-board-digest.json',
			{ ...service, credential },
			toChat(),
		);
		const work = async () => await stage.finished(workflow, 'Every Morning');
		expect(await stage.messagesOf(work)).toEqual(['Boards today: 0\n']);
		await empty.close();
	});
});

describe('the example of an agent', () => {
	it('looks up the boards, creates the task and answers', async () => {
		const service = await stage.openService();
		const model = await startModel([
			{ tool: /List/, calls: [{}] },
			{
				tool: /Create/,
				calls: [
					{ board: 1, title: 'Call the supplier', description: '', dueDate: '', priority: 'high' },
				],
			},
			'Filed.',
		]);
		const credential = await createCredential(stage.session, {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'unused', url: model.url },
		});
		const example = await readExample('ai-agent-files-tasks.json');
		const nodes = example.nodes.map((one) =>
			one.name === 'Chat Model'
				? { ...one, credentials: { openAiApi: { id: credential.id, name: credential.name } } }
				: one,
		);
		const workflow = await createWorkflow(stage.session, { ...example, nodes }, service.credential);
		const message = {
			sessionId: 'one',
			action: 'sendMessage',
			chatInput: 'Call the supplier, urgent',
		};
		const execution = await stage.finished(workflow, 'Chat', message);
		await model.close();
		expect(itemsOf(execution, 'Task Assistant')).toMatchObject([{ output: 'Filed.' }]);
		expect(await service.tasks()).toMatchObject([
			{ title: 'Call the supplier', board_id: 1, priority: 'high', description: null },
		]);
		const asked = JSON.stringify(model.requests[1]?.messages);
		expect(asked).toContain('Roadmap');
	});
});

describe('the example of events without duplicates', () => {
	async function published(options: object) {
		const service = await serviceBehindDoor();
		const choices = { 'Task Event': { options } };
		const workflow = await stage.imported('events-without-duplicates.json', service, choices);
		await publishForTest(workflow);
		const address = addressOfTrigger();
		const named = async (id: string) => await deliverTask(address, id, { delivery_id: id });
		const nameless = async () => await deliverTask(address, 'Nameless');
		return { workflow, named, nameless };
	}

	/** The titles that reached the user's steps, of the first `count` runs. */
	async function passed(workflow: SavedWorkflow, count: number) {
		const executions = await stage.started(workflow, count);
		const items = executions.flatMap((one) => itemsOf(one, 'Your Steps'));
		return items.map(({ task }) => (task as { title: string }).title).sort();
	}

	it('lets each event pass once, after a restart too, and all that have no id', async () => {
		const { workflow, named, nameless } = await published({});
		await named('First');
		await nameless();
		expect(await passed(workflow, 2)).toEqual(['First', 'Nameless']);
		await stage.restart();
		await named('First');
		await nameless();
		await named('Second');
		expect(await passed(workflow, 5)).toEqual(['First', 'Nameless', 'Nameless', 'Second']);
	});

	it('forgets the ids when the schedule says so', async () => {
		// The trigger's own memory would keep the repetition from getting so far.
		const { workflow, named } = await published({ ignoreDuplicates: false });
		await named('First');
		await stage.started(workflow, 1);
		await named('First');
		expect(await passed(workflow, 2)).toEqual(['First']);
		await stage.finished(workflow, 'Every Sunday');
		await named('First');
		expect(await passed(workflow, 4)).toEqual(['First', 'First']);
	});
});
