import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import { failureOf, itemsOf } from '../../tools/n8n/api/executions';
import { name as packageName } from '../../package.json';
import { startChatModel, type Message, type Turn } from '../../tools/testkit/agents/chatModel';
import type { Service } from '../../tools/testkit/n8n/environment';
import { agent, chatModel, connected, manualTrigger, node } from '../../tools/testkit/n8n/workflow';
import { environment } from './environment';

const TOOL_TYPE = `${packageName}.workspaceTaskServiceTool`;
const UNKNOWN_BOARD = 999_999;

/** Start → Agent, whose only tool is the action node; the model chooses board and title. */
function agentWorkflow(version: number, modelCredentials: object) {
	const board = "={{ $fromAI('board', 'ID of the board', 'number') }}";
	const tool = node(
		'Create a task',
		TOOL_TYPE,
		1,
		{
			descriptionType: 'auto',
			resource: 'task',
			operation: 'create',
			boardId: { __rl: true, mode: 'id', value: board },
			title: "={{ $fromAI('title', 'What is to be done', 'string') }}",
		},
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 50 },
	);
	return connected(
		[manualTrigger(), agent(version, 'Note the tasks'), chatModel(modelCredentials), tool],
		[
			['Start', 'Agent'],
			['Model', 'Agent', 'ai_languageModel'],
			['Create a task', 'Agent', 'ai_tool'],
		],
	);
}

const calls = (...list: object[]): Turn => ({ tool: /./, calls: list });
const isToolResult = ({ role }: Message) => role === 'tool';

/** The oldest agent that works with current models, and the one that the editor adds. */
describe.each([
	['2.2', 2.2],
	['3.1', 3.1],
])('an AI Agent, version %s', (_, version) => {
	let service: Service;
	beforeEach(async () => (service = await environment.openService()));

	async function runAgent(...script: Turn[]) {
		const model = await startChatModel(script);
		const credential = await createCredential(environment.session, model.credential);
		const workflow = agentWorkflow(version, referTo(credential));
		const execution = await environment.runWorkflow(workflow, service);
		await model.close();
		expect(failureOf(execution)).toBeUndefined();
		const results = model.requests.flatMap(({ messages }) => messages).filter(isToolResult);
		return {
			requests: model.requests,
			output: itemsOf(execution, 'Agent')[0]?.output,
			/** What the model received for its calls, each once. */
			results: [
				...new Map(results.map(({ tool_call_id: id, content }) => [id, String(content)])).values(),
			],
		};
	}

	it('creates a task and receives the result', async () => {
		const { requests, output, results } = await runAgent(
			calls({ board: 2, title: 'From the agent' }),
			'Noted.',
		);
		expect(output).toBe('Noted.');
		expect(await service.tasks()).toMatchObject([{ board_id: 2, title: 'From the agent' }]);
		expect(results).toEqual([expect.stringContaining('"title":"From the agent"')]);
		const properties = { board: { type: 'number' }, title: { type: 'string' } };
		expect(requests[0]?.tools).toMatchObject([
			{ function: { description: expect.stringMatching(/task/i), parameters: { properties } } },
		]);
	});

	it('creates one task per call, in parallel or in sequence', async () => {
		const { results } = await runAgent(
			calls({ board: 1, title: 'First' }, { board: 2, title: 'Second' }),
			calls({ board: 1, title: 'Third' }),
			'Noted.',
		);
		const titles = (await service.tasks()).map(({ title }) => title);
		expect(titles.sort()).toEqual(['First', 'Second', 'Third']);
		expect(results).toHaveLength(3);
	});

	it('receives the reason of a refusal and can try another board', async () => {
		const { results } = await runAgent(
			calls({ board: UNKNOWN_BOARD, title: 'Lost' }),
			calls({ board: 1, title: 'Found' }),
			'Noted.',
		);
		expect(results[0]).toContain(`${UNKNOWN_BOARD}`);
		expect(await service.tasks()).toMatchObject([{ title: 'Found' }]);
	});

	it('is informed that a task may exist, and Retry On Fail creates no second one', async () => {
		service.sandbox.addFault({ kind: 'reset', when: 'after', times: 1 });
		const { results } = await runAgent(calls({ board: 1, title: 'Perhaps' }), 'Noted.');
		expect(results).toEqual([expect.stringMatching(/may have been/)]);
		expect(await service.tasks()).toMatchObject([{ title: 'Perhaps' }]);
	});

	it('receives the name of an invalid value, and nothing is sent', async () => {
		const { results } = await runAgent(calls({ board: 1, title: ' ' }), 'Noted.');
		expect(results).toEqual([expect.stringContaining('Title')]);
		expect(service.proxy.requests).toEqual([]);
	});
});
