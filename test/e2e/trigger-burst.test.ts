import { Agent, request } from 'undici';
import { allExecutionsOf, isRunning } from '../../host/executions';
import { until } from '../../host/poll';
import { activate } from '../../host/publication';
import { openActor, openTriggerStage, titlesOf, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(600_000);

const DELIVERIES = 2_000;
const AT_ONCE = 50;

describe('a burst of deliveries', () => {
	let stage: TriggerStage;
	// n8n's other expression engine takes three times as long for each delivery.
	beforeAll(async () => (stage = await openTriggerStage({ N8N_EXPRESSION_ENGINE: 'legacy' })));
	afterAll(async () => await stage?.close());

	it('loses none of 2,000 at 50 in flight, and runs each once', async () => {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);
		const statuses = await sendAll(actor.door.registrations[0]?.url ?? '', titles);
		expect(new Set(statuses)).toEqual(new Set([200]));

		await until('finish all executions', async () => {
			const found = await allExecutionsOf(stage.session, actor.workflow, false);
			return found.length >= DELIVERIES && !found.some(isRunning) ? true : undefined;
		});
		const executions = await allExecutionsOf(stage.session, actor.workflow);
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(executions.flatMap(titlesOf).sort()).toEqual(titles.sort());
	});

	async function sendAll(url: string, titles: string[]): Promise<number[]> {
		const dispatcher = new Agent({ connections: AT_ONCE });
		const waiting = titles.entries();
		const statuses: number[] = [];
		const sendNext = async () => {
			for (const [id, title] of waiting) {
				const body = JSON.stringify({ event: 'task.created', data: { task: { id, title } } });
				const headers = { 'content-type': 'application/json' };
				const answer = await request(url, { method: 'POST', headers, body, dispatcher });
				await answer.body.dump();
				statuses.push(answer.statusCode);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
		await dispatcher.close();
		return statuses;
	}
});
