import { itemsOf, settledExecutions } from '../../tools/n8n/api/executions';
import { name as packageName } from '../../package.json';
import { agent, chatModel } from '../support/agents/nodes';
import { startChatModel } from '../support/agents/chatModel';
import { forwardTo } from '../support/proxy';
import type { ReceivedRequest } from '../../tools/http/server';
import type { PublishedTrigger } from '../support/n8n/environment';
import {
	action,
	chain,
	connected,
	CREATE_TASK,
	node,
	trigger,
	TRIGGER,
} from '../../tools/n8n/workflow';
import { environment } from './environment';

const TITLE = "={{ $fromAI('title', 'What is to be done', 'string') }}";
const boardId = { ...CREATE_TASK.boardId, value: '1' };

/** The examples show it for a service that responds first. */
it('a published workflow runs for the tasks of others, and not for its own, if the service delivers first', async () => {
	const creates = ['First', 'Second'].map((name) =>
		action({ ...CREATE_TASK, boardId, title: 'Own' }, { name, id: name }),
	);
	const published = await environment.publishTrigger(chain(trigger(), ...creates));
	const { proxy, sandbox } = published;
	proxy.when('POST /api/v1/tasks', async (received: ReceivedRequest) => {
		const response = await forwardTo(sandbox.url)(received);
		await sandbox.idle();
		return response;
	});
	await expectOneRunEach(published, creates.length);
});

it('AI Agents that create tasks run for the tasks of others, and not for their own', async () => {
	const chat = await startChatModel(environment.session, ({ messages }) =>
		messages.at(-1)?.role === 'tool' ? 'Noted.' : { tool: /./, calls: [{ title: 'Own' }] },
	);
	const parameters = { descriptionType: 'auto', resource: 'task', operation: 'create' };
	const tool = node('Create', `${packageName}.workspaceTaskServiceTool`, 1, {
		...parameters,
		boardId,
		title: TITLE,
	});
	const agents = [2.2, 3.1].map((version) => {
		const name = `Agent ${version}`;
		return { ...agent(version, 'Note the task'), id: name, name };
	});
	const links = agents.flatMap(({ name }): Array<[string, string, string]> => [
		[TRIGGER, name, 'main'],
		['Model', name, 'ai_languageModel'],
		['Create', name, 'ai_tool'],
	]);
	const nodes = [trigger(), ...agents, chatModel(chat.credentials), tool];
	await expectOneRunEach(await environment.publishTrigger(connected(nodes, links)), agents.length);
	await chat.close();
});

/** Two users create a task each; the workflow runs for these two only. */
async function expectOneRunEach(published: PublishedTrigger, creates: number) {
	const titles = ['First', 'Last'];
	for (const [index, title] of titles.entries()) {
		await published.createTask(title);
		await environment.waitForTitles(published, index + 1);
		await published.sandbox.idle();
	}
	const executions = await settledExecutions(environment.session, published.workflow, 2);
	expect(executions.map((one) => itemsOf(one, TRIGGER)[0]?.task)).toEqual([
		expect.objectContaining({ title: 'Last' }),
		expect.objectContaining({ title: 'First' }),
	]);
	const created = (await published.tasks()).map(({ title }) => title);
	const own = Array.from({ length: titles.length * creates }, () => 'Own');
	expect(created.sort()).toEqual([...titles, ...own].sort());
}
