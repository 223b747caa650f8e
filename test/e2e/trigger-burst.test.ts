import { allExecutionsOf, isRunning } from '../../host/executions';
import { until } from '../../host/poll';
import { activate } from '../../host/publication';
import { ship } from '../support/load';
import { openActor, openTriggerStage, titlesOf, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(600_000);

const DELIVERIES = 2_000;

describe('a burst of deliveries', () => {
	let stage: TriggerStage;
	// n8n's other expression engine takes three times as long for each delivery.
	beforeAll(async () => (stage = await openTriggerStage({ N8N_EXPRESSION_ENGINE: 'legacy' })));
	afterAll(async () => await stage?.close());

	it('loses none of 2,000 at 50 in flight, and runs each once', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);
		const urls = [actor.door.registrations[0]?.url ?? ''];
		const receipts = await ship(titles.map((title) => ({ title, urls })));
		expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));

		await until('finish all executions', async () => {
			const found = await allExecutionsOf(stage.session, actor.workflow, false);
			return found.length >= DELIVERIES && !found.some(isRunning) ? true : undefined;
		});
		const executions = await allExecutionsOf(stage.session, actor.workflow);
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(executions.flatMap(titlesOf).sort()).toEqual(titles.sort());
	});
});
