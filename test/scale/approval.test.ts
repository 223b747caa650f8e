import { finishedExecution, itemsOf } from '../../host/executions';
import { ACTION, approvalWorkflow, decide, open, waitingLink } from '../../testkit/approval';
import {
	addressesOf,
	openQueueEnvironment,
	takenUpBy,
	type QueueEnvironment,
} from '../../testkit/queue';
import { figure } from '../../testkit/figure';

const WAITS = 10;

let environment: QueueEnvironment;
beforeAll(async () => (environment = await openQueueEnvironment()));
afterAll(async () => await environment?.close());

describe('an approval in queue mode', () => {
	it('is decided once, whichever webhook processors get the answers at the same moment', async () => {
		const service = await environment.openService();
		const both = [0, 0];
		for (let count = 0; count < WAITS; count++) {
			const id = await environment.startWorkflow(approvalWorkflow(), service);
			const link = await waitingLink(environment.session, service, id);
			const [one = '', other = ''] = addressesOf(environment, link);
			for (const url of [one, other]) expect((await open(url)).status).toBe(200);
			const answers = await Promise.all([decide(one, 'approve'), decide(other, 'decline')]);
			const isRecorded = answers.map(({ text }) => text.includes('Your answer was recorded'));
			expect(isRecorded.filter(Boolean)).toHaveLength(1);
			const execution = await finishedExecution(environment.session, id);
			expect(itemsOf(execution, ACTION)).toMatchObject([{ approved: isRecorded[0] }]);
			both[isRecorded.indexOf(true)]! += 1;
			for (const url of [one, other])
				expect((await decide(url, 'approve')).text).toMatch(/no action|already/i);
		}
		expect(await service.tasks()).toHaveLength(WAITS);
		const shares = environment.workers.map((worker) => takenUpBy(worker).length);
		// Each execution is taken up once before the answer and once after it.
		expect(shares.reduce((all, share) => all + share, 0)).toBe(2 * WAITS);
		expect(Math.min(...shares)).toBeGreaterThan(0);
		figure(
			`${WAITS} waits, each answered at both webhook processors at once: decided by the first ${both[0]} times, by the second ${both[1]} times; executions of the workers: ${shares.join(' and ')}`,
		);
	});
});
