import { activate, deactivate } from '../../host/publication';
import { use, type Credential } from '../../host/credentials';
import { saveDraft, type SavedWorkflow } from '../../host/workflows';
import { deliverTask } from '../support/deliver';
import { createTask, openActor, openTriggerStage, PATHS } from '../support/trigger-stage';
import { titlesUpTo, type Actor, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(600_000);

const CYCLES = 30;

/** What happens to the active workflow in a cycle, after which it is deactivated and activated. */
const WHILE_ACTIVE = ['publish again', 'publish moved', 'publish another node', 'save a draft'];
const RESTART_ACTIVE = [3, 17];
const RESTART_INACTIVE = [8, 22];

describe.each(PATHS)('%s', (_, settings) => {
	let stage: TriggerStage;
	beforeAll(async () => (stage = await openTriggerStage(settings)));
	afterAll(async () => await stage?.close());

	it('registers once in 30 cycles of activating, publishing, saving and restarting', async () => {
		const trigger = triggerNode();
		const actor = await openActor(stage, triggerWorkflow([trigger]));
		trigger.credentials = use(actor.credential);
		await activate(stage.session, actor.workflow);
		for (let cycle = 0; cycle < CYCLES; cycle++) {
			await change(actor, cycle);
			if (RESTART_ACTIVE.includes(cycle)) await stage.restart();
			await deactivate(stage.session, actor.workflow);
			if (RESTART_INACTIVE.includes(cycle)) await stage.restart();
			await activate(stage.session, actor.workflow);
		}
		expect(actor.door.registrations).toHaveLength(1);
		await createTask(stage, 'First');
		await createTask(stage, 'Last');
		expect(await titlesUpTo(stage, actor, 'Last')).toEqual(['First', 'Last']);

		async function change({ workflow }: Actor, cycle: number) {
			const what = WHILE_ACTIVE[cycle % WHILE_ACTIVE.length];
			if (what === 'publish moved') trigger.position = [0, cycle];
			if (what !== 'publish again') {
				const position = what === 'publish moved' ? undefined : cycle;
				const draft = triggerWorkflow([trigger], position);
				workflow.versionId = (await saveDraft(stage.session, workflow, draft)).versionId;
			}
			if (what !== 'save a draft') await activate(stage.session, workflow);
		}
	});

	it.each([
		['is down', async ({ door }: Actor) => await door.close()],
		['has lost its credential', async ({ credential }: Actor) => await remove(credential)],
		['has an unusable address', async ({ credential }: Actor) => await spoil(credential)],
	])('deactivates when the service %s, and logs what stays registered', async (__, harm) => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		const { origin, pathname, href } = new URL(actor.door.registrations[0]?.url ?? '');
		await harm(actor);
		await deactivate(stage.session, actor.workflow);
		expect(await isActive(actor.workflow)).toBe(false);
		expect((await deliverTask(href, 'Late')).status).toBe(404);
		const lines = stage.n8n.log().split('\n');
		expect(lines.filter((line) => line.includes(origin + pathname))).toEqual([
			expect.stringMatching(/stays registered at .*delete it in the settings of the service/),
		]);
	});

	async function remove({ id }: Credential) {
		await stage.session.rest('DELETE', `/rest/credentials/${id}`);
	}

	async function spoil({ id, name, type, data }: Credential) {
		const changed = { name, type, data: { ...data, baseUrl: 'ftp://nowhere' } };
		await stage.session.rest('PATCH', `/rest/credentials/${id}`, changed);
	}

	async function isActive({ id }: SavedWorkflow) {
		return Object(await stage.session.rest('GET', `/rest/workflows/${id}`)).active as unknown;
	}
});
