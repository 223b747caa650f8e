import { name as packageName } from '../../package.json';
import {
	agent,
	chatModel,
	connected,
	decide,
	environment,
	failureOf,
	finishedExecution,
	itemsOf,
	json,
	manualTrigger,
	node,
	OFFER,
	type Service,
	startChatModel,
	waitingLink,
} from './environment';

let service: Service;
beforeEach(async () => (service = await environment.openService()));

const SAID = 'The user reviewed your planned tool call to Create a task (id: call_1_0)';

/** The tool of the agent creates a task after a review, which is a task too. */
function reviewedAgent(modelCredentials: object, version: number) {
	const review = node('Review', `${packageName}.workspaceTaskServiceHitlTool`, 1, {
		...OFFER,
		title: 'Review',
	});
	const tool = node('Create a task', `${packageName}.workspaceTaskServiceTool`, 1, {
		descriptionType: 'auto',
		resource: 'task',
		operation: 'create',
		boardId: OFFER.boardId,
		title: "={{ $fromAI('title', 'What is to be done', 'string') }}",
	});
	return connected(
		[manualTrigger(), agent(version, 'Note the task'), chatModel(modelCredentials), review, tool],
		[
			['Start', 'Agent'],
			['Model', 'Agent', 'ai_languageModel'],
			['Review', 'Agent', 'ai_tool'],
			['Create a task', 'Review', 'ai_tool'],
		],
	);
}

/** Runs the agent; `answer` gets the ID of the execution. */
async function runAgent(answer?: (id: string) => Promise<unknown>, version = 3.1) {
	const model = await startChatModel(environment.session, [
		{ tool: /./, calls: [{ toolParameters: { title: 'From the agent' }, hitlParameters: {} }] },
		'Over.',
	]);
	const workflow = reviewedAgent(model.credentials, version);
	const id = await environment.startWorkflow(workflow, service);
	await answer?.(id);
	const execution = await finishedExecution(environment.session, id);
	await model.close();
	expect(failureOf(execution)).toBeUndefined();
	expect(itemsOf(execution, 'Agent')[0]?.output).toBe('Over.');
	const titles = (await service.tasks()).map(({ title }) => title);
	return { toolMessages: model.results(), titles };
}

/** Version 3 runs its tools in the same way. The example of a review is approved. */
describe('an agent whose tool needs an approval', () => {
	it('does not run the tool before an answer, nor after a decline', async () => {
		const { toolMessages, titles } = await runAgent(async (id) => {
			await decide(await waitingLink(environment.session, service, id), 'decline');
		});
		expect(titles).toEqual(['Review']);
		expect(toolMessages).toEqual([expect.stringContaining('rejected')]);
	});

	it('is informed that the review failed, which nobody rejected', async () => {
		service.proxy.when('POST /api/v1/tasks', json({ message: 'The board is full' }, 422));
		const { toolMessages, titles } = await runAgent();
		expect(titles).toEqual([]);
		const reason = 'The service responded with 422: The board is full';
		expect(toolMessages).toEqual([
			expect.stringMatching(
				new RegExp(`The review failed: ${reason}\\. .* The tool was not run\\.`),
			),
		]);
		expect(toolMessages[0]).toContain(SAID);
		expect(toolMessages[0]).not.toContain('rejected');
	});

	it('of version 2.2 does not run', async () => {
		const { titles, toolMessages } = await runAgent(undefined, 2.2);
		expect(titles).toEqual([]);
		expect(toolMessages).toEqual(['']);
	});
});
