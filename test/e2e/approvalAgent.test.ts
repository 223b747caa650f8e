import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import { failureOf, finishedExecution, itemsOf } from '../../tools/n8n/api/executions';
import { decide, open, waitingLink } from '../support/agents/approval';
import { startChatModel } from '../support/agents/chatModel';
import { json } from '../../tools/http/server';
import type { Service } from '../support/n8n/environment';
import { reviewedAgent } from '../support/agents/reviewedAgent';
import { environment } from './environment';

let service: Service;
beforeEach(async () => (service = await environment.openService()));

const SAID = 'The user reviewed your planned tool call to Create a task (id: call_1_0)';

/** Runs the agent; `answer` gets the ID of the execution. */
async function runAgent(
	parameters: object,
	answer?: (id: string) => Promise<void>,
	version?: number,
) {
	const model = await startChatModel([
		{ tool: /./, calls: [{ toolParameters: { title: 'From the agent' }, hitlParameters: {} }] },
		'Over.',
	]);
	const credential = await createCredential(environment.session, model.credential);
	const workflow = reviewedAgent(referTo(credential), parameters, version);
	const id = await environment.startWorkflow(workflow, service);
	await answer?.(id);
	const execution = await finishedExecution(environment.session, id);
	await model.close();
	expect(failureOf(execution)).toBeUndefined();
	expect(itemsOf(execution, 'Agent')[0]?.output).toBe('Over.');
	const messages = model.requests.at(-1)?.messages ?? [];
	const toolMessages = messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content));
	const titles = (await service.tasks()).map(({ title }) => title);
	return { execution, toolMessages, titles };
}

/** Version 3 runs its tools in the same way. */
describe('an agent whose tool needs an approval', () => {
	async function reviewed(decision: string, comment = '') {
		const seen: unknown[] = [];
		const result = await runAgent({}, async (id) => {
			const link = await waitingLink(environment.session, service, id);
			const [task] = await service.tasks();
			seen.push(String(Object(task).description), (await open(link)).text);
			expect(await service.tasks()).toMatchObject([{ title: 'Review' }]);
			await decide(link, decision, comment);
		});
		return { ...result, seen };
	}

	it('runs the tool only after an approval, which shows its parameters', async () => {
		const { seen, toolMessages, titles } = await reviewed('approve');
		for (const text of seen) {
			expect(text).toContain(
				'The agent wants to run this tool: Create_a_task\n\nInput:\ntitle: From the agent',
			);
		}
		expect(titles).toEqual(['Review', 'From the agent']);
		expect(toolMessages).toEqual([expect.stringContaining('From the agent')]);
	});

	it('does not run the tool after a decline', async () => {
		const { toolMessages, titles } = await reviewed('decline');
		expect(titles).toEqual(['Review']);
		expect(toolMessages).toEqual([expect.stringContaining('rejected')]);
	});

	it('is informed that the review failed, which nobody rejected', async () => {
		service.proxy.when('POST /api/v1/tasks', json({ message: 'The board is full' }, 422));
		const { execution, toolMessages, titles } = await runAgent({});
		expect(titles).toEqual([]);
		expect(JSON.stringify(execution.data?.resultData.runData?.Review)).toContain(
			'"error":"The service responded with 422: The board is full"',
		);
		expect(toolMessages).toEqual([
			expect.stringMatching(
				/The review failed: The service responded with 422: The board is full\. .* The tool was not run\./,
			),
		]);
		expect(toolMessages[0]).toContain(SAID);
		expect(toolMessages[0]).not.toContain('rejected');
	});
});

it('an agent of version 2.2 does not run a tool that needs an approval', async () => {
	const { titles, toolMessages } = await runAgent({}, undefined, 2.2);
	expect(titles).toEqual([]);
	expect(toolMessages).toEqual(['']);
});
