import { createCredential, use } from '../../host/credentials';
import { activate, deactivate } from '../../host/publication';
import { saveDraft } from '../../host/workflows';
import { deliverTask } from '../support/deliver';
import {
	openActor,
	openTriggerStage,
	PATHS,
	titlesUpTo,
	type Actor,
	type TriggerStage,
} from '../support/trigger-stage';
import { triggerNode, triggerWorkflow, type TriggerNode } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

describe.each(PATHS)('%s', (_, settings) => {
	let stage: TriggerStage;
	beforeAll(async () => (stage = await openTriggerStage(settings)));
	afterAll(async () => await stage?.close());

	async function openActive(events: string[]) {
		const trigger = triggerNode({ parameters: { events, options: {} } });
		const actor = await openActor(stage, triggerWorkflow([trigger]));
		trigger.credentials = use(actor.credential);
		await activate(stage.session, actor.workflow);
		expect(actor.door.registrations).toHaveLength(1);
		return { actor, trigger };
	}

	async function publishWith({ workflow }: Actor, trigger: TriggerNode) {
		await activate(
			stage.session,
			await saveDraft(stage.session, workflow, triggerWorkflow([trigger])),
		);
	}

	/** The old registration is told to stop, and only what comes by the new one starts a run. */
	async function expectRetired(actor: Actor, oldUrl: string, newUrl: string) {
		expect((await deliverTask(oldUrl, 'Old')).status).toBe(410);
		expect((await deliverTask(newUrl, 'New')).status).toBe(200);
		expect(await titlesUpTo(stage, actor, 'New')).toEqual(['New']);
	}

	it.each([
		['renaming the node', { name: 'Renamed' }],
		['fewer events', { parameters: { events: ['task.created'], options: {} } }],
		['another output', { parameters: { events: ['task.created'], options: { output: 'raw' } } }],
	])('does not register again after %s', async (__, changes) => {
		const { actor, trigger } = await openActive(['task.created', 'task.updated']);
		await publishWith(actor, { ...trigger, ...changes });
		await deactivate(stage.session, actor.workflow);
		await activate(stage.session, actor.workflow);
		expect(actor.door.registrations).toHaveLength(1);
	});

	it.each([
		['one more event', { events: ['task.created', 'task.updated'], options: {} }],
		['a custom event', { events: ['task.created'], options: { customEvents: 'task.deleted' } }],
		['another label', { events: ['task.created'], options: { registrationLabel: 'second' } }],
	])('registers once more for %s, and retires the old one', async (__, parameters) => {
		const { actor, trigger } = await openActive(['task.created']);
		await publishWith(actor, { ...trigger, parameters });
		await publishWith(actor, { ...trigger, parameters });
		expect(actor.door.registrations).toHaveLength(2);
		const [old, now] = actor.door.registrations.map(({ url }) => url);
		await expectRetired(actor, old ?? '', now ?? '');
	});

	it('registers once more for another account, and retires the old one', async () => {
		const { actor, trigger } = await openActive(['task.created']);
		const other = await stage.openAccount();
		await publishWith(actor, { ...trigger, credentials: use(other.credential) });
		await publishWith(actor, { ...trigger, credentials: use(other.credential) });
		expect(actor.door.registrations).toHaveLength(1);
		expect(other.door.registrations).toHaveLength(1);
		const [old, now] = [actor, other].map(({ door }) => door.registrations[0]?.url ?? '');
		await expectRetired(actor, old ?? '', now ?? '');
	});

	it('registers once more for a second credential of the same address', async () => {
		const { actor, trigger } = await openActive(['task.created']);
		const { name, type, data } = actor.credential;
		const second = await createCredential(stage.session, { name: `${name} again`, type, data });
		await publishWith(actor, { ...trigger, credentials: use(second) });
		expect(actor.door.registrations).toHaveLength(2);
	});

	it('registers once more for another public URL, and retires the old one', async () => {
		const { actor } = await openActive(['task.created']);
		const { port } = stage.n8n.ports;
		await stage.restart({ N8N_WEBHOOK_URL: `http://localhost:${port}/` });
		for (let time = 0; time < 2; time++) {
			await deactivate(stage.session, actor.workflow);
			await activate(stage.session, actor.workflow);
		}
		const [old = '', now = '', ...others] = actor.door.registrations.map(({ url }) => url);
		expect(others).toEqual([]);
		expect(new URL(now).hostname).toBe('localhost');
		await expectRetired(actor, old, now.replace('localhost', '127.0.0.1'));
	});
});
