import { name as packageName } from '../../package.json';
import {
	agent,
	chatModel,
	connected,
	environment,
	failureOf,
	itemsOf,
	manualTrigger,
	node,
	type Service,
	startChatModel,
	type Turn,
} from './environment';

/** What n8n's button writes into a field that the model is to fill: By ID, without a description. */
const filled = (label: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${label}', \`\`, 'string') }}`;
const PARAMETERS = {
	descriptionType: 'auto',
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: filled('Board') },
	title: filled('Title'),
	additionalFields: { description: filled('Description'), dueDate: filled('Due_Date') },
};
const EMPTY = { Description: 'None', Due_Date: 'n/a' };

const calls = (...tasks: object[]): Turn => ({
	tool: /./,
	calls: tasks.map((task) => ({ ...EMPTY, ...task })),
});

/** The oldest agent that works with current models, and the one that the editor adds. */
describe.each([2.2, 3.1])('an AI Agent of version %s', (version) => {
	let service: Service;
	beforeEach(async () => (service = await environment.openService()));

	/** Start → Agent, whose only tool is the action node. */
	async function runAgent(...script: Turn[]) {
		const model = await startChatModel(environment.session, script);
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
		const tool = node('Create', `${packageName}.workspaceTaskServiceTool`, 1, PARAMETERS, retry);
		const workflow = connected(
			[manualTrigger(), agent(version, 'Note the tasks'), chatModel(model.credentials), tool],
			[
				['Start', 'Agent'],
				['Model', 'Agent', 'ai_languageModel'],
				['Create', 'Agent', 'ai_tool'],
			],
		);
		const execution = await environment.runWorkflow(workflow, service);
		await model.close();
		expect(failureOf(execution)).toBeUndefined();
		expect(itemsOf(execution, 'Agent')).toMatchObject([{ output: 'Noted.' }]);
		return { tools: model.requests[0]?.tools, results: model.results() };
	}

	it('creates one task per call, in parallel or in sequence, and receives it', async () => {
		const { tools, results } = await runAgent(
			calls({ Board: '1', Title: 'First' }, { Board: '2', Title: 'Second' }),
			calls({ Board: '1', Title: 'Third' }),
			'Noted.',
		);
		const titles = (await service.tasks()).map(({ title }) => title);
		expect(titles.sort()).toEqual(['First', 'Second', 'Third']);
		expect(results).toHaveLength(3);
		expect(results[0]).toContain('"title":"First"');
		const text = { type: 'string' };
		const properties = { Board: text, Title: text, Description: text, Due_Date: text };
		expect(tools).toMatchObject([
			{ function: { description: expect.stringMatching(/task/i), parameters: { properties } } },
		]);
	});

	it('is informed that a task may exist, and Retry On Fail creates no second one', async () => {
		service.sandbox.addFault({
			kind: 'reset',
			when: 'after',
			route: 'POST /api/v1/tasks',
			times: 1,
		});
		const { results } = await runAgent(calls({ Board: '1', Title: 'Perhaps' }), 'Noted.');
		expect(results).toEqual([expect.stringMatching(/may have been/)]);
		expect(await service.tasks()).toMatchObject([{ title: 'Perhaps' }]);
	});
});
