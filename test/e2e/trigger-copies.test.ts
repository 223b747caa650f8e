import { use } from '../../host/credentials';
import { z } from 'zod/v4';
import { activate, deactivate } from '../../host/publication';
import { allExecutionsOf } from '../../host/executions';
import { saveDraft, savedWorkflow, type SavedWorkflow } from '../../host/workflows';
import { deliverTask } from '../support/deliver';
import {
	createTask,
	openActor,
	openTriggerStage,
	PATHS,
	titlesUpTo,
	type TriggerStage,
} from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

describe.each(PATHS)('%s', (_, settings) => {
	let stage: TriggerStage;
	beforeAll(async () => (stage = await openTriggerStage(settings)));
	afterAll(async () => await stage?.close());

	const keysOf = (registrations: Array<{ url: string }>) =>
		new Set(registrations.map(({ url }) => new URL(url).searchParams.get('key')));

	it('gives a copied node a registration of its own, and each branch runs once', async () => {
		const original = triggerNode();
		const actor = await openActor(stage, triggerWorkflow([original]));
		original.credentials = use(actor.credential);
		await activate(stage.session, actor.workflow);
		const copy = { ...original, id: 'copied-node', name: 'Copy', webhookId: crypto.randomUUID() };
		const both = triggerWorkflow([original, copy]);
		await activate(stage.session, await saveDraft(stage.session, actor.workflow, both));
		expect(actor.door.registrations).toHaveLength(2);
		expect(keysOf(actor.door.registrations).size).toBe(2);

		await createTask(stage, 'Once for each');
		const [first = ''] = actor.door.registrations.map(({ url }) => url);
		await deliverTask(first, 'Last');
		const titles = await titlesUpTo(stage, actor, 'Last');
		expect(titles).toEqual(['Last', 'Once for each', 'Once for each']);
		const runs = await allExecutionsOf(stage.session, actor.workflow);
		const starts = runs.map(({ data }) => Object.keys(data?.resultData.runData ?? {})[0]);
		expect(starts.sort()).toEqual(['Copy', 'Task Event', 'Task Event']);
		await deactivate(stage.session, actor.workflow);
	});

	it.each([
		['no memory of the original', false],
		['the memory of the original', true],
	])('gives a duplicated workflow with %s a registration of its own', async (__, hasMemory) => {
		const trigger = triggerNode();
		const original = await openActor(stage, triggerWorkflow([trigger]));
		trigger.credentials = use(original.credential);
		await activate(stage.session, original.workflow);
		const memory = await memoryOf(original.workflow);
		expect(JSON.stringify(memory)).toContain('keyHash');
		const copied = triggerWorkflow([{ ...trigger, webhookId: crypto.randomUUID() }]);
		const body = { ...copied, ...(hasMemory && { staticData: memory }) };
		const saved = savedWorkflow.parse(await stage.session.api('/api/v1/workflows', 'POST', body));
		expect(await memoryOf(saved)).toEqual(hasMemory ? memory : null);
		await activate(stage.session, saved);
		expect(original.door.registrations).toHaveLength(2);
		expect(keysOf(original.door.registrations).size).toBe(2);

		const copy = { ...original, workflow: saved };
		await createTask(stage, 'Once for each');
		await createTask(stage, 'Last');
		for (const actor of [original, copy]) {
			expect(await titlesUpTo(stage, actor, 'Last')).toEqual(['Last', 'Once for each']);
		}
		await deactivate(stage.session, original.workflow);
		await deactivate(stage.session, saved);
	});

	async function memoryOf({ id }: SavedWorkflow): Promise<unknown> {
		const found = await stage.session.api(`/api/v1/workflows/${id}`);
		return z.object({ staticData: z.unknown() }).parse(found).staticData;
	}
});
