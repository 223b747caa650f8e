import { name as packageName } from '../../package.json';
import {
	agent,
	chatModel,
	connected,
	CREATE_TASK,
	environment,
	itemsOf,
	node,
	settledExecutions,
	startChatModel,
	trigger,
	TRIGGER,
} from './environment';

it('AI Agents that create tasks run for the tasks of others, and not for their own', async () => {
	const chat = await startChatModel(environment.session, ({ messages }) =>
		messages.at(-1)?.role === 'tool' ? 'Noted.' : { tool: /./, calls: [{ title: 'Own' }] },
	);
	const tool = node('Create', `${packageName}.workspaceTaskServiceTool`, 1, {
		...{ descriptionType: 'auto', resource: 'task', operation: 'create' },
		boardId: { ...CREATE_TASK.boardId, value: '1' },
		title: "={{ $fromAI('title', 'What is to be done', 'string') }}",
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
	const published = await environment.publishTrigger(connected(nodes, links));
	for (const [index, title] of ['First', 'Last'].entries()) {
		await published.createTask(title);
		await settledExecutions(environment.session, published.workflow, index + 1);
		await published.sandbox.idle();
	}
	const executions = await settledExecutions(environment.session, published.workflow, 2);
	expect(executions.map((one) => Object(itemsOf(one, TRIGGER)[0]?.task).title)).toEqual([
		'Last',
		'First',
	]);
	const created = (await published.tasks()).map(({ title }) => title);
	expect(created.sort()).toEqual(['First', 'Last', 'Own', 'Own', 'Own', 'Own']);
	await chat.close();
});
