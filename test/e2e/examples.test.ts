import { z } from 'zod/v4';
import { createCredential } from '../../host/credentials';
import {
	allExecutionsOf,
	failureOf,
	finishedExecution,
	isRunning,
	itemsOf,
} from '../../host/executions';
import { until } from '../../host/poll';
import { activate } from '../../host/publication';
import { createWorkflow, readExample, run, type SavedWorkflow } from '../../host/workflows';
import { openActionStage, type ActionStage, type Service } from '../support/action-stage';
import { deliverTask } from '../support/deliver';
import { openDoor, type Door } from '../support/door';
import { board, choose, exampleFiles, type Choices } from '../support/examples';
import { startModel } from '../support/model';
import { startReceiver, type Receiver } from '../support/receiver';
import { call } from '../support/client';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

let stage: ActionStage;
let chat: Receiver;
beforeAll(async () => {
	stage = await openActionStage();
	chat = await startReceiver();
});
afterAll(async () => {
	await stage?.close();
	await chat?.close();
});

const node = z.object({ type: z.string(), typeVersion: z.number() });
const nodeType = z.object({
	version: z.union([z.number(), z.array(z.number())]),
	defaultVersion: z.number().optional(),
});

/** Imports the file, with the service's credential and what a user would choose. */
async function imported(file: string, service: Service, choices: Choices = {}) {
	const workflow = choose(await readExample(file), choices);
	return await createWorkflow(stage.session, workflow, service.credential);
}

async function finished(workflow: SavedWorkflow, trigger = 'Start Here') {
	const id = await run(stage.session, workflow, trigger);
	const execution = await finishedExecution(stage.session, id);
	expect(failureOf(execution)).toBeUndefined();
	return execution;
}

/** The executions that the published workflow has had, as soon as there are `count`. */
async function started(workflow: SavedWorkflow, count: number) {
	return await until(`run ${count} times`, async () => {
		const found = await allExecutionsOf(stage.session, workflow);
		return found.length >= count && !found.some(isRunning) ? found : undefined;
	});
}

async function addTask({ sandbox }: Service, title: string, more: object = {}) {
	const body = { title, board_id: 1, ...more };
	await call('POST', `${sandbox.url}/api/v1/tasks`, { token: sandbox.token, body });
	await sandbox.idle();
}

const textOf = ({ body }: { body: string }) =>
	z.object({ text: z.string() }).parse(JSON.parse(body)).text;
const toChat = () => ({ 'Send Message': { url: chat.url } });

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

describe('the examples of operations', () => {
	it('list boards', async () => {
		const service = await stage.openService();
		const execution = await finished(await imported('list-boards.json', service));
		expect(itemsOf(execution, 'List Boards').length).toBeGreaterThan(1);
	});

	it('create a board', async () => {
		const service = await stage.openService();
		const execution = await finished(await imported('create-board.json', service));
		const name = 'My first board from n8n';
		expect(itemsOf(execution, 'Create Board')).toMatchObject([{ name, color: '#2F5FD0' }]);
	});

	it('create a task', async () => {
		const service = await stage.openService();
		const workflow = await imported('create-task.json', service, { 'Create Task': board(2) });
		await finished(workflow);
		const due_date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
		const task = { title: 'My first task from n8n', board_id: 2, priority: 'high', due_date };
		expect(await service.tasks()).toMatchObject([task]);
	});

	it('register a webhook', async () => {
		const service = await stage.openService();
		await finished(await imported('register-webhook.json', service));
		const url = expect.stringContaining('https://example.com/');
		const events = ['task.created', 'task.updated'];
		expect(service.sandbox.webhooks()).toMatchObject([{ url, events }]);
	});

	it('do several in a row', async () => {
		const service = await stage.openService();
		await finished(await imported('actions.json', service));
		expect(await service.tasks()).toHaveLength(3);
	});

	it('start on events', async () => {
		const service = await stage.openService();
		const workflow = await imported('trigger.json', service);
		await activate(stage.session, workflow);
		await addTask(service, 'Seen');
		const [execution] = await started(workflow, 1);
		expect(execution && itemsOf(execution, 'Describe It')).toMatchObject([
			{ summary: 'task.created: Seen' },
		]);
	});
});

describe('the example of a message', () => {
	it('tells the chat about each new task, whatever its title', async () => {
		const service = await stage.openService();
		await activate(stage.session, await imported('new-task-to-message.json', service, toChat()));
		const before = chat.requests.length;
		await addTask(service, 'Say "hi" \\ and go', { due_date: '2030-01-20' });
		const received = (await chat.waitFor(before + 1)).slice(before);
		expect(received.map(textOf)).toEqual(['New task: Say "hi" \\ and go, due 2030-01-20']);
	});
});

describe('the example of a form', () => {
	async function send(values: string[]) {
		const service = await stage.openService();
		const workflow = await imported('form-to-task.json', service, { 'Create Task': board(1) });
		await activate(stage.session, workflow);
		const { nodes } = await readExample('form-to-task.json');
		const form = new FormData();
		values.forEach((value, index) => form.set(`field-${index}`, value));
		const url = `${stage.n8n.url}/form/${nodes[0]?.webhookId}`;
		const answer = await fetch(url, { method: 'POST', body: form });
		expect(answer.status).toBe(200);
		await started(workflow, 1);
		await stage.session.rest('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
		return await service.tasks();
	}

	it('makes a task of what was filled in', async () => {
		expect(await send(['A new chair', 'With wheels', '2030-01-20', 'Urgent'])).toMatchObject([
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
});

describe('the example of rows', () => {
	it('makes tasks of the right ones, and gathers the others with their reasons', async () => {
		const service = await stage.openService();
		const execution = await finished(
			await imported('rows-to-tasks.json', service, { 'Create Task': board(1) }),
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
		const workflow = await imported('daily-board-digest.json', service, toChat());
		const before = chat.requests.length;
		const execution = await finished(workflow, 'Every Morning');
		const names = itemsOf(execution, 'List Boards').map(({ name }) => `• ${String(name)}`);
		expect(names.length).toBeGreaterThan(0);
		expect(chat.requests.slice(before).map(textOf)).toEqual([
			[`Boards today: ${names.length}`, ...names].join('\n'),
		]);
	});

	it('says so when there is no board', async () => {
		const service = await stage.openService();
		const reply = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
		const empty = await startReceiver();
		empty.react(reply);
		const data = { baseUrl: empty.url, apiToken: 'any' };
		const none = { name: 'No boards', type: 'workspaceTaskServiceApi', data };
		const credential = await createCredential(stage.session, none);
		const workflow = await imported(
			'daily-board-digest.json',
			{ ...service, credential },
			toChat(),
		);
		const before = chat.requests.length;
		await finished(workflow, 'Every Morning');
		await empty.close();
		expect(chat.requests.slice(before).map(textOf)).toEqual(['Boards today: 0\n']);
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
		const id = await run(stage.session, workflow, 'Chat', message);
		const execution = await finishedExecution(stage.session, id);
		await model.close();
		expect(failureOf(execution)).toBeUndefined();
		expect(itemsOf(execution, 'Task Assistant')).toMatchObject([{ output: 'Filed.' }]);
		expect(await service.tasks()).toMatchObject([
			{ title: 'Call the supplier', board_id: 1, priority: 'high', description: null },
		]);
		const asked = JSON.stringify(model.requests[1]?.messages);
		expect(asked).toContain('Roadmap');
	});
});

describe('the example of events without duplicates', () => {
	let door: Door;
	let workflow: SavedWorkflow;
	const address = () => door.registrations[0]?.url ?? '';

	beforeAll(async () => {
		const service = await stage.openService(async ({ url }) => (door = await openDoor(url)).url);
		workflow = await imported('events-without-duplicates.json', service);
		await activate(stage.session, workflow);
	});
	afterAll(async () => await door?.close());

	/** The titles that reached the user's steps, of the first `count` runs. */
	async function passed(count: number) {
		const items = (await started(workflow, count)).flatMap((one) => itemsOf(one, 'Your Steps'));
		return items.map(({ task }) => (task as { title: string }).title).sort();
	}

	it('lets each event pass once, after a restart too, and all that have no id', async () => {
		await deliverTask(address(), 'Named', { delivery_id: 'd-1' });
		await deliverTask(address(), 'Nameless');
		expect(await passed(2)).toEqual(['Named', 'Nameless']);
		await stage.restart();
		await deliverTask(address(), 'Named', { delivery_id: 'd-1' });
		await deliverTask(address(), 'Nameless');
		await deliverTask(address(), 'Other', { delivery_id: 'd-2' });
		expect(await passed(5)).toEqual(['Named', 'Nameless', 'Nameless', 'Other']);
	});

	it('forgets the ids when the schedule says so', async () => {
		await finished(workflow, 'Every Sunday');
		await stage.restart();
		await deliverTask(address(), 'Named', { delivery_id: 'd-1' });
		expect(await passed(7)).toEqual(['Named', 'Named', 'Nameless', 'Nameless', 'Other']);
	});
});
