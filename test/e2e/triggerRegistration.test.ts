import { z } from 'zod/v4';
import {
	activate,
	chain,
	connected,
	deactivate,
	environment,
	noOp,
	type PublishedTrigger,
	referTo,
	saveDraft,
	savedWorkflow,
	trigger,
	type WorkflowNode,
} from './environment';

describe('a published trigger that changes', () => {
	let node: WorkflowNode;
	let published: PublishedTrigger;
	beforeEach(async () => {
		node = trigger({ events: ['task.created'] });
		published = await environment.publishTrigger(chain(node, noOp()));
		node = { ...node, credentials: referTo(published.credential) } as WorkflowNode;
	});

	/** Two registrations with their own keys, each of which starts its workflow. */
	async function expectBoth(titles: () => Promise<unknown[]>) {
		const keys = published.registeredUrls().map((url) => new URL(url).searchParams.get('key'));
		expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
		await published.createTask('Once for each');
		expect(await titles()).toEqual(['Once for each', 'Once for each']);
	}

	it('by a copy of the node registers once for the copy', async () => {
		const { session } = environment;
		const copy = { ...node, id: 'copy', name: 'Copy', webhookId: crypto.randomUUID() };
		const both = connected(
			[node, copy, noOp()],
			[
				[node.name, 'Next'],
				['Copy', 'Next'],
			],
		);
		await activate(session, await saveDraft(session, published.workflow, both));
		await expectBoth(async () => await environment.waitForTitles(published, 2));
		await deactivate(session, published.workflow);
	});

	it('by a duplicated workflow with its static data registers once for the duplicate', async () => {
		const { session } = environment;
		const original = await session.api(`/api/v1/workflows/${published.workflow.id}`);
		const { staticData } = z.object({ staticData: z.looseObject({}) }).parse(original);
		expect(JSON.stringify(staticData)).toContain('keyHash');
		const duplicated = chain({ ...node, webhookId: crypto.randomUUID() }, noOp());
		const body = { ...duplicated, staticData };
		const workflow = savedWorkflow.parse(await session.api('/api/v1/workflows', 'POST', body));
		await activate(session, workflow);
		await expectBoth(async () => [
			...(await environment.waitForTitles(published, 1)),
			...(await environment.waitForTitles({ workflow }, 1)),
		]);
		await deactivate(session, workflow);
	});
});
