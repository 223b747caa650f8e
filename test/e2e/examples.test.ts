import { z } from 'zod/v4';
import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import { failureOf, finishedExecution, itemsOf } from '../../tools/n8n/api/executions';
import { createWorkflow, readExample, run } from '../../tools/n8n/api/workflows';
import { decide, waitingLink } from '../support/agents/approval';
import { startChatModel, type Turn } from '../support/agents/chatModel';
import { board, choose, exampleFiles, type Choices } from '../support/n8n/examples';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';
import { environment } from './environment';
import { finished, imported, published, service, settled } from './exampleSuite';

let chat: ScriptedServer;
beforeAll(async () => (chat = await startServer()));
afterAll(async () => await chat?.close());

const message = z.object({ text: z.string() });
/** The text that the chat receives next. */
async function nextMessage(cause: () => Promise<unknown>): Promise<string> {
	const before = chat.requests.length;
	await cause();
	const received = (await chat.waitFor(before + 1)).slice(before);
	return received.map(({ body }) => message.parse(JSON.parse(body)).text).join();
}
const toChat = () => ({ 'Send Message': { url: chat.url } });

const node = z.object({ type: z.string(), typeVersion: z.number() });
const nodeType = z.object({
	version: z.union([z.number(), z.array(z.number())]),
	defaultVersion: z.number().optional(),
});

describe.each(exampleFiles())('the nodes of %s', (file) => {
	it('are known to n8n, in the version that its editor adds', async () => {
		const nodes = z.array(node).parse((await readExample(file)).nodes);
		// A tool has the versions of its node.
		const nodeInfos = nodes.map(({ type, typeVersion }) => ({
			name: type.replace(/(Hitl)?Tool$/, ''),
			version: typeVersion,
		}));
		const types = await environment.session.rest('POST', '/rest/node-types', { nodeInfos });
		const newest = z
			.array(nodeType)
			.parse(types)
			.map(({ version, defaultVersion }) => defaultVersion ?? Math.max(...[version].flat()));
		expect(nodes.map(({ typeVersion }) => typeVersion)).toEqual(newest);
	});
});

describe('the examples of operations', () => {
	it('list boards', async () => {
		const execution = await finished(await imported('list-boards.json'));
		expect(itemsOf(execution, 'List Boards').length).toBeGreaterThan(1);
	});

	it('create a board', async () => {
		const execution = await finished(await imported('create-board.json'));
		const name = 'My first board from n8n';
		expect(itemsOf(execution, 'Create Board')).toMatchObject([{ name, color: '#2F5FD0' }]);
	});

	it('find the board that an earlier run created', async () => {
		const workflow = await imported('find-or-create-board.json');
		const boards = [];
		for (const run of [await finished(workflow), await finished(workflow)]) {
			boards.push(...itemsOf(run, 'Find or Create Board'));
		}
		expect(boards).toMatchObject([{ name: 'Made by n8n' }, { id: boards[0]?.id }]);
	});

	it('update a task with HTTP Request, if the service has such a call', async () => {
		const { proxy } = service;
		const url = `=${proxy.url}/api/v1/tasks/{{ $json.id }}`;
		const choices = { 'Create Task': board(1), 'Update Task': { url } };
		const isUpdate = ({ method }: { method: string }) => method === 'PATCH';
		proxy.when(isUpdate, json({ priority: 'high' }));
		const execution = await finished(await imported('update-task.json', choices));
		expect(itemsOf(execution, 'Update Task')).toEqual([{ priority: 'high' }]);
		const [task] = await service.tasks();
		expect(proxy.requestsTo(isUpdate)).toMatchObject([
			{
				path: `/api/v1/tasks/${task?.id}`,
				body: '{"priority":"high"}',
				headers: { authorization: `Bearer ${service.sandbox.token}` },
			},
		]);
	});

	it('create a task once per order across runs', async () => {
		const workflow = await imported('create-task-once.json', { 'Create Task': board(1) });
		const skippedIn = async () =>
			itemsOf(await finished(workflow), 'Create Task').map(({ skipped }) => skipped === true);
		expect(await skippedIn()).toEqual([false, false, true]);
		expect(await skippedIn()).toEqual([true, true, true]);
		expect(await service.tasks()).toHaveLength(2);
	});

	it('create a task', async () => {
		await finished(await imported('create-task.json', { 'Create Task': board(2) }));
		const due_date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
		const task = { title: 'My first task from n8n', board_id: 2, priority: 'high', due_date };
		expect(await service.tasks()).toMatchObject([task]);
	});

	it('continue when a task is approved', async () => {
		const workflow = await imported('approve-before-sending.json', {
			'Ask on the Board': board(1),
		});
		const { session } = environment;
		const id = await run(session, workflow, 'Start Here');
		await decide(await waitingLink(session, service, id), 'approve', 'Good price');
		const execution = await finishedExecution(session, id);
		const answer = { approved: true, comment: 'Good price' };
		expect(itemsOf(execution, 'Send the Offer')).toMatchObject([answer]);
		expect(itemsOf(execution, 'Drop the Offer')).toEqual([]);
	});

	it('register a webhook, but not before a URL is entered', async () => {
		const { session } = environment;
		const id = await run(session, await imported('register-webhook.json'), 'Start Here');
		expect(failureOf(await finishedExecution(session, id))).toMatch(/URL/);
		expect(service.sandbox.requests()).toEqual([]);

		const url = 'https://example.com/events';
		await finished(await imported('register-webhook.json', { 'Register Webhook': { url } }));
		const events = ['task.created', 'task.updated'];
		expect(service.sandbox.webhooks()).toMatchObject([{ url, events }]);
	});

	it('run several operations in a row', async () => {
		await finished(await imported('actions.json'));
		expect(await service.tasks()).toHaveLength(3);
	});
});

describe('the example of a message', () => {
	it('sends each new task to the chat with any title', async () => {
		await published('new-task-to-message.json', toChat());
		const title = 'Say "hi" \\ and go';
		const cause = async () => await service.createTask(title, { due_date: '2030-01-20' });
		expect(await nextMessage(cause)).toBe('New task: Say "hi" \\ and go, due 2030-01-20');
	});
});

describe('the example of rows', () => {
	it('creates tasks from valid rows and collects the others with their reasons', async () => {
		const execution = await finished(
			await imported('rows-to-tasks.json', { 'Create Task': board(1) }),
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

describe('the example of a board for each project', () => {
	it('creates two boards and three tasks, and nothing more in a second run', async () => {
		const workflow = await imported('board-per-project.json');
		const outcomes = [];
		for (const run of [await finished(workflow), await finished(workflow)]) {
			const boards = itemsOf(run, 'Find or Create Board').map(({ id }) => id);
			const skipped = itemsOf(run, 'Create Task').map((item) => item.skipped === true);
			outcomes.push({ boards, skipped });
		}
		const [move, , website] = outcomes[0]?.boards ?? [];
		expect(outcomes).toEqual([
			{ boards: [move, move, website], skipped: [false, false, false] },
			{ boards: [move, move, website], skipped: [true, true, true] },
		]);
		const created = await service.tasks();
		expect(created.map(({ title, board_id }) => [title, board_id]).sort()).toEqual([
			['Book the movers', move],
			['Choose the photos', website],
			['Order the desks', move],
		]);
		const sentTo = (route: string) =>
			service.proxy
				.requestsTo(route)
				.map(({ body }) => body)
				.sort();
		expect(sentTo('POST /api/v1/boards')).toEqual([
			'{"name":"New website"}',
			'{"name":"Office move"}',
		]);
		expect(sentTo('POST /api/v1/tasks')).toHaveLength(3);
	});
});

describe('the example of a digest', () => {
	it('sends the boards in one message', async () => {
		const workflow = await imported('daily-board-digest.json', toChat());
		const text = await nextMessage(async () => await finished(workflow, 'Every Morning'));
		const [execution] = await settled(workflow, 1);
		const boards = execution ? itemsOf(execution, 'List Boards') : [];
		expect(boards.length).toBeGreaterThan(0);
		const names = boards.map(({ name }) => `• ${String(name)}`);
		expect(text).toBe([`Boards today: ${names.length}`, ...names].join('\n'));
	});

	it('reports that there are no boards', async () => {
		service.proxy.when('GET /api/v1/boards', json([]));
		const workflow = await imported('daily-board-digest.json', toChat());
		const text = await nextMessage(async () => await finished(workflow, 'Every Morning'));
		expect(text).toBe('Boards today: 0\n');
	});
});

/** The example with a model that follows the script. */
async function withModel(file: string, script: Turn[], choices: Choices = {}) {
	const model = await startChatModel(script);
	const credential = await createCredential(environment.session, model.credential);
	const example = choose(await readExample(file), choices);
	const nodes = example.nodes.map((one) =>
		one.name === 'Chat Model' ? { ...one, credentials: referTo(credential) } : one,
	);
	const saved = { ...example, nodes };
	return { model, workflow: await createWorkflow(environment.session, saved, service.credential) };
}
const chatInput = (text: string) => ({ sessionId: 'one', action: 'sendMessage', chatInput: text });

describe('the example of an agent', () => {
	it('looks up the boards, creates the task and answers', async () => {
		const { model, workflow } = await withModel('ai-agent-files-tasks.json', [
			{ tool: /List/, calls: [{}] },
			{
				tool: /Create/,
				calls: [
					{ board: 1, title: 'Call the supplier', description: '', dueDate: '', priority: 'high' },
				],
			},
			'Filed.',
		]);
		const execution = await finished(workflow, 'Chat', chatInput('Call the supplier, urgent'));
		await model.close();
		expect(itemsOf(execution, 'Task Assistant')).toMatchObject([{ output: 'Filed.' }]);
		expect(await service.tasks()).toMatchObject([
			{ title: 'Call the supplier', board_id: 1, priority: 'high', description: null },
		]);
		const asked = JSON.stringify(model.requests[1]?.messages);
		expect(asked).toContain('Roadmap');
	});
});

describe('the example of a review', () => {
	it('announces what a person has approved', async () => {
		const announcement = { title: 'Closed', description: 'The office is closed on Friday.' };
		const { session } = environment;
		const { model, workflow } = await withModel(
			'review-agent-tool.json',
			[{ tool: /./, calls: [{ toolParameters: announcement, hitlParameters: {} }] }, 'Announced.'],
			{ 'Ask a Person': board(1), Announce: board(2) },
		);
		const id = await run(session, workflow, 'Chat', chatInput('Announce it'));
		await decide(await waitingLink(session, service, id), 'approve');
		const execution = await finishedExecution(session, id);
		await model.close();
		expect(itemsOf(execution, 'Assistant')).toMatchObject([{ output: 'Announced.' }]);
		const [review, task] = await service.tasks();
		expect(task).toMatchObject({ ...announcement, board_id: 2 });
		expect(Object(review).description).toContain(
			'Input:\ntitle: Closed\ndescription: The office is closed on Friday.',
		);
	});
});
