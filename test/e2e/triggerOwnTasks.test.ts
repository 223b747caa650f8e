import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import { name as packageName } from '../../package.json';
import { startChatModel } from '../../tools/testkit/agents/chatModel';
import {
	action,
	agent,
	chain,
	chatModel,
	connected,
	CREATE_TASK,
	node,
	trigger,
	TRIGGER,
} from '../../tools/testkit/n8n/workflow';
import { environment } from './environment';

const AGENT_TOOL = '@n8n/n8n-nodes-langchain.agentTool';
const TITLE = "={{ $fromAI('title', 'What is to be done', 'string') }}";

describe('a published workflow that creates a task for each new one', () => {
	it('runs for the tasks of others, and not for its own', async () => {
		const boardId = { ...CREATE_TASK.boardId, value: '1' };
		const create = action({ ...CREATE_TASK, boardId, title: 'Own' }, { name: 'Next' });
		await expectOneRunEach(chain(trigger(), create));
	});
});

describe.each([2.2, 3, 3.1])('an AI Agent of version %d that creates tasks', (version) => {
	it('runs for the tasks of others, and not for its own', async () => {
		const { agent, model, tool, credential } = await agentNodes(version);
		await expectOneRunEach(
			connected(
				[trigger(), agent, model, tool],
				[
					[TRIGGER, 'Agent'],
					['Model', 'Agent', 'ai_languageModel'],
					['Create', 'Agent', 'ai_tool'],
				],
			),
		);
		await credential.close();
	});
});

describe('an AI Agent whose tool is an agent that creates tasks', () => {
	it('runs for the tasks of others, and not for its own', async () => {
		const { agent, model, tool, credential } = await agentNodes(3.1);
		const inner = node('Inner', AGENT_TOOL, 3, {
			toolDescription: 'Notes a task',
			text: TITLE,
			options: {},
		});
		await expectOneRunEach(
			connected(
				[trigger(), agent, inner, model, tool],
				[
					[TRIGGER, 'Agent'],
					['Model', 'Agent', 'ai_languageModel'],
					['Model', 'Inner', 'ai_languageModel'],
					['Inner', 'Agent', 'ai_tool'],
					['Create', 'Inner', 'ai_tool'],
				],
			),
		);
		await credential.close();
	});
});

/** Two users create a task each; the workflow runs for these two only. */
async function expectOneRunEach(workflow: ReturnType<typeof chain>) {
	const published = await environment.publishTrigger(workflow);
	const titles = ['First', 'Last'];
	for (const [index, title] of titles.entries()) {
		await published.createTask(title);
		await environment.waitForTitles(published, index + 1);
		await published.sandbox.idle();
	}
	const ran = await environment.waitForTitles(published, titles.length);
	expect(new Set(ran.filter(Boolean))).toEqual(new Set(titles));
	const created = (await published.tasks()).map(({ title }) => title);
	const own = Array.from({ length: titles.length }, () => 'Own');
	expect(created.sort()).toEqual([...titles, ...own].sort());
}

/** A model that calls the tool once for each question. */
async function agentNodes(version: number) {
	const chat = await startChatModel(({ messages }) =>
		messages.at(-1)?.role === 'tool' ? 'Noted.' : { tool: /./, calls: [{ title: 'Own' }] },
	);
	const saved = await createCredential(environment.session, chat.credential);
	const boardId = { __rl: true, mode: 'id', value: '1' };
	const parameters = { descriptionType: 'auto', resource: 'task', operation: 'create' };
	const tool = node('Create', `${packageName}.workspaceTaskServiceTool`, 1, {
		...parameters,
		boardId,
		title: TITLE,
	});
	const model = chatModel(referTo(saved));
	return { agent: agent(version, 'Note the task'), model, tool, credential: chat };
}
