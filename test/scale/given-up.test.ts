import { allExecutionsOf } from '../../host/executions';
import type { N8n } from '../../host/n8n';
import { CONCURRENCY } from '../../host/queueSettings';
import { figure } from '../support/figure';
import { SHORT_LOCKS, shipAndKill } from '../support/kill';
import {
	finished,
	openQueueTriggerStage,
	takenUpBy,
	type QueueTriggerStage,
} from '../support/queue-stage';
import { titlesOf } from '../support/trigger-stage';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(600_000);

const DELIVERIES = 300;
const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);

describe('a worker that is killed where n8n looks for stalled jobs, its default', () => {
	let stage: QueueTriggerStage;
	const watchful = { ...SHORT_LOCKS, QUEUE_WORKER_STALLED_INTERVAL: '2000' };
	beforeAll(async () => (stage = await openQueueTriggerStage(watchful)));
	afterAll(async () => await stage?.close());

	it('loses the events that it had in hand, and no others: n8n gives them up and overwrites them', async () => {
		const [victim, survivor] = stage.workers as [N8n, N8n];
		const { workflow } = await shipAndKill(stage, titles, victim);
		const { success = 0, error: givenUp = 0 } = await finished(stage, workflow);
		expect(success + givenUp).toBe(DELIVERIES);
		expect(givenUp).toBeLessThanOrEqual(CONCURRENCY);

		const executions = await allExecutionsOf(stage.session, workflow);
		const ran = executions.flatMap(titlesOf);
		expect(new Set(ran).size).toBe(ran.length);
		expect(ran).toHaveLength(success);
		const failed = executions.filter(({ status }) => status === 'error');
		for (const { data } of failed) {
			expect(data?.resultData.error?.message).toContain('failed to be processed too many times');
		}
		const survived = new Set(takenUpBy(survivor));
		expect(failed.filter(({ id }) => survived.has(id))).toEqual([]);
		figure(
			`a killed worker, n8n's default: of ${DELIVERIES} events answered 200, ${success} ran once ` +
				`and ${givenUp} were given up, whose failed executions no longer hold the event`,
		);
	});
});
