import { z } from 'zod/v4';
import { referTo } from '../../tools/n8n/api/credentials';
import { activate, deactivate } from '../../tools/n8n/api/publication';
import { saveDraft, savedWorkflow } from '../../tools/n8n/api/workflows';
import type { PublishedTrigger, SavedTrigger } from '../support/n8n/environment';
import { deliverTask } from '../../tools/http/client';
import { chain, connected, noOp, trigger, type WorkflowNode } from '../../tools/n8n/workflow';
import { environment } from './environment';

const keysOf = (urls: string[]) => new Set(urls.map((url) => new URL(url).searchParams.get('key')));

/** Only deliveries to the newer URL start the workflow. */
async function expectReplaced(published: SavedTrigger, oldUrl: string, newUrl: string) {
	expect((await deliverTask(oldUrl, 'Old')).status).toBe(401);
	expect((await deliverTask(newUrl, 'New')).status).toBe(200);
	expect(await environment.waitForTitles(published, 1)).toEqual(['New']);
}

describe('a published trigger that changes', () => {
	let node: WorkflowNode;
	let published: PublishedTrigger;
	beforeEach(async () => {
		node = trigger({ events: ['task.created'] });
		published = await environment.publishTrigger(chain(node, noOp()));
		node = { ...node, credentials: referTo(published.credential) } as WorkflowNode;
	});

	/** Activates twice, since the second time must not call the service. */
	async function publishChanged(changes: object) {
		const { session } = environment;
		const draft = chain({ ...node, ...changes }, noOp());
		const saved = await saveDraft(session, published.workflow, draft);
		await activate(session, saved);
		await deactivate(session, saved);
		await activate(session, saved);
	}

	it('to one more event registers once more and replaces the old URL', async () => {
		await publishChanged({ parameters: { events: ['task.created', 'task.updated'], options: {} } });
		const [old = '', current = '', ...others] = published.registeredUrls();
		expect(others).toEqual([]);
		await expectReplaced(published, old, current);
	});

	it('to another account registers once there and replaces the old URL', async () => {
		const other = await environment.openService();
		await publishChanged({ credentials: referTo(other.credential) });
		const [current = '', ...others] = other.registeredUrls();
		expect([...others, ...published.registeredUrls()]).toEqual([published.url]);
		await expectReplaced(published, published.url, current);
	});

	it('by a copy of the node registers once for the copy', async () => {
		const copy = { ...node, id: 'copy', name: 'Copy', webhookId: crypto.randomUUID() };
		const both = connected(
			[node, copy, noOp()],
			[
				[node.name, 'Next'],
				['Copy', 'Next'],
			],
		);
		const { session } = environment;
		await activate(session, await saveDraft(session, published.workflow, both));
		const urls = published.registeredUrls();
		expect([urls.length, keysOf(urls).size]).toEqual([2, 2]);
		await published.createTask('Once for each');
		expect(await environment.waitForTitles(published, 2)).toEqual([
			'Once for each',
			'Once for each',
		]);
		await deactivate(session, published.workflow);
	});

	it.each([
		['without its static data', false],
		['with its static data', true],
	])('by a duplicated workflow %s registers once for the duplicate', async (_, hasData) => {
		const { session } = environment;
		const original = await session.api(`/api/v1/workflows/${published.workflow.id}`);
		const { staticData } = z.object({ staticData: z.looseObject({}) }).parse(original);
		expect(JSON.stringify(staticData)).toContain('keyHash');
		const duplicated = chain({ ...node, webhookId: crypto.randomUUID() }, noOp());
		const body = { ...duplicated, ...(hasData && { staticData }) };
		const workflow = savedWorkflow.parse(await session.api('/api/v1/workflows', 'POST', body));
		await activate(session, workflow);
		const urls = published.registeredUrls();
		expect([urls.length, keysOf(urls).size]).toEqual([2, 2]);
		await published.createTask('Once for each');
		for (const one of [published, { workflow }]) {
			expect(await environment.waitForTitles(one, 1)).toEqual(['Once for each']);
		}
		await deactivate(session, workflow);
	});
});
