import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { N8n } from '../../tools/n8n/process';
import { root } from '../../tools/install/paths.cjs';
import { CONCURRENCY } from '../support/queue/roles';
import {
	abandoned,
	urlsOf,
	deliverAll,
	deliverAndKill,
	finished,
	openQueueEnvironment,
	queueEmpty,
	SHORT_LOCKS,
	executionsStartedBy,
	titlesRun,
	type QueueEnvironment,
} from '../support/queue/environment';
import {
	chain,
	httpRequest,
	type ScriptedServer,
	startServer,
	trigger,
} from '../support/n8n/tools';

const DELIVERIES = 1_000;
const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);
const requeueScript = readFileSync(path.join(root, 'deploy/requeue.lua'), 'utf8');

describe('a process that is killed under load:', () => {
	let environment: QueueEnvironment;
	let server: ScriptedServer;
	beforeAll(async () => {
		server = await startServer();
		environment = await openQueueEnvironment(SHORT_LOCKS);
	});
	afterAll(async () => {
		await environment?.close();
		await server.close();
	});

	const requeue = async () => Number(await environment.redis.query('EVAL', requeueScript, '0'));

	it('the events of a worker that restarts in its own folder are kept, requeued and run', async () => {
		const few = titles.slice(0, CONCURRENCY * environment.workers.length);
		const workflow = chain(trigger(), httpRequest({ url: server.url, options: {} }));
		const published = await environment.publishTrigger(workflow);
		const victim = environment.workers[0] as N8n;
		server.reply('hold');
		await deliverAll(few, urlsOf(environment, published.url));
		await server.waitFor(few.length);
		expect(executionsStartedBy(victim)).toHaveLength(CONCURRENCY);
		await victim.kill();
		server.release();
		const { log } = await environment.restartKilled(victim);
		expect(log()).not.toContain('Queue errored');
		expect(await abandoned(environment)).toBe(CONCURRENCY);
		expect([await requeue(), await requeue()]).toEqual([0, CONCURRENCY]);

		await queueEmpty(environment);
		expect(await finished(environment, published.workflow)).toEqual({ success: few.length });
		const ran = await titlesRun(environment, published.workflow);
		expect(ran.sort()).toEqual([...few].sort());
	});

	it('every event to which a killed webhook processor responded with 200 runs', async () => {
		const victim = environment.processors[0] as N8n;
		const { workflow, receipts } = await deliverAndKill(environment, titles, victim);
		// As Docker does.
		await environment.restartKilled(victim);
		await queueEmpty(environment);
		// At startup, the main process ends executions that were begun and are not in the queue.
		await environment.restart();
		await finished(environment, workflow);
		const ran = await titlesRun(environment, workflow);
		expect([...new Set(ran)].sort()).toEqual([...titles].sort());

		// Retried because no response came, although n8n may have received it already.
		const resent = receipts.filter(({ failures }) => failures > 0).map(({ title }) => title);
		const doubled = ran.filter((title, index) => ran.indexOf(title) !== index);
		expect(doubled.filter((title) => !resent.includes(String(title)))).toEqual([]);
	});
});
