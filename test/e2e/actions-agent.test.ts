import { createCredential, type Credential } from '../../host/credentials';
import { failureOf, itemsOf } from '../../host/executions';
import type { Workflow } from '../../host/workflows';
import { openActionStage, type ActionStage, type Service } from '../support/action-stage';
import { chain, workflowNode } from '../support/action-workflow';
import { startModel, type Message, type Model, type Turn } from '../support/model';
import { name as packageName } from '../../package.json';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const TOOL_TYPE = `${packageName}.workspaceTaskServiceTool`;
const UNKNOWN_BOARD = 999_999;
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

let stage: ActionStage;
beforeAll(async () => (stage = await openActionStage()));
afterAll(async () => await stage?.close());

const titlesOf = (tasks: Array<{ title: string }>) => tasks.map(({ title }) => title);

/** Start → Agent, whose only tool is the action node; board and title are the model's to choose. */
function agentWorkflow(version: number, model: Credential, toolSettings: object): Workflow {
	const parameters = { promptType: 'define', text: 'Note the tasks', options: {} };
	const agent = workflowNode('Agent', '@n8n/n8n-nodes-langchain.agent', version, parameters);
	const brain = {
		...workflowNode('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		credentials: { openAiApi: { id: model.id, name: model.name } },
	};
	const tool = {
		...workflowNode('Create a task', TOOL_TYPE, 1, {
			descriptionType: 'auto',
			resource: 'task',
			operation: 'create',
			boardId: {
				__rl: true,
				mode: 'id',
				value: "={{ $fromAI('board', 'ID of the board', 'number') }}",
			},
			title: "={{ $fromAI('title', 'What is to be done', 'string') }}",
		}),
		...toolSettings,
	};
	const line = chain([workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}), agent]);
	const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		...line,
		nodes: [...line.nodes, brain, tool],
		connections: {
			...Object(line.connections),
			Model: to('ai_languageModel'),
			'Create a task': to('ai_tool'),
		},
	};
}

/** The oldest agent that works with current models, and the one that the editor adds. */
describe.each([
	['2.2', 2.2],
	['3.1', 3.1],
])('an AI Agent, version %s', (_, version) => {
	const models: Model[] = [];
	afterAll(async () => await Promise.all(models.map(async (model) => await model.close())));

	async function runAgent(service: Service, script: Turn[], toolSettings: object = {}) {
		const model = await startModel(script);
		models.push(model);
		const credential = await createCredential(stage.session, {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'unused', url: model.url },
		});
		const workflow = agentWorkflow(version, credential, toolSettings);
		const execution = await stage.runWorkflow(workflow, service.credential);
		expect(failureOf(execution)).toBeUndefined();
		const told = model.requests.flatMap(({ messages }) => messages).filter(isToolResult);
		return {
			model,
			output: itemsOf(execution, 'Agent')[0]?.output,
			/** What the model was told about its calls, each once. */
			told: new Map(told.map(({ tool_call_id: id, content }) => [id, String(content)])),
		};
	}

	const isToolResult = ({ role }: Message) => role === 'tool';

	it('creates a task, and is told about it', async () => {
		const service = await stage.openService();
		const turns = [[{ board: 2, title: 'From the agent' }], 'Noted.'];
		const { model, output, told } = await runAgent(service, turns);
		expect(output).toBe('Noted.');
		expect(await service.tasks()).toMatchObject([{ board_id: 2, title: 'From the agent' }]);
		expect([...told.values()]).toEqual([expect.stringContaining('"title":"From the agent"')]);
		expect(model.requests[0]?.tools).toMatchObject([
			{
				function: {
					description: expect.stringMatching(/task/i),
					parameters: {
						properties: { board: { type: 'number' }, title: { type: 'string' } },
					},
				},
			},
		]);
	});

	it('creates two tasks with two calls at once', async () => {
		const service = await stage.openService();
		await runAgent(service, [
			[
				{ board: 1, title: 'First' },
				{ board: 2, title: 'Second' },
			],
			'Noted.',
		]);
		expect(titlesOf(await service.tasks()).sort()).toEqual(['First', 'Second']);
	});

	it('creates two tasks with two calls one after the other', async () => {
		const service = await stage.openService();
		const turns = [[{ board: 1, title: 'First' }], [{ board: 1, title: 'Second' }], 'Noted.'];
		const { told } = await runAgent(service, turns, RETRY_ON_FAIL);
		expect(titlesOf(await service.tasks())).toEqual(['First', 'Second']);
		expect(told.size).toBe(2);
	});

	it('creates a task twice when it makes the same call again', async () => {
		const service = await stage.openService();
		const same = [{ board: 1, title: 'Again' }];
		await runAgent(service, [same, same, 'Noted.'], RETRY_ON_FAIL);
		expect(titlesOf(await service.tasks())).toEqual(['Again', 'Again']);
	});

	it('is told why a call was refused and what to do, and can try another board', async () => {
		const service = await stage.openService();
		const { told } = await runAgent(service, [
			[{ board: UNKNOWN_BOARD, title: 'Lost' }],
			[{ board: 1, title: 'Found' }],
			'Noted.',
		]);
		const [refusal] = told.values();
		expect(refusal).toContain('The service answered 404');
		expect(refusal).toContain(String(UNKNOWN_BOARD));
		expect(refusal).toContain('Check the values in the fields of this node.');
		expect(titlesOf(await service.tasks())).toEqual(['Found']);
	});

	it('is told that a task may exist, and Retry On Fail makes no second one', async () => {
		const service = await stage.openService();
		service.sandbox.addFault({ kind: 'reset', when: 'after', times: 1 });
		const turns = [[{ board: 1, title: 'Perhaps' }], 'Noted.'];
		const { told } = await runAgent(service, turns, RETRY_ON_FAIL);
		expect([...told.values()]).toEqual([expect.stringContaining('may have been carried out')]);
		expect(titlesOf(await service.tasks())).toEqual(['Perhaps']);
	});

	it('is told which value is wrong, and nothing is sent', async () => {
		const service = await stage.openService();
		const turns = [[{ board: 1, title: ' ' }], 'Noted.'];
		const { told } = await runAgent(service, turns);
		expect([...told.values()]).toEqual([expect.stringContaining('Title')]);
		expect(service.sandbox.requests()).toEqual([]);
	});
});
