/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allExecutionsOf } from '../../host/executions';
import type { N8n } from '../../host/n8n';
import { root } from '../../host/paths.cjs';
import { activate } from '../../host/publication';
import { CONCURRENCY } from '../../host/queueSettings';
import { figure } from '../support/figure';
import { SHORT_LOCKS, shipAndKill } from '../support/kill';
import { ship } from '../support/load';
import { startReceiver, type Receiver } from '../support/receiver';
import {
	abandoned,
	addressesOf,
	finished,
	openQueueTriggerStage,
	queueEmpty,
	spread,
	takenUpBy,
	type QueueTriggerStage,
} from '../support/queue-stage';
import { openActor, titlesOf } from '../support/trigger-stage';
import { askingWorkflow, triggerNode } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(900_000);

const DELIVERIES = 1_000;
const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);
const requeueScript = readFileSync(path.join(root, 'deploy/requeue.lua'), 'utf8');

describe('a process that is killed in the midst of a load', () => {
	let stage: QueueTriggerStage;
	let receiver: Receiver;
	beforeAll(async () => {
		receiver = await startReceiver();
		stage = await openQueueTriggerStage(SHORT_LOCKS);
	});
	afterAll(async () => {
		await stage?.close();
		await receiver.close();
	});

	const requeue = async () => Number(await stage.redis.query('EVAL', requeueScript, '0'));

	it('a worker that starts again in its own folder: what it had in hand is kept and put back, and runs', async () => {
		const few = titles.slice(0, CONCURRENCY * stage.workers.length);
		const actor = await openActor(stage, askingWorkflow(triggerNode(), receiver.url));
		await activate(stage.session, actor.workflow);
		const victim = stage.workers[0] as N8n;
		receiver.react('hold');
		await ship(spread(few, addressesOf(stage, actor.door.registrations[0]?.url)));
		await receiver.waitFor(few.length);
		expect(takenUpBy(victim)).toHaveLength(CONCURRENCY);
		await victim.kill();
		receiver.release();
		const { log } = await stage.revive(victim);
		expect(log()).not.toContain('Queue errored');
		expect(await abandoned(stage)).toBe(CONCURRENCY);
		expect([await requeue(), await requeue()]).toEqual([0, CONCURRENCY]);

		await queueEmpty(stage);
		expect(await finished(stage, actor.workflow)).toEqual({ success: few.length });
		const ran = (await allExecutionsOf(stage.session, actor.workflow)).flatMap(titlesOf);
		expect(ran.sort()).toEqual([...few].sort());
		figure(
			`a killed worker that started again: all ${few.length} ran; ` +
				`${CONCURRENCY} were in its hands and put back`,
		);
	});

	it('a worker: what it had in hand is kept and put back, and every event that was answered 200 runs', async () => {
		const [victim, survivor] = stage.workers as [N8n, N8n];
		const { workflow } = await shipAndKill(stage, titles, victim);
		const inHand = await abandoned(stage);
		expect(inHand).toBeLessThanOrEqual(CONCURRENCY);
		expect([await requeue(), await requeue()]).toEqual([0, inHand]);

		await queueEmpty(stage);
		expect(await finished(stage, workflow)).toEqual({ success: DELIVERIES });
		const ran = (await allExecutionsOf(stage.session, workflow)).flatMap(titlesOf);
		expect(ran.sort()).toEqual([...titles].sort());
		const again = new Set(takenUpBy(survivor));
		const begunTwice = takenUpBy(victim).filter((id) => again.has(id)).length;
		expect(begunTwice).toBeLessThanOrEqual(inHand);
		figure(
			`a killed worker: all ${DELIVERIES} ran; ${inHand} were in its hands and put back, ` +
				`${begunTwice} of them had begun there`,
		);
	});

	it('a webhook processor: every event that was answered 200 runs', async () => {
		const victim = stage.processors[0] as N8n;
		const { workflow, receipts } = await shipAndKill(stage, titles, victim);
		// As Docker does.
		await stage.revive(victim);
		await queueEmpty(stage);
		// At its start the main process ends what was begun and is not in the queue.
		await stage.restart();
		const { crashed = 0 } = await finished(stage, workflow);
		const executions = await allExecutionsOf(stage.session, workflow);
		const succeeded = executions.filter(({ status }) => status === 'success');
		const ran = succeeded.flatMap(titlesOf);
		expect([...new Set(ran)].sort()).toEqual([...titles].sort());

		// Sent again because nobody answered, although n8n may have had it already.
		const resent = receipts.filter(({ failures }) => failures > 0).map(({ title }) => title);
		const doubled = ran.filter((title, index) => ran.indexOf(title) !== index);
		expect(doubled.filter((title) => !resent.includes(String(title)))).toEqual([]);
		figure(
			`a killed webhook processor: all ${DELIVERIES} ran; ${resent.length} were sent to the other ` +
				`one, ${doubled.length} of them ran twice; ${crashed} begun and not queued`,
		);
	});
});
