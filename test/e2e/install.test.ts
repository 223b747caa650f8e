import { finishedExecution, itemsOf } from '../../host/executions';
import { activate } from '../../host/publication';
import { pack } from '../../host/tarball';
import { createWorkflow, run } from '../../host/workflows';
import { ACTION, actionWorkflow, CREATE_TASK } from '../support/action-workflow';
import { deliverTask } from '../support/deliver';
import { openInstallStage, type Buttons } from '../support/install-stage';
import { createTask, openActor, titlesUpTo } from '../support/trigger-stage';
import type { TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

describe('the package, installed in the editor', () => {
	let stage: TriggerStage & Buttons;

	beforeAll(async () => {
		stage = await openInstallStage();
		await stage.offer(await pack(stage.home));
		await stage.install();
	});
	afterAll(async () => await stage?.close());

	it('creates a task without a restart of n8n', async () => {
		const { credential } = await stage.openAccount();
		const workflow = actionWorkflow([{ boardId: 2, title: 'At once' }], CREATE_TASK);
		const saved = await createWorkflow(stage.session, workflow, credential);
		const execution = await finishedExecution(
			stage.session,
			await run(stage.session, saved, 'Start'),
		);
		expect(itemsOf(execution, ACTION)).toMatchObject([{ board_id: 2, title: 'At once' }]);
	});

	it('removed and installed again, goes on with a published trigger as registered', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		await stage.uninstall();
		const url = actor.door.registrations[0]?.url ?? '';
		expect(await deliverTask(url, 'Meanwhile')).toMatchObject({ status: 400 });
		await stage.install();
		await createTask(stage, 'Back');
		expect(await titlesUpTo(stage, actor, 'Back')).toEqual(['Back']);
		expect(actor.door.registrations).toHaveLength(1);
	});
});
