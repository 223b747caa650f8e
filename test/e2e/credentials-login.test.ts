import { createCredential, testCredential, use } from '../../host/credentials';
import { allExecutionsOf, failureOf, finishedExecution, itemsOf } from '../../host/executions';
import { panelList } from '../../host/panelLists';
import { until } from '../../host/poll';
import { activate, deactivate } from '../../host/publication';
import { createWorkflow, run, type SavedWorkflow, type Workflow } from '../../host/workflows';
import {
	action,
	everySecond,
	httpRequest,
	items,
	line,
	manual,
	webhook,
} from '../support/line-workflow';
import { startReceiver, type Answer, type Receiver } from '../support/receiver';
import { openTriggerStage, type Account, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

let stage: TriggerStage;
let account: Account;

beforeAll(async () => (stage = await openTriggerStage()));
afterAll(async () => await stage?.close());
beforeEach(async () => (account = await stage.openAccount('login')));
afterEach(() => stage.sandbox.clearFaults());

const LOGIN = { authentication: 'login', options: { maxRetries: 0 } };
const LIST = { ...LOGIN, resource: 'board', operation: 'getAll', returnAll: true };
const createTask = (settings = {}) => action('Create Task', LOGIN, settings);

const refuseOnce = (route: string) =>
	stage.sandbox.addFault({ kind: 'status', status: 401, route, times: 1 });
const save = async (workflow: Workflow, { credential } = account) =>
	await createWorkflow(stage.session, workflow, credential);
const execute = async (workflow: SavedWorkflow) =>
	await finishedExecution(stage.session, await run(stage.session, workflow, 'Start'));
async function succeedTwice(workflow: SavedWorkflow) {
	const executions = [await execute(workflow), await execute(workflow)];
	expect(executions.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
	return executions;
}
const tokens = ({ door } = account) => {
	const sent = door.requests.map(({ authorization }) => authorization);
	return new Set(sent.filter((one) => one !== undefined));
};

describe('a login from a cold start', () => {
	it('serves a run by hand, and the next one', async () => {
		const workflow = await save(line(manual(), createTask()));
		await succeedTwice(workflow);
		expect(account.door.logins()).toBe(1);
		expect(tokens().size).toBe(1);
	});

	it("serves runs that n8n's Webhook node starts", async () => {
		const path = crypto.randomUUID();
		const titled = action('Create Task', { ...LOGIN, title: '={{ $json.body.title }}' });
		const workflow = await save(line(webhook(path), titled));
		await activate(stage.session, workflow);
		for (const title of ['Task one', 'Task two']) {
			const headers = { 'content-type': 'application/json' };
			const request = { method: 'POST', headers, body: JSON.stringify({ title }) };
			const answer = await fetch(`${stage.n8n.url}/webhook/${path}`, request);
			expect(await answer.json()).toMatchObject({ board_id: 1, title });
		}
		await deactivate(stage.session, workflow);
		expect(account.door.logins()).toBe(1);
	});

	it('serves runs by a schedule', async () => {
		const workflow = await save(line(everySecond(), createTask()));
		await activate(stage.session, workflow);
		const runs = await until('run twice by its schedule', async () => {
			const found = await allExecutionsOf(stage.session, workflow);
			return found.filter(({ status }) => status !== 'running').length > 1 ? found : undefined;
		});
		await deactivate(stage.session, workflow);
		expect(runs.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
		expect(account.door.logins()).toBe(1);
	});

	it('serves the trigger and the node after it', async () => {
		const trigger = triggerNode({
			parameters: { ...LOGIN, events: ['task.created'], options: {} },
		});
		const parts = triggerWorkflow([trigger]);
		const next = { ...createTask(), name: 'Next', parameters: LIST };
		const workflow = await save({ ...parts, nodes: [trigger, next] });
		await activate(stage.session, workflow);
		const { url, token } = stage.sandbox;
		await fetch(`${url}/api/v1/tasks`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: '{"title":"Wake up","board_id":1}',
		});
		const [execution] = await until('run the triggered workflow', async () => {
			const found = await allExecutionsOf(stage.session, workflow);
			return found.some(({ status }) => status !== 'running') ? found : undefined;
		});
		await deactivate(stage.session, workflow);
		expect(execution && failureOf(execution)).toBeUndefined();
		expect(account.door.requests.map((one) => one.line)).toEqual([
			'POST /api/v1/auth/login',
			'POST /api/v1/webhooks',
			'GET /api/v1/boards',
		]);
	});

	it('serves the credential test', async () => {
		const verdict = await testCredential(stage.session, account.credential);
		expect(verdict).toMatchObject({ status: 'OK' });
		expect(account.door.logins()).toBe(1);
	});

	it.each(['boards', 'workspaces', 'boards of the trigger'] as const)(
		'serves the list of %s, again and again',
		async (name) => {
			const parameters = { ...LOGIN, resource: 'task', operation: 'create' };
			const list = async () => await panelList(stage.session, name, account.credential, parameters);
			const lists = [await list(), await list()].map((one) => JSON.stringify(one));
			for (const one of lists) expect(one).toMatch(/"value":/);
			expect(account.door.logins()).toBe(1);
		},
	);

	it('serves all items, nodes and executions that need it at the same time', async () => {
		const second = { ...createTask(), id: 'second', name: 'Second' };
		const workflow = await save(line(manual(), ...items(20), createTask(), second));
		const runs = await Promise.all([1, 2, 3].map(async () => await execute(workflow)));
		expect(runs.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
		expect(runs.map((one) => itemsOf(one, 'Second').length)).toEqual([20, 20, 20]);
		expect(account.door.logins()).toBe(1);
	});
});

describe('a login whose token is refused', () => {
	it('is renewed once for all that use it, and used by the next run', async () => {
		const workflow = await save(line(manual(), ...items(20), createTask()));
		await execute(workflow);
		const route = 'POST /api/v1/tasks';
		stage.sandbox.addFault({ kind: 'status', status: 401, route, times: 5 });
		await succeedTwice(workflow);
		expect(account.door.logins()).toBe(2);
		expect(tokens().size).toBe(2);
	});
});

describe('a restart of n8n', () => {
	it('costs no login and no registration, whatever became of the token', async () => {
		const action = await save(line(manual(), createTask()));
		const parameters = { ...LOGIN, events: ['task.created'], options: {} };
		const trigger = await save(triggerWorkflow([triggerNode({ parameters })]));
		const session = stage.session;
		await activate(session, trigger);
		refuseOnce('POST /api/v1/tasks');
		expect(failureOf(await execute(action))).toBeUndefined();
		await deactivate(session, trigger);
		await activate(session, trigger);
		await deactivate(session, trigger);
		expect([account.door.logins(), tokens().size]).toEqual([2, 2]);
		await stage.restart();
		expect(failureOf(await execute(action))).toBeUndefined();
		await activate(session, trigger);
		await deactivate(session, trigger);
		expect([account.door.logins(), tokens().size]).toEqual([2, 2]);
		expect(account.door.registrations).toHaveLength(1);
	});
});

describe('a wrong password', () => {
	it('is tried once by all runs, items, lists and tests, which say so', async () => {
		const data = { ...account.credential.data, password: 'wr0ng pass' };
		const wrong = await createCredential(stage.session, { ...account.credential, data });
		const workflow = line(manual(), ...items(20), createTask({ onError: 'continueRegularOutput' }));
		const saved = await save(workflow, { ...account, credential: wrong });
		const runs = [await execute(saved), await execute(saved)];
		const words = runs.flatMap((one) => itemsOf(one, 'Create Task')).map(({ error }) => error);
		const verdict = await testCredential(stage.session, wrong);
		expect(words).toHaveLength(40);
		for (const one of [...words, verdict.message]) {
			expect(one).toContain('The service answered the login with 401');
			expect(one).toContain('Check e-mail and password in the credential');
		}
		expect(verdict.status).toBe('Error');
		expect(account.door.requests.map((one) => one.line)).toEqual(['POST /api/v1/auth/login']);
	});
});

describe('a login that', () => {
	let other: Receiver;
	beforeAll(async () => (other = await startReceiver()));
	afterAll(async () => await other.close());

	it.each<[string, Answer | 'reset', string]>([
		['gives no token', { status: 200, body: '{"user":{}}' }, 'no token in it'],
		['gives a page', { status: 200, body: '<html><title>Shop</title>' }, 'something else: Shop'],
		['fails', { status: 500, body: '{"error":"out of order"}' }, '500: out of order'],
		['is cut off', 'reset', 'The login got no answer: The connection was cut'],
	])('%s says so, and nothing else is sent', async (what, answer, words) => {
		const data = { baseUrl: other.url, email: `${what}@example.com`, password: 'p4ssw0rd' };
		const credential = await createCredential(stage.session, { ...account.credential, data });
		const workflow = await save(line(manual(), createTask()), { ...account, credential });
		const before = other.requests.length;
		other.react(answer);
		expect(failureOf(await execute(workflow))).toContain(words);
		const sent = other.requests.slice(before).map(({ url }) => url);
		expect(sent).toEqual(['/api/v1/auth/login']);
	});
});

describe("n8n's HTTP Request node", () => {
	const boards = ({ door, credential }: Account) =>
		httpRequest(
			{
				url: `${door.url}/api/v1/boards`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credential.type,
				options: {},
			},
			{ credentials: use(credential) },
		);

	it.each(['apiToken', 'login'] as const)('signs in with %s', async (authentication) => {
		const own = await stage.openAccount(authentication);
		const workflow = await save(line(manual(), boards(own)), own);
		for (const execution of await succeedTwice(workflow)) {
			expect(itemsOf(execution, 'HTTP Request')[0]).toHaveProperty('name');
		}
		expect(own.door.logins()).toBe(authentication === 'login' ? 1 : 0);
	});

	it('has a refused login token renewed', async () => {
		const workflow = await save(line(manual(), boards(account)));
		await execute(workflow);
		refuseOnce('GET /api/v1/boards');
		await succeedTwice(workflow);
		expect([account.door.logins(), tokens().size]).toEqual([2, 2]);
	});
});
