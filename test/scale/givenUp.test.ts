import { allExecutionsOf } from '../../tools/n8n/api/executions';
import type { N8n } from '../../tools/n8n/process';
import { CONCURRENCY } from '../../tools/queue/queueSettings';
import { titlesOf } from '../support/n8n/environment';
import {
	deliverAndKill,
	finished,
	openQueueEnvironment,
	SHORT_LOCKS,
	executionsStartedBy,
	type QueueEnvironment,
} from '../support/n8n/queue';

const DELIVERIES = 300;
const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);

describe('a worker that is killed while n8n looks for stalled jobs, its default', () => {
	let environment: QueueEnvironment;
	const watchful = { ...SHORT_LOCKS, QUEUE_WORKER_STALLED_INTERVAL: '2000' };
	beforeAll(async () => (environment = await openQueueEnvironment(watchful)));
	afterAll(async () => await environment?.close());

	it('loses only the events that it was running, which n8n gives up and overwrites', async () => {
		const [victim, survivor] = environment.workers as [N8n, N8n];
		const { workflow } = await deliverAndKill(environment, titles, victim);
		const { success = 0, error: givenUp = 0 } = await finished(environment, workflow);
		expect(success + givenUp).toBe(DELIVERIES);
		expect(givenUp).toBeLessThanOrEqual(CONCURRENCY);

		const executions = await allExecutionsOf(environment.session, workflow);
		const ran = executions.flatMap(titlesOf);
		expect(new Set(ran).size).toBe(ran.length);
		expect(ran).toHaveLength(success);
		const failed = executions.filter(({ status }) => status === 'error');
		for (const { data } of failed) {
			expect(data?.resultData.error?.message).toContain('failed to be processed too many times');
		}
		const survived = new Set(executionsStartedBy(survivor));
		expect(failed.filter(({ id }) => survived.has(id))).toEqual([]);
	});
});
