import { z } from 'zod/v4';
import { referTo } from '../../tools/n8n/api/credentials';
import { activate, deactivate } from '../../tools/n8n/api/publication';
import { saveDraft, savedWorkflow } from '../../tools/n8n/api/workflows';
import type { PublishedTrigger } from '../support/n8n/environment';
import { deliverTask } from '../../tools/http/client';
import { chain, connected, noOp, trigger, type WorkflowNode } from '../../tools/n8n/workflow';
import { environment } from './environment';

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

	it('to one more event registers once more and replaces the old URL', async () => {
		const { session } = environment;
		const parameters = { events: ['task.created', 'task.updated'], options: {} };
		const draft = chain({ ...node, parameters }, noOp());
		const saved = await saveDraft(session, published.workflow, draft);
		await activate(session, saved);
		// The second time must not call the service.
		await deactivate(session, saved);
		await activate(session, saved);
		const [old = '', current = '', ...others] = published.registeredUrls();
		expect(others).toEqual([]);
		expect((await deliverTask(old, 'Old')).status).toBe(401);
		expect((await deliverTask(current, 'New')).status).toBe(200);
		expect(await environment.waitForTitles(published, 1)).toEqual(['New']);
	});

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
