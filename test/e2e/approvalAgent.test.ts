import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import { failureOf, finishedExecution, itemsOf } from '../../tools/n8n/api/executions';
import { decide, open, waitingLink } from '../../tools/testkit/agents/approval';
import { startChatModel } from '../../tools/testkit/agents/chatModel';
import type { Service } from '../../tools/testkit/n8n/environment';
import { reviewedAgent } from '../../tools/testkit/agents/reviewedAgent';
import { environment } from './environment';

let service: Service;
beforeEach(async () => (service = await environment.openService()));

/** Runs the agent and decides the review. */
async function reviewed(decision: string, comment = '') {
	const model = await startChatModel([
		{ tool: /./, calls: [{ toolParameters: { title: 'From the agent' } }] },
		'Over.',
	]);
	const credential = await createCredential(environment.session, model.credential);
	const id = await environment.startWorkflow(reviewedAgent(referTo(credential)), service);
	const link = await waitingLink(environment.session, service, id);
	const before = (await service.tasks()).map(({ title }) => title);
	const page = (await open(link)).text;
	await decide(link, decision, comment);
	const execution = await finishedExecution(environment.session, id);
	await model.close();
	expect(failureOf(execution)).toBeUndefined();
	expect(itemsOf(execution, 'Agent')[0]?.output).toBe('Over.');
	const messages = model.requests.at(-1)?.messages ?? [];
	const toolMessages = messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content));
	return { before, page, toolMessages, titles: (await service.tasks()).map(({ title }) => title) };
}

describe('an agent whose tool needs an approval', () => {
	it('runs the tool only after an approval', async () => {
		const { before, page, toolMessages, titles } = await reviewed('approve');
		expect(before).toEqual(['Review']);
		expect(page).toContain('Create_a_task');
		expect(page).toContain('From the agent');
		expect(titles).toEqual(['Review', 'From the agent']);
		expect(toolMessages).toEqual([expect.stringContaining('From the agent')]);
	});

	it('does not run the tool after a decline', async () => {
		const { toolMessages, titles } = await reviewed('decline');
		expect(titles).toEqual(['Review']);
		expect(toolMessages).toEqual([expect.stringContaining('rejected')]);
	});

	it('passes the comment of a decline to the model', async () => {
		const { toolMessages, titles } = await reviewed('decline', 'Not on a Friday');
		expect(titles).toEqual(['Review']);
		expect(toolMessages).toEqual([expect.stringContaining('Not on a Friday')]);
	});
});
