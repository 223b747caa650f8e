import { createCredential, use } from '../../host/credentials';
import { allExecutionsOf } from '../../host/executions';
import { activate, deactivate } from '../../host/publication';
import { saveDraft } from '../../host/workflows';
import type { Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { deliverTask } from '../support/deliver';
import { figure } from '../support/figure';
import { ship } from '../support/load';
import {
	addressesOf,
	finished,
	openQueueTriggerStage,
	queueEmpty,
	spread,
	takenUpBy,
	type QueueTriggerStage,
} from '../support/queue-stage';
import { openActor, titlesOf, type Actor } from '../support/trigger-stage';
import { listingWorkflow, triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(600_000);

let stage: QueueTriggerStage;
beforeAll(async () => (stage = await openQueueTriggerStage()));
afterAll(async () => await stage?.close());

const EVENTS = 100;

const named = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name} ${index}`);
const loginsOf = (sandbox: Sandbox) =>
	sandbox.requests().filter(({ path }) => path === '/api/v1/auth/login').length;
const registrationsOf = ({ door }: Actor) => door.registrations.map(({ url }) => url);

describe('a trigger in queue mode', () => {
	it('registers once, over deactivating, activating and a restart of the main process', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		await deactivate(stage.session, actor.workflow);
		await activate(stage.session, actor.workflow);
		await stage.restart();
		await deactivate(stage.session, actor.workflow);
		await activate(stage.session, actor.workflow);
		expect(actor.door.registrations).toHaveLength(1);

		const addresses = addressesOf(stage, registrationsOf(actor)[0]);
		for (const url of addresses) expect((await deliverTask(url, url)).status).toBe(200);
		const tally = await finished(stage, actor.workflow);
		expect(tally).toEqual({ success: addresses.length });
	});

	it('refuses retired and wrong keys at every webhook processor', async () => {
		const trigger = triggerNode();
		const actor = await openActor(stage, triggerWorkflow([trigger]));
		trigger.credentials = use(actor.credential);
		await activate(stage.session, actor.workflow);
		trigger.parameters = { ...trigger.parameters, options: { registrationLabel: 'second' } };
		await activate(
			stage.session,
			await saveDraft(stage.session, actor.workflow, triggerWorkflow([trigger])),
		);
		const [retired = '', live = ''] = registrationsOf(actor);
		const wrong = live.replace(/key=.*/, 'key=wrong');
		for (const [url, status] of [
			[retired, 410],
			[wrong, 401],
			[live, 200],
		] as const) {
			const addresses = addressesOf(stage, url);
			const answers = await Promise.all(addresses.map(async (at) => await deliverTask(at, at)));
			expect(answers.map((answer) => answer.status)).toEqual(addresses.map(() => status));
		}
		const tally = await finished(stage, actor.workflow);
		expect(tally).toEqual({ success: stage.processors.length });
	});

	it('runs a repetition once per webhook processor: each remembers only what it saw itself', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		const [first = '', second = ''] = addressesOf(stage, registrationsOf(actor)[0]);
		const titles = named('Event', EVENTS);
		const send = async (url: string) => {
			const receipts = await ship(titles.map((title) => ({ title, urls: [url] })));
			expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
		};
		await send(first);
		await send(first);
		await queueEmpty(stage);
		expect(await finished(stage, actor.workflow)).toEqual({ success: EVENTS });
		await send(second);
		await send(second);
		await queueEmpty(stage);
		const { success } = await finished(stage, actor.workflow);
		expect(success).toBe(2 * EVENTS);
		const ran = (await allExecutionsOf(stage.session, actor.workflow)).flatMap(titlesOf);
		expect(ran.sort()).toEqual([...titles, ...titles].sort());
		figure(
			`${EVENTS} events, each twice to both webhook processors: ${success} runs, ` +
				`${EVENTS} by ${stage.processors.length} processors instead of ${EVENTS} in all`,
		);
	});
});

describe('a login in queue mode', () => {
	it('is shared by the workers, and renewed when the service refuses it', async () => {
		const { sandbox, session } = stage;
		const trigger = triggerNode();
		const login = await createCredential(session, {
			name: 'Login',
			type: 'workspaceTaskServiceLoginApi',
			data: { baseUrl: sandbox.url, email: sandbox.email, password: sandbox.password },
		});
		const actor = await openActor(stage, listingWorkflow(trigger, login));
		await activate(session, actor.workflow);
		const addresses = addressesOf(stage, registrationsOf(actor)[0]);
		const run = async (titles: string[], total: number) => {
			const receipts = await ship(spread(titles, addresses));
			expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
			expect(await finished(stage, actor.workflow)).toEqual({ success: total });
		};

		await run(['First'], 1);
		const before = stage.workers.map((worker) => takenUpBy(worker).length);
		await run(named('Shared', EVENTS), 1 + EVENTS);
		expect(loginsOf(sandbox)).toBe(1);

		await call('POST', `${sandbox.url}/sandbox/reset`);
		await run(named('Renewed', EVENTS), 1 + 2 * EVENTS);
		const renewals = loginsOf(sandbox);
		expect(renewals).toBeGreaterThan(0);
		expect(renewals).toBeLessThanOrEqual(stage.workers.length);
		const after = stage.workers.map((worker) => takenUpBy(worker).length);
		const shares = after.map((count, index) => count - (before[index] ?? 0));
		expect(Math.min(...shares)).toBeGreaterThan(0);
		figure(
			`workers ran ${shares.join(' and ')} executions with 1 login, ` +
				`and with ${renewals} more after the service had forgotten it`,
		);
	});
});
