/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { createCredential, testCredential, type Credential } from '../../host/credentials';
import { allExecutionsOf, finishedExecution, itemsOf } from '../../host/executions';
import { listen } from '../../host/listening';
import { panelList } from '../../host/panelLists';
import { activate, publish } from '../../host/publication';
import { createWorkflow, run, type SavedWorkflow, type Workflow } from '../../host/workflows';
import { MANNERS, MARK, startEcho, type Echo } from '../support/echo';
import { base64Within, formsOf } from '../support/forms';
import { action, items, line, manual } from '../support/line-workflow';
import { openTriggerStage, type Account, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const KINDS = ['apiToken', 'login'] as const;
const API_TOKEN = `t@k"en<&'é %/\\+end`;
const PASSWORD = `p@ss"word<&'é %/\\+end`;
const SESSION_TOKEN = `s3ss"ion<&'é %/\\+end`;
const EMAIL = 'ada@example.com';

let stage: TriggerStage;
let echo: Echo;
let accounts: Account[];
const workflows: SavedWorkflow[] = [];

beforeAll(async () => {
	stage = await openTriggerStage({ N8N_LOG_LEVEL: 'debug' });
	echo = await startEcho();
	echo.grant(SESSION_TOKEN);
	const refused = [await withEcho('workspaceTaskServiceApi'), await withEcho(LOGIN_TYPE)];
	// n8n tries this five times, for half a minute.
	const publications = KINDS.map(async (kind, index) => await failToPublish(kind, refused[index]));
	for (const [index, kind] of KINDS.entries()) await refuseAll(kind, refused[index]);
	await Promise.all(publications);
	echo.grant(undefined);
	await refuseLogins();
	accounts = [await stage.openAccount('apiToken'), await stage.openAccount('login')];
	for (const [index, kind] of KINDS.entries()) await succeed(kind, accounts[index] as Account);
});
afterAll(async () => {
	await stage?.close();
	await echo?.close();
});

const LOGIN_TYPE = 'workspaceTaskServiceLoginApi';
async function withEcho(type: string, email = EMAIL): Promise<Credential> {
	const data = { baseUrl: echo.url, apiToken: API_TOKEN, email, password: PASSWORD };
	return await createCredential(stage.session, { name: `${type} ${email}`, type, data });
}

const settings = (authentication: string) => ({
	authentication,
	options: { maxRetries: 0, concurrency: 20 },
});
const BOARDS = { resource: 'board', operation: 'getAll', returnAll: true };
const OPERATIONS = [
	{},
	BOARDS,
	{ resource: 'board', operation: 'create', name: 'Launch' },
	{
		...{ resource: 'webhook', operation: 'create', url: 'https://a.example/hook' },
		events: ['task.created'],
	},
];

async function save(workflow: Workflow, credential: Credential): Promise<SavedWorkflow> {
	const saved = await createWorkflow(stage.session, workflow, credential);
	workflows.push(saved);
	return saved;
}

async function execute(workflow: Workflow, credential: Credential) {
	const saved = await save(workflow, credential);
	return await finishedExecution(stage.session, await run(stage.session, saved, 'Start'));
}

const trigger = (kind: string) =>
	triggerWorkflow([
		triggerNode({
			parameters: { authentication: kind, events: ['task.created'], options: {} } as never,
		}),
	]);

async function failToPublish(kind: string, credential = {} as Credential) {
	const { status, reasons } = await publish(stage.session, await save(trigger(kind), credential));
	expect(status).toBe('failed');
	answers.push(reasons.join());
}

/** Both nodes, lists and tests, each refused in every manner. */
async function refuseAll(kind: string, credential = {} as Credential) {
	const node = (parameters: object, onError: string) =>
		action('Action', { ...parameters, ...settings(kind) }, { onError });
	for (const onError of ['continueRegularOutput', 'continueErrorOutput']) {
		for (const operation of OPERATIONS) {
			const chain = line(manual(), ...items(MANNERS.length / 8), node(operation, onError));
			const execution = await execute(chain, credential);
			const output = onError === 'continueErrorOutput' ? 1 : 0;
			expect(JSON.stringify(itemsOf(execution, 'Action', output))).toContain(MARK);
		}
	}
	const stopped = OPERATIONS.map(async (operation) => {
		const chain = line(manual(), node(operation, 'stopWorkflow'));
		return (await execute(chain, credential)).status;
	});
	expect(await Promise.all(stopped)).toContain('error');
	const listening = await save(trigger(kind), credential);
	const requests = Array.from({ length: 20 }, async () => {
		const found = await Promise.allSettled([
			listBoards(kind, credential),
			listen(stage.session, listening, 'Task Event'),
			testCredential(stage.session, credential),
		]);
		answers.push(found.map((one) => String(Object(one).reason ?? JSON.stringify(one))).join());
	});
	await Promise.all(requests);
}

/** What n8n told the browser. */
const answers: string[] = [];

async function listBoards(kind: string, credential: Credential) {
	const parameters = { ...settings(kind), resource: 'task', operation: 'create' };
	return await panelList(stage.session, 'boards', credential, parameters);
}

/** Each with another address, since n8n remembers a refusal. */
async function refuseLogins() {
	for (let n = 0; n < 24; n += 1) {
		const credential = await withEcho(LOGIN_TYPE, `user${n}@example.com`);
		answers.push(JSON.stringify(await testCredential(stage.session, credential)));
		const node = action('Action', settings('login'), { onError: 'continueRegularOutput' });
		await execute(line(manual(), ...items(5), node), credential);
	}
	expect(answers.join()).toContain(MARK);
}

/** At a service that takes them. */
async function succeed(kind: string, { credential }: Account) {
	await activate(stage.session, await save(trigger(kind), credential));
	const chain = line(manual(), action('Action', settings(kind)));
	expect((await execute(chain, credential)).status).toBe('success');
	const password = PASSWORD;
	const wrong = { ...credential, data: { ...credential.data, password, apiToken: API_TOKEN } };
	expect(await testCredential(stage.session, wrong)).toMatchObject({ status: 'Error' });
	await stage.sandbox.idle();
}

/** Every secret in every form, by a name that a failing test may show. */
function needles(): Map<string, string> {
	const { token, password } = stage.sandbox;
	const sent = accounts.flatMap(({ door }) => door.requests.map((one) => one.authorization ?? ''));
	const tokens = [...new Set(sent.filter(Boolean))].map((one) => one.replace('Bearer ', ''));
	const bodies = echo.requests.filter(({ line: one }) => one.endsWith('/webhooks'));
	const urls = [
		...bodies.map(({ body }) => z.object({ url: z.string() }).parse(JSON.parse(body)).url),
		...accounts.flatMap(({ door }) => door.registrations.map(({ url }) => url)),
	];
	const keys = urls.flatMap((url) => new URL(url).searchParams.get('key') ?? []);
	expect(keys.length).toBeGreaterThan(50);
	// One made by the login.
	expect(tokens).toHaveLength(3);
	const named = { API_TOKEN, PASSWORD, SESSION_TOKEN, token, password };
	const pairs = { ours: `${EMAIL}:${PASSWORD}`, theirs: `${stage.sandbox.email}:${password}` };
	const secrets = Object.entries<string>({ ...named, ...pairs, ...tokens, ...keys });
	const found = secrets.flatMap(([name, secret]) =>
		[...Object.entries(formsOf(secret)), ...Object.entries(base64Within(secret))].flatMap(
			([form, written]): Array<[string, string]> => [
				[written, `${name} ${form}`],
				[JSON.stringify(written).slice(1, -1), `${name} ${form}, in JSON`],
			],
		),
	);
	return new Map(found.reverse());
}

let wanted: Map<string, string> | undefined;
function leaksIn(content: Buffer | string): string[] {
	const bytes = Buffer.from(content);
	wanted ??= needles();
	return [...wanted].filter(([needle]) => bytes.includes(needle)).map(([, name]) => name);
}

describe('no API token, password, session token or webhook key is in', () => {
	it('any file that n8n keeps, its database and its log at level debug among them', () => {
		const files = readdirSync(stage.home, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name));
		const marked = files.filter((file) => readFileSync(file).includes(MARK));
		expect(marked.map((file) => path.basename(file)).join()).toContain('database.sqlite');
		expect(stage.n8n.log()).toContain('debug');
		const telling = files.map((file) => [path.basename(file), leaksIn(readFileSync(file))]);
		expect(telling.filter(([, leaks]) => leaks?.length)).toEqual([]);
	});

	it('any execution', async () => {
		const all = workflows.map(async (one) => await allExecutionsOf(stage.session, one));
		const executions = JSON.stringify(await Promise.all(all));
		expect(executions).toContain(MARK);
		expect(executions).toContain('***');
		expect(leaksIn(executions)).toEqual([]);
	});

	it('what lists, listening and credential tests told the browser', () => {
		expect(answers.join()).toContain('***');
		expect(leaksIn(answers.join())).toEqual([]);
	});

	it('an exported workflow', async () => {
		const exported = workflows.flatMap(({ id }) => [
			stage.session.rest('GET', `/rest/workflows/${id}`),
			stage.session.api(`/api/v1/workflows/${id}`),
		]);
		expect(leaksIn(JSON.stringify(await Promise.all(exported)))).toEqual([]);
	});

	it.each([
		...['/', '/sandbox/account', '/sandbox/assumptions', '/sandbox/boards'],
		...['/sandbox/deliveries', '/sandbox/events', '/sandbox/faults', '/sandbox/requests'],
		...['/sandbox/tasks', '/sandbox/webhooks'],
	])('what the sandbox shows at %s', async (at) => {
		const end = new AbortController();
		const headers = { accept: at === '/' ? 'text/html' : 'application/json' };
		const answer = await fetch(stage.sandbox.url + at, { headers, signal: end.signal });
		expect(answer.status).toBe(200);
		if (at !== '/sandbox/events') return expect(leaksIn(await answer.text())).toEqual([]);
		const first = await answer.body?.getReader().read();
		expect(String(Buffer.from(first?.value ?? ''))).toContain('/api/v1/auth/login');
		expect(leaksIn(Buffer.from(first?.value ?? ''))).toEqual([]);
		end.abort();
	});
});
