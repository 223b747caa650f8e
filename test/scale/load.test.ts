import {
	urlsOf,
	deliverAll,
	finished,
	openQueueEnvironment,
	executionsStartedBy,
	type QueueEnvironment,
} from '../support/queue/environment';
import { allExecutionsOf, titlesOf } from '../support/n8n/tools';

const DELIVERIES = 5_000;

describe('5,000 deliveries over two webhook processors', () => {
	let environment: QueueEnvironment;
	beforeAll(async () => (environment = await openQueueEnvironment()));
	afterAll(async () => await environment?.close());

	it('all get a 200 and run once each, on both workers', async () => {
		const published = await environment.publishTrigger();
		const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);
		const urls = urlsOf(environment, published.url);
		const started = Date.now();
		const receipts = await deliverAll(titles, urls);
		const responded = Date.now();
		expect(new Set(receipts.map(({ failures }) => failures))).toEqual(new Set([0]));

		const tally = await finished(environment, published.workflow);
		const ended = Date.now();
		expect(tally).toEqual({ success: DELIVERIES });
		const executions = await allExecutionsOf(environment.session, published.workflow);
		expect(executions.flatMap(titlesOf).sort()).toEqual(titles.sort());

		const shares = environment.workers.map(executionsStartedBy);
		expect(shares.flat().sort()).toEqual(executions.map(({ id }) => id).sort());
		expect(shares.filter((ids) => ids.length > 0)).toHaveLength(environment.workers.length);
		const perSecond = (until: number) => Math.round(DELIVERIES / ((until - started) / 1000));
		const figures = `${perSecond(responded)} accepted, ${perSecond(ended)} finished per second`;
		process.stdout.write(`  ${figures}\n`);
	});
});
