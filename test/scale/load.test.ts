import { allExecutionsOf } from '../../host/executions';
import { activate } from '../../host/publication';
import { figure } from '../support/figure';
import { ship } from '../support/load';
import {
	addressesOf,
	finished,
	openQueueTriggerStage,
	spread,
	takenUpBy,
	type QueueTriggerStage,
} from '../support/queue-stage';
import { openActor, titlesOf } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(900_000);

const DELIVERIES = 5_000;

describe('5,000 deliveries over two webhook processors', () => {
	let stage: QueueTriggerStage;
	beforeAll(async () => (stage = await openQueueTriggerStage()));
	afterAll(async () => await stage?.close());

	it('are all answered 200, and run once each, on both workers', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);
		const addresses = addressesOf(stage, actor.door.registrations[0]?.url);
		const started = Date.now();
		const receipts = await ship(spread(titles, addresses));
		const answered = Date.now();
		expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
		expect(new Set(receipts.map(({ failures }) => failures))).toEqual(new Set([0]));

		const tally = await finished(stage, actor.workflow);
		const ended = Date.now();
		expect(tally).toEqual({ success: DELIVERIES });
		const executions = await allExecutionsOf(stage.session, actor.workflow);
		expect(executions.flatMap(titlesOf).sort()).toEqual(titles.sort());

		const shares = stage.workers.map(takenUpBy);
		expect(shares.flat().sort()).toEqual(executions.map(({ id }) => id).sort());
		expect(shares.filter((ids) => ids.length > 0)).toHaveLength(stage.workers.length);
		const perSecond = (until: number) => Math.round(DELIVERIES / ((until - started) / 1000));
		figure(`workers ran ${shares.map(({ length }) => length).join(' and ')} executions`);
		figure(`${perSecond(answered)} accepted and ${perSecond(ended)} finished per second`);
	});
});
