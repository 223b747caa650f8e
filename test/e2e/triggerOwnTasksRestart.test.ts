import { itemsOf, allExecutionsOf, settledExecutions } from '../../tools/n8n/api/executions';
import { until } from '../../tools/n8n/poll';
import { NO_RUNNER } from '../../tools/n8n/presets';
import { forwardTo } from '../../tools/http/proxy';
import type { ReceivedRequest } from '../../tools/http/server';
import {
	openTestEnvironment,
	type OwnTestEnvironment,
	type PublishedTrigger,
} from '../support/n8n/environment';
import {
	action,
	chain,
	CREATE_TASK,
	node,
	trigger,
	TRIGGER,
	type WorkflowNode,
} from '../../tools/n8n/workflow';

const boardId = { ...CREATE_TASK.boardId, value: '1' };
const create = action({ ...CREATE_TASK, boardId, title: 'Own' });

let environment: OwnTestEnvironment;
beforeAll(async () => (environment = await openTestEnvironment({ settings: NO_RUNNER })));
afterAll(async () => await environment?.close());

const publish = async (...nodes: WorkflowNode[]) =>
	await environment.publishTrigger(chain(trigger(), ...nodes));

/** The titles of the events that started an execution. */
async function started({ workflow, sandbox }: PublishedTrigger, count: number) {
	await sandbox.idle();
	const executions = await settledExecutions(environment.session, workflow, count);
	return executions.map((one) => Object(itemsOf(one, TRIGGER)[0]?.task).title as unknown).sort();
}

it('an execution that waited during a restart does not start the workflow with its task', async () => {
	const jsonOutput = '={{ { "link": $execution.resumeUrl } }}';
	const link = node('Link', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput });
	const wait = node('Wait', 'n8n-nodes-base.wait', 1.1, { resume: 'webhook', options: {} });
	const published = await publish(link, wait, create);
	await published.createTask('By a person');
	const waiting = await until('wait', async () => {
		const [one] = await allExecutionsOf(environment.session, published.workflow);
		return one?.status === 'waiting' ? one : undefined;
	});
	await environment.restart();
	expect((await fetch(String(itemsOf(waiting, 'Link')[0]?.link))).status).toBe(200);
	expect(await started(published, 1)).toEqual(['By a person']);
	expect((await published.tasks()).map(({ title }) => title)).toEqual(['By a person', 'Own']);
});

it("a person's event that waits for a create while n8n stops starts the workflow", async () => {
	const published = await publish(create);
	let respond = () => {};
	const held = new Promise<void>((resolve) => (respond = resolve));
	let isHeld = false;
	published.proxy.when('POST /api/v1/tasks', async (received: ReceivedRequest) => {
		const response = await forwardTo(published.sandbox.url)(received);
		isHeld = true;
		await held;
		return response;
	});
	await published.createTask('By a person');
	await until('send the create', async () => (isHeld ? true : undefined));
	// Resolves as soon as n8n has responded to both events.
	await published.createTask('Own');
	const restarted = environment.restart();
	await until('stop', async () =>
		environment.n8n.log().includes('Stopping n8n') ? true : undefined,
	);
	respond();
	await restarted;
	expect(await started(published, 2)).toEqual(['By a person', 'Own']);
	expect(await published.tasks()).toHaveLength(4);
});
