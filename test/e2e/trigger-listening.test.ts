import { allExecutionsOf, type Execution } from '../../host/executions';
import { listen, stopListening } from '../../host/listening';
import { until } from '../../host/poll';
import { activate, deactivate } from '../../host/publication';
import { deliverTask } from '../support/deliver';
import {
	createTask,
	openActor,
	openTriggerStage,
	titlesOf,
	type Actor,
	type TriggerStage,
} from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const TIMES = 10;
const TITLES = Array.from({ length: TIMES }, (_, time) => `Event ${time}`);

describe('listening for a test event', () => {
	let stage: TriggerStage;
	let actor: Actor;
	let executions: Execution[];

	beforeAll(async () => {
		stage = await openTriggerStage();
		actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		for (const title of TITLES) {
			await listen(stage.session, actor.workflow, 'Task Event');
			await createTask(stage, title);
			executions = await runsOf(title);
			await endOfListening();
		}
	});
	afterAll(async () => await stage?.close());

	const titlesIn = (mode: string) =>
		executions
			.filter((one) => one.mode === mode)
			.flatMap(titlesOf)
			.sort();

	it('registers the test address once in ten times', () => {
		const paths = actor.door.registrations.map(({ url }) => new URL(url).pathname.split('/')[1]);
		expect(paths).toEqual(['webhook', 'webhook-test']);
	});

	it('shows each event in the editor', () => {
		expect(titlesIn('manual')).toEqual(TITLES);
	});

	it('starts the published workflow with each event all the same', () => {
		expect(titlesIn('webhook')).toEqual(TITLES);
	});

	it('leaves the registration of the published workflow as it is', async () => {
		await deactivate(stage.session, actor.workflow);
		await activate(stage.session, actor.workflow);
		expect(actor.door.registrations).toHaveLength(2);
		const [production = ''] = actor.door.registrations.map(({ url }) => url);
		expect((await deliverTask(production, 'Published')).status).toBe(200);
	});

	it('uses the registration again after listening in vain', async () => {
		await listen(stage.session, actor.workflow, 'Task Event');
		await stopListening(stage.session, actor.workflow);
		await listen(stage.session, actor.workflow, 'Task Event');
		await stopListening(stage.session, actor.workflow);
		expect(actor.door.registrations).toHaveLength(2);
	});

	/** Both the editor's run and that of the published workflow. */
	async function runsOf(title: string): Promise<Execution[]> {
		return await until(`run twice for "${title}"`, async () => {
			const found = await allExecutionsOf(stage.session, actor.workflow);
			const runs = found.filter((one) => titlesOf(one).includes(title));
			return runs.length > 1 && runs.every(({ status }) => status === 'success')
				? found
				: undefined;
		});
	}

	/** n8n ends it after the event has started its execution; until then a stranger gets a 401. */
	async function endOfListening() {
		const test = new URL(actor.door.registrations.at(-1)?.url ?? '');
		test.search = '';
		await until('end the listening', async () => {
			const { status } = await deliverTask(test.href, 'Nobody');
			return status === 404 ? true : undefined;
		});
	}
});
