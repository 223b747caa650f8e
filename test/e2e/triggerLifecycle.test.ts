/* eslint-disable @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import { referTo } from '../../tools/n8n/api/credentials';
import { NO_EDITOR } from '../../tools/n8n/presets';
import { activate, deactivate } from '../../tools/n8n/api/publication';
import { saveDraft } from '../../tools/n8n/api/workflows';
import {
	ACTIVATION_PATHS,
	openTestEnvironment,
	type OwnTestEnvironment,
	type PublishedTrigger,
} from '../support/n8n/environment';
import { deliverTask } from '../../tools/http/client';
import { chain, noOp, trigger, type WorkflowNode } from '../../tools/n8n/workflow';

/** Each case once. `CYCLES=80 npm run jest -- triggerLifecycle` for a long run. */
const CYCLES = Number(process.env.CYCLES ?? 4);
/** What happens in a cycle before the workflow is deactivated and activated. */
const WHILE_ACTIVE = ['publish again', 'publish moved', 'publish another node', 'save a draft'];
/** In every twelfth cycle. */
const RESTART_IN = 3;

describe.each(ACTIVATION_PATHS)('%s', (_, settings) => {
	let environment: OwnTestEnvironment;
	beforeAll(async () => {
		environment = await openTestEnvironment({ settings: { ...NO_EDITOR, ...settings } });
	});
	afterAll(async () => await environment?.close());

	async function change(published: PublishedTrigger, node: WorkflowNode, cycle: number) {
		const { session } = environment;
		const what = WHILE_ACTIVE[cycle % WHILE_ACTIVE.length];
		let saved = published.workflow;
		if (what !== 'publish again') {
			const moved = { ...noOp(), position: [0, cycle] };
			const position = what === 'publish moved' ? [0, cycle] : node.position;
			const draft = chain({ ...node, position }, moved);
			saved = await saveDraft(session, published.workflow, draft);
		}
		if (what !== 'save a draft') await activate(session, saved);
	}

	it(`registers and logs in once in ${CYCLES} cycles of activating, publishing, saving and restarting`, async () => {
		const { session } = environment;
		let node = trigger({ authentication: 'login' });
		const published = await environment.publishTrigger(chain(node, noOp()), 'login');
		node = { ...node, credentials: referTo(published.credential) } as WorkflowNode;
		for (let cycle = 0; cycle < CYCLES; cycle++) {
			await change(published, node, cycle);
			if (cycle % 12 === RESTART_IN) await environment.restart();
			await deactivate(session, published.workflow);
			await activate(session, published.workflow);
		}
		expect(published.registeredUrls()).toHaveLength(1);
		expect(published.logins()).toBe(1);
		await published.createTask('First');
		await published.createTask('Last');
		expect(await environment.waitForTitles(published, 2)).toEqual(['First', 'Last']);
	});

	it('registers once more for another public URL and replaces the old one', async () => {
		const { session, n8n } = environment;
		const published = await environment.publishTrigger();
		await deactivate(session, published.workflow);
		await environment.restart({ N8N_WEBHOOK_URL: `http://localhost:${n8n.ports.port}/` });
		for (let time = 0; time < 2; time++) {
			await activate(session, published.workflow);
			await deactivate(session, published.workflow);
		}
		await activate(session, published.workflow);
		const [old = '', current = '', ...others] = published.registeredUrls();
		expect(others).toEqual([]);
		expect(new URL(current).hostname).toBe('localhost');
		expect((await deliverTask(old, 'Old')).status).toBe(401);
		const reachable = current.replace('localhost', '127.0.0.1');
		expect((await deliverTask(reachable, 'New')).status).toBe(200);
		expect(await environment.waitForTitles(published, 1)).toEqual(['New']);
	});

	it('deactivates a trigger that has lost its credential and logs what stays registered', async () => {
		const published = await environment.publishTrigger();
		await environment.session.rest('DELETE', `/rest/credentials/${published.credential.id}`);
		await deactivate(environment.session, published.workflow);
		const { id } = published.workflow;
		const workflow = await environment.session.rest('GET', `/rest/workflows/${id}`);
		expect(workflow).toMatchObject({ active: false });
		expect((await deliverTask(published.url, 'Late')).status).toBe(404);
		const { origin, pathname } = new URL(published.url);
		const lines = environment.n8n.log().split('\n');
		expect(lines.filter((line) => line.includes(origin + pathname))).toEqual([
			expect.stringContaining('stays registered'),
		]);
	});
});
