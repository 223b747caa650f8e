import { finished, imported, service } from './exampleSuite';
import {
	activate,
	board,
	type Choices,
	choose,
	createCredential,
	createWorkflow,
	deactivate,
	decide,
	environment,
	failureOf,
	finishedExecution,
	itemsOf,
	readExample,
	referTo,
	run,
	type SavedWorkflow,
	SOON,
	startChatModel,
	type Turn,
	until,
	waitingLink,
	call,
} from './environment';

const titles = async () => (await service.tasks()).map(({ title }) => title);
const chatInput = (text: string) => ({ sessionId: 'one', action: 'sendMessage', chatInput: text });

/** The example with a model that follows the script. */
async function withModel(file: string, script: Turn[], choices: Choices = {}) {
	const model = await startChatModel(environment.session, script);
	const { credentials } = model;
	const example = choose(await readExample(file), choices);
	const nodes = example.nodes.map((one) =>
		one.name === 'Chat Model' ? { ...one, credentials } : one,
	);
	const saved = { ...example, nodes };
	return { model, workflow: await createWorkflow(environment.session, saved, service.credential) };
}

/** Approves the task of an execution that waits. */
async function approved(id: string, comment = '', name = '') {
	await decide(await waitingLink(environment.session, service, id), 'approve', comment, name);
	const execution = await finishedExecution(environment.session, id);
	expect(failureOf(execution)).toBeUndefined();
	return execution;
}

const started = async (workflow: SavedWorkflow) =>
	await run(environment.session, workflow, 'Start Here');

describe('the example of an approval', () => {
	it('continues when a task is approved', async () => {
		const choices = { 'Ask on the Board': board(1) };
		const id = await started(await imported('approve-before-sending.json', choices));
		const execution = await approved(id, 'Good price');
		const answer = { approved: true, comment: 'Good price' };
		expect(itemsOf(execution, 'Send the Offer')).toMatchObject([answer]);
		expect(itemsOf(execution, 'Drop the Offer')).toEqual([]);
	});
});

describe('the example of a reminder', () => {
	const reminding = async (Remind: object) =>
		await imported('remind-and-escalate.json', {
			...{ Ask: { ...board(1), ...SOON }, Remind, Escalate: board(2) },
		});

	it('continues with an answer to it', async () => {
		const id = await started(await reminding(board(1)));
		await until('remind', async () => ((await titles()).length > 1 ? true : undefined));
		const execution = await approved(id, '', 'Grace');
		expect(itemsOf(execution, 'Buy')).toMatchObject([{ approved: true, respondedBy: 'Grace' }]);
		expect(itemsOf(execution, 'Escalate')).toEqual([]);
	});

	it('escalates if nobody answers it either', async () => {
		const execution = await finished(await reminding({ ...board(1), ...SOON }));
		expect(await titles()).toEqual([
			'Buy two monitors?',
			'Reminder: buy two monitors?',
			'Nobody decides: two monitors',
		]);
		expect(itemsOf(execution, 'Approved?')).toEqual([]);
	});
});

describe('the example of an agent', () => {
	it('looks up the boards, creates the task and answers', async () => {
		const fields = { description: '', dueDate: '', priority: 'high' };
		const { model, workflow } = await withModel('ai-agent-files-tasks.json', [
			{ tool: /List/, calls: [{}] },
			{ tool: /Create/, calls: [{ board: 1, title: 'Call the supplier', ...fields }] },
			'Filed.',
		]);
		const execution = await finished(workflow, 'Chat', chatInput('Call the supplier, urgent'));
		await model.close();
		expect(itemsOf(execution, 'Task Assistant')).toMatchObject([{ output: 'Filed.' }]);
		expect(await service.tasks()).toMatchObject([
			{ title: 'Call the supplier', board_id: 1, priority: 'high', description: null },
		]);
		expect(JSON.stringify(model.requests[1]?.messages)).toContain('Roadmap');
	});
});

describe('the example of a review', () => {
	it('announces what a person has approved, who reads the parameters of the tool', async () => {
		const announcement = { title: 'Closed', description: 'The office is closed on Friday.' };
		const { model, workflow } = await withModel(
			'review-agent-tool.json',
			[{ tool: /./, calls: [{ toolParameters: announcement, hitlParameters: {} }] }, 'Announced.'],
			{ 'Ask a Person': board(1), Announce: board(2) },
		);
		const id = await run(environment.session, workflow, 'Chat', chatInput('Announce it'));
		const execution = await approved(id);
		await model.close();
		expect(itemsOf(execution, 'Assistant')).toMatchObject([{ output: 'Announced.' }]);
		const [review, task] = await service.tasks();
		expect(task).toMatchObject({ ...announcement, board_id: 2 });
		expect(Object(review).description).toContain(
			'"title": "Closed",\n  "description": "The office is closed on Friday."',
		);
	});
});

describe('the example of an MCP client', () => {
	const TOKEN = 'only-for-this-test';

	/** A session of MCP over Streamable HTTP. */
	async function openClient(url: string, token: string) {
		const headers: Record<string, string> = { accept: 'application/json, text/event-stream' };
		const send = async (method: string, params: object) => {
			const body = { jsonrpc: '2.0', id: 1, method, params };
			const response = await call('POST', url, { body, token, headers });
			headers['mcp-session-id'] ??= String(response.headers['mcp-session-id']);
			return response;
		};
		const clientInfo = { name: 'test', version: '1' };
		const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
		const { status, text } = await send('initialize', hello);
		const callTool = async (name: string, args: object) =>
			(await send('tools/call', { name, arguments: args })).text;
		return { status, text, callTool };
	}

	it('lists the boards and creates a task once per key, for those who know the token', async () => {
		const bearer = { name: 'MCP', type: 'httpBearerAuth', data: { token: TOKEN } };
		const credential = await createCredential(environment.session, bearer);
		const example = await readExample('boards-for-mcp-clients.json');
		const nodes = example.nodes.map((one) =>
			one.name === 'Task Board' ? { ...one, credentials: referTo(credential) } : one,
		);
		const saved = { ...example, nodes };
		const workflow = await createWorkflow(environment.session, saved, service.credential);
		await activate(environment.session, workflow);
		const url = `${environment.n8n.url}/mcp/${Object(nodes[0]?.parameters).path}`;

		expect((await openClient(url, 'wrong')).status).toBe(403);
		const client = await openClient(url, TOKEN);
		expect(client.text).toContain('never guess the ID of a board');
		expect(await client.callTool('List_Boards', {})).toContain('Roadmap');
		const task = { board: 1, title: 'Call', description: '', dueDate: '', priority: 'high' };
		const calls = [task, task, { ...task, title: 'Call again', key: 'second' }];
		for (const args of calls) await client.callTool('Create_Task', { key: 'first', ...args });
		await deactivate(environment.session, workflow);
		expect(await titles()).toEqual(['Call', 'Call again']);
	});
});
