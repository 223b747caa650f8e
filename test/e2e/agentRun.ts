import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import { failureOf, itemsOf } from '../../tools/n8n/api/executions';
import { name as packageName } from '../../package.json';
import { startChatModel, type Message, type Turn } from '../support/agents/chatModel';
import type { Service } from '../support/n8n/environment';
import { agent, chatModel, connected, manualTrigger, node } from '../../tools/n8n/workflow';
import { environment } from './environment';

export type { Turn };

const TOOL_TYPE = `${packageName}.workspaceTaskServiceTool`;

export const calls = (...list: object[]): Turn => ({ tool: /./, calls: list });
const isToolResult = ({ role }: Message) => role === 'tool';

interface AgentOptions {
	version: number;
	/** Of the tool, beside those of a task with a title. */
	parameters: object;
}

/** Start → Agent, whose only tool is the action node. */
function agentWorkflow({ version, parameters }: AgentOptions, modelCredentials: object) {
	const tool = node(
		'Create a task',
		TOOL_TYPE,
		1,
		{
			descriptionType: 'auto',
			resource: 'task',
			operation: 'create',
			title: "={{ $fromAI('title', 'What is to be done', 'string') }}",
			...parameters,
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

export async function runAgent(service: Service, options: AgentOptions, script: Turn[]) {
	const model = await startChatModel(script);
	const credential = await createCredential(environment.session, model.credential);
	const workflow = agentWorkflow(options, referTo(credential));
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
