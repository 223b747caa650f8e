import { testCredential } from '../../host/credentials';
import { allExecutionsOf, finishedExecution, itemsOf } from '../../host/executions';
import {
	eventsOf,
	runSmokeTest,
	prepareSmokeTest,
	type SmokeTest,
	type SmokeTestResult,
} from '../../host/smokeTest';
import { panelList } from '../../host/panelLists';
import { until } from '../../host/poll';
import { freePorts } from '../../host/ports';
import { faultsOf } from '../../host/report';
import { openStage, type Stage } from '../../host/stage';
import { createWorkflow, run } from '../../host/workflows';
import { ACTION, actionWorkflow, CREATE_TASK } from '../support/action-workflow';
import { LEAN } from '../../host/lean';
import { startReceiver, type Receiver } from '../support/receiver';
import { name as packageName, version } from '../../package.json';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

let stage: Stage;
let loop: SmokeTest;
let facts: SmokeTestResult;

beforeAll(async () => {
	stage = await openStage(LEAN);
	loop = await prepareSmokeTest(stage);
	facts = await runSmokeTest(stage, loop);
});

afterAll(async () => await stage?.close());

describe('the packed package in a real n8n', () => {
	it('is loaded from where n8n installs community packages', async () => {
		const names = ['workspaceTaskService', 'workspaceTaskServiceTrigger'];
		const nodeInfos = names.map((name) => ({ name: `${packageName}.${name}`, version: 1 }));
		const types = await stage.session.rest('POST', '/rest/node-types', { nodeInfos });
		// n8n gives this version to the nodes of community packages alone.
		const communityNodePackageVersion = version;
		expect(types).toMatchObject(names.map((name) => ({ name, communityNodePackageVersion })));
	});
});

describe('the credential test', () => {
	const withData = async (data: Record<string, string>) => {
		const right = { baseUrl: stage.sandbox.url, apiToken: stage.sandbox.token };
		const credential = { ...loop.credential, data: { ...right, ...data } };
		return await testCredential(stage.session, credential);
	};

	it('accepts the right token', async () => {
		expect(await withData({})).toMatchObject({ status: 'OK' });
	});

	it('refuses a wrong token', async () => {
		const verdict = await withData({ apiToken: 'wrong' });
		expect(verdict).toMatchObject({ status: 'Error', message: expect.stringMatching(/token/i) });
	});

	it('refuses an address where nothing listens', async () => {
		const [port] = await freePorts(1);
		expect(await withData({ baseUrl: `http://127.0.0.1:${port}` })).toMatchObject({
			status: 'Error',
		});
	});
});

describe('the credential test at an address that redirects', () => {
	let moved: Receiver;
	let elsewhere: Receiver;
	beforeAll(async () => {
		moved = await startReceiver();
		elsewhere = await startReceiver();
	});
	afterAll(async () => {
		await moved.close();
		await elsewhere.close();
	});

	it('fails, and takes the token nowhere else', async () => {
		moved.react({ status: 302, headers: { location: `${elsewhere.url}/api/v1/boards` } });
		const data = { baseUrl: moved.url, apiToken: stage.sandbox.token };
		const verdict = await testCredential(stage.session, { ...loop.credential, data });
		expect(elsewhere.requests).toEqual([]);
		expect(moved.requests).toHaveLength(1);
		expect(verdict.status).toBe('Error');
	});
});

describe('the board picker', () => {
	it('lists the boards of the account', async () => {
		const board = itemsOf(facts.actions, 'Create Board')[0];
		const parameters = { authentication: 'apiToken', resource: 'task', operation: 'create' };
		const page = await panelList(stage.session, 'boards', loop.credential, parameters);
		const entry = { name: expect.stringContaining('Product launch'), value: board?.id };
		expect(page).toMatchObject({
			results: expect.arrayContaining([expect.objectContaining(entry)]),
		});
	});
});

describe('the whole loop', () => {
	it('delivers every created and edited task exactly once', () => {
		expect(faultsOf(facts)).toEqual([]);
		const titles = facts.events
			.flatMap(eventsOf)
			.map(({ event, task }) => [event, (task as { title: string }).title]);
		expect(titles.sort()).toEqual([
			['task.created', 'Book the venue'],
			['task.created', 'Call the press'],
			['task.created', 'Write the invitation'],
			['task.updated', 'Book the venue, for two days'],
		]);
	});

	it('gives the workflow the event, the task and what the service sent', () => {
		const updated = facts.deliveries.find(({ event }) => event === 'task.updated');
		const items = facts.events.flatMap(eventsOf);
		expect(items).toContainEqual({
			event: 'task.updated',
			task: expect.objectContaining({ id: facts.editedTask }),
			deliveryId: updated?.deliveryId,
			receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			payload: updated?.body,
		});
	});

	it('lists the created board among the others', () => {
		const [created] = itemsOf(facts.actions, 'Create Board');
		const ids = itemsOf(facts.actions, 'List Boards').map(({ id }) => id);
		expect(ids).toContain(created?.id);
	});
});

describe('a delivery with a wrong key', () => {
	it('is answered 401 and starts no execution', async () => {
		const address = new URL(stage.sandbox.webhooks()[0]?.url ?? '');
		address.searchParams.set('key', 'wrong');
		const answer = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ event: 'task.created', task: { id: 1, title: 'Forged' } }),
		});
		expect(answer.status).toBe(401);

		stage.sandbox.editTask(facts.editedTask as number, { title: 'After the forged one' });
		const titles = await until('receive the later event', async () => {
			const executions = await allExecutionsOf(stage.session, loop.trigger);
			const found = executions
				.flatMap(eventsOf)
				.map(({ task }) => (task as { title: string }).title);
			return found.includes('After the forged one') ? found : undefined;
		});
		expect(titles).not.toContain('Forged');
	});
});

describe('Continue On Fail', () => {
	it('gives the refused item its reason and lets the others through', async () => {
		const boardId = itemsOf(facts.actions, 'Create Board')[0]?.id;
		const rows = [boardId, 999_999, boardId].map((one) => ({ boardId: one, title: 'A task' }));
		const onError = 'continueRegularOutput';
		const workflow = actionWorkflow(rows, CREATE_TASK, { onError });
		const saved = await createWorkflow(stage.session, workflow, loop.credential);
		const id = await run(stage.session, saved, 'Start');
		const execution = await finishedExecution(stage.session, id);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, ACTION)).toEqual([
			expect.objectContaining({ board_id: boardId }),
			expect.objectContaining({ error: expect.stringContaining('999999') }),
			expect.objectContaining({ board_id: boardId }),
		]);
	});
});

describe('the sandbox', () => {
	it('saw only calls that the API document shows', () => {
		const undocumented = stage.sandbox.requests().filter(({ documented }) => !documented);
		expect(undocumented).toEqual([]);
	});
});
