import { z } from 'zod/v4';
import { finished, imported, published, service, settled } from './exampleSuite';
import {
	board,
	environment,
	exampleFiles,
	failureOf,
	finishedExecution,
	itemsOf,
	json,
	readExample,
	run,
	type ScriptedServer,
	startServer,
	type Choices,
} from './environment';

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
	it.each<[file: string, choices: Choices, node: string, items: object[]]>([
		['list-boards.json', {}, 'List Boards', [{ name: 'Roadmap' }, { name: 'Support' }]],
		['create-board.json', {}, 'Create Board', [{ name: 'My first board from n8n' }]],
		[
			'create-task.json',
			{ 'Create Task': board(2) },
			'Create Task',
			[
				{
					...{ title: 'My first task from n8n', board_id: 2, priority: 'high' },
					due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
				},
			],
		],
		['actions.json', {}, 'List Boards', [{}, {}, { tasks_count: 3 }]],
		[
			'register-webhook.json',
			{ 'Register Webhook': { url: 'https://example.com/events' } },
			'Register Webhook',
			[{ url: 'https://example.com/events', events: ['task.created', 'task.updated'] }],
		],
	])('%s succeeds', async (file, choices, node, items) => {
		expect(itemsOf(await finished(await imported(file, choices)), node)).toMatchObject(items);
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

	it('register no webhook before a URL is entered', async () => {
		const { session } = environment;
		const id = await run(session, await imported('register-webhook.json'), 'Start Here');
		expect(failureOf(await finishedExecution(session, id))).toMatch(/URL/);
		expect(service.sandbox.requests()).toEqual([]);
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
		expect(service.proxy.requestsTo('POST /api/v1/boards')).toHaveLength(2);
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
});
