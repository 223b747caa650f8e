import type { INodeExecutionData } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { identifySession } from '../../nodes/WorkspaceTaskService/http/credential';
import { Engine } from '../support/engine/engine';
import { startServer, type ScriptedServer } from '../../tools/http/server';

let sandbox: Sandbox;
let engine: Engine;

beforeEach(async () => {
	sandbox = await startSandbox();
	engine = await signedInto(sandbox);
});
afterEach(async () => await sandbox.close());

const signedInto = async ({ url, email, password }: Sandbox) =>
	await Engine.load({ baseUrl: url, email, password, sessionToken: '' });

const LOGIN = '/api/v1/auth/login';
const logins = () => sandbox.requests().filter(({ path }) => path === LOGIN).length;
const tasks = () =>
	sandbox.requests().filter(({ path, status }) => path === '/api/v1/tasks' && status === 201)
		.length;

const CREATE_TASK = {
	authentication: 'login',
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: '={{ $json.title }}',
};
const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { title: `Task ${n}` } }));

async function createTasks(count: number, settings = {}) {
	const run = await engine.run({ parameters: CREATE_TASK, settings }, items(count));
	return Engine.outcome(run);
}

describe('a login', () => {
	it('gives a token that is stored and reused', async () => {
		expect((await createTasks(1)).error).toBeUndefined();
		expect((await createTasks(1)).error).toBeUndefined();
		expect([logins(), tasks()]).toEqual([1, 2]);
		expect(engine.credentials.stored.sessionToken).toMatch(/\S{10}/);
	});

	it('is shared by nodes and executions that start at the same time', async () => {
		const others = await Promise.all([1, 2, 3].map(async () => await signedInto(sandbox)));
		const runs = others.map(async (one) => await one.run({ parameters: CREATE_TASK }, items(10)));
		await Promise.all(runs);
		expect([logins(), tasks()]).toEqual([1, 30]);
	});

	it('is renewed once if the token of all items in flight is refused', async () => {
		await createTasks(1);
		const route = 'POST /api/v1/tasks';
		sandbox.addFault({ kind: 'status', status: 401, when: 'before', route, times: 5 });
		expect((await createTasks(20)).error).toBeUndefined();
		expect([logins(), tasks()]).toEqual([2, 21]);
	});

	it('is repeated if the token that another execution fetched is refused', async () => {
		await createTasks(1);
		const late = await signedInto(sandbox);
		const route = 'POST /api/v1/tasks';
		sandbox.addFault({ kind: 'status', status: 401, when: 'before', route, times: 1 });
		const { error } = Engine.outcome(await late.run({ parameters: CREATE_TASK }, items(1)));
		expect(error).toBeUndefined();
		expect([logins(), tasks()]).toEqual([2, 2]);
	});

	it('is repeated for an edited credential, and its old token is not sent', async () => {
		await createTasks(1);
		const other = await startServer();
		const login = { status: 200, body: '{"token":"token of the other service"}' };
		other.reply(login, { status: 201, body: '{"id":1}' });
		const old = engine.credentials.stored;
		engine.credentials.stored = { ...old, baseUrl: other.url, password: 'another' };
		await createTasks(1);
		await other.close();
		expect(other.requests.map(({ path }) => path)).toEqual([LOGIN, '/api/v1/tasks']);
		expect(JSON.stringify(other.requests)).not.toContain(old.sessionToken);
	});

	it('that n8n cannot store means that nothing was created', async () => {
		jest
			.spyOn(engine.credentials, 'preAuthentication')
			.mockRejectedValue(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }));
		const parameters = { ...CREATE_TASK, options: { maxRetries: 0 } };
		const { error } = Engine.outcome(await engine.run({ parameters }, items(1)));
		expect(error?.message).toContain('database is locked');
		expect(error?.description).not.toContain('anyway');
	});

	it('works for the lists', async () => {
		const node = { parameters: CREATE_TASK };
		const { results } = await engine.list('searchBoards', undefined, undefined, node);
		expect(results).not.toEqual([]);
		expect(logins()).toBe(1);
	});

	it('works for the trigger', async () => {
		engine.webhookBaseUrl = 'http://127.0.0.1:1/webhook';
		const node = { parameters: { authentication: 'login', events: ['task.created'] } };
		expect(await engine.hook('checkExists', node)).toBe(false);
		expect(await engine.hook('create', node)).toBe(true);
		expect(await engine.hook('checkExists', node)).toBe(true);
		expect([logins(), sandbox.webhooks().length]).toEqual([1, 1]);
	});
});

describe('a refused login', () => {
	beforeEach(async () => {
		const { url: baseUrl, email } = sandbox;
		engine = await Engine.load({ baseUrl, email, password: 'wr0ng pass', sessionToken: '' });
	});

	it('is attempted once for any number of items, and each item reports it', async () => {
		const { items: output } = await createTasks(100, { onError: 'continueRegularOutput' });
		expect(logins()).toBe(1);
		expect(output).toHaveLength(100);
		for (const { json } of output) {
			expect(json.error).toContain('The service responded to the login with 401');
			expect(json.error).toContain('email and password');
		}
	});
});

describe('a login at a URL that', () => {
	let other: ScriptedServer;
	beforeEach(async () => {
		other = await startServer();
		const account = { email: 'a@example.com', password: 'p4ss', sessionToken: '' };
		engine = await Engine.load({ baseUrl: other.url, ...account });
	});
	afterEach(async () => await other.close());

	it.each([
		['gives no token', { status: 200, body: '{"user":{}}' }, 'unexpected data'],
		['redirects to a page', { status: 302, headers: { location: '/login' } }, 'in front of'],
		[
			'has moved',
			{ status: 302, headers: { location: 'http://127.0.0.1:1/api/v1/auth/login' } },
			'final URL',
		],
		['repeats the password', { status: 403, body: '{"message":"p4ss is old"}' }, '*** is old'],
	])('%s is reported, and nothing else is sent', async (_, response, words) => {
		other.reply(response);
		const { error } = Engine.outcome(await engine.run({ parameters: CREATE_TASK }, items(1)));
		expect(error?.message).toContain('login');
		expect(error?.message).toContain(words);
		expect(other.requests.map(({ path }) => path)).toEqual([LOGIN]);
		expect(JSON.stringify(error)).not.toContain('p4ss');
	});
});

describe('a token that the service repeats', () => {
	const OLD = 'a-session-token-of-old';
	const NEW = 'a-session-token-of-now';
	let other: ScriptedServer;
	beforeEach(async () => {
		other = await startServer();
		const account = { baseUrl: other.url, email: 'a@example.com', password: 'p4ss' };
		engine = await Engine.load({
			...account,
			sessionToken: OLD,
			sessionFor: identifySession(account),
		});
	});
	afterEach(async () => await other.close());

	it('is masked in messages, even if another item renewed it', async () => {
		const login = { status: 200, body: JSON.stringify({ token: NEW }) };
		other.reply('hold', 401, login, { status: 201, body: '{"id":2}' });
		const running = createTasks(2, { onError: 'continueRegularOutput' });
		await other.waitFor(4);
		other.release({ status: 400, body: `{"error":"${OLD} or ${NEW}"}` });
		const { items: output } = await running;
		expect(output.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('*** or ***'),
			undefined,
		]);
	});
});
