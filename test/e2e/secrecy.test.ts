import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
	ACTION,
	action,
	allExecutionsOf,
	chain,
	CREATE_TASK,
	createCredential,
	createWorkflow,
	type Credential,
	deliver,
	deliverTask,
	environment,
	finishedExecution,
	itemsOf,
	json,
	LIST_BOARDS,
	listen,
	manualTrigger,
	noOp,
	panelList,
	publish,
	type PublishedTrigger,
	type ReceivedRequest,
	rows,
	run,
	type SavedWorkflow,
	type ScriptedResponse,
	startServer,
	stopListening,
	taskRows,
	testCredential,
	TRIGGER,
	trigger,
	type Workflow,
} from './environment';

const KINDS = ['apiToken', 'login'] as const;
const TYPES = { apiToken: 'workspaceTaskServiceApi', login: 'workspaceTaskServiceLoginApi' };
const SECRETS = {
	apiToken: 'wts_t0ken"&<+/=',
	email: 'ada@example.com',
	password: 'p4ssw0rd"&<+/=',
};
const SESSION_TOKEN = 's3ssion"&<+/=';
const LOGIN = 'POST /api/v1/auth/login';
const REGISTER = 'POST /api/v1/webhooks';

/** In every response of the echo, which proves that a search would find secrets. */
const MARK = 'echo-of-what-was-sent';
const STATUSES = [302, 400, 401, 403, 404, 422, 500, 503];

let responses = 0;
/** Refuses each request with another status and repeats what was sent. */
function echo({ headers, body }: ReceivedRequest): ScriptedResponse {
	const status = STATUSES[responses++ % STATUSES.length] ?? 400;
	const text = [MARK, headers.authorization, JSON.stringify(headers), body].join(' ');
	const location = `http://127.0.0.1:1/?was=${encodeURIComponent(text)}`;
	return { ...json({ error: { message: text, sent: text } }, status), headers: { location } };
}

let service: Awaited<ReturnType<typeof startServer>>;
const workflows: SavedWorkflow[] = [];
const services: PublishedTrigger[] = [];
/** What n8n returned to the browser. */
const shown: string[] = [];

beforeAll(async () => {
	service = await startServer(echo);
	const { session } = environment;
	const publications: Array<Promise<unknown>> = [];
	for (const kind of KINDS) {
		const data = { ...SECRETS, baseUrl: service.url };
		const credential = { name: kind, type: TYPES[kind], data };
		const saved = await createCredential(session, credential);
		// Only the first login is refused.
		if (kind === 'login') await show(testCredential(session, saved));
		service.when(LOGIN, { status: 200, body: JSON.stringify({ token: SESSION_TOKEN }) });
		// n8n tries this five times, which takes half a minute.
		publications.push(show(publish(session, await save(triggerFor(kind), saved))));
		await refuseAll(kind, saved);
		await succeed(kind, kind === 'login' ? 'raw' : 'simplified');
	}
	await Promise.all(publications);
});
afterAll(async () => await service?.close());

const show = async (response: Promise<unknown>) =>
	shown.push(await response.then((one) => JSON.stringify(one), String));

async function save(workflow: Workflow, credential: Credential): Promise<SavedWorkflow> {
	const saved = await createWorkflow(environment.session, workflow, credential);
	workflows.push(saved);
	return saved;
}

async function execute(workflow: Workflow, credential: Credential) {
	const id = await run(environment.session, await save(workflow, credential), 'Start');
	return await finishedExecution(environment.session, id);
}

const triggerFor = (authentication: string, options: object = {}) =>
	chain(trigger({ authentication, events: ['task.created'], options }), noOp());

/** Both nodes, lists, listening and publishing, each refused in many ways. */
async function refuseAll(kind: string, credential: Credential) {
	const { session } = environment;
	const settings = { authentication: kind, options: { maxRetries: 0 } };
	for (const operation of [CREATE_TASK, LIST_BOARDS]) {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow']) {
			const node = action({ ...operation, ...settings }, { onError });
			const items = taskRows(2 * STATUSES.length);
			const execution = await execute(chain(manualTrigger(), ...rows(items), node), credential);
			if (onError !== 'continueRegularOutput') continue;
			expect(JSON.stringify(itemsOf(execution, ACTION))).toContain(MARK);
		}
	}
	const refused = await save(triggerFor(kind), credential);
	const panel = { ...settings, resource: 'task', operation: 'create' };
	for (let time = 0; time < STATUSES.length; time++) {
		await show(panelList(session, 'boards', credential, panel));
		await show(listen(session, refused, TRIGGER));
		await show(testCredential(session, credential));
	}
}

/** With a service that accepts them and repeats the URL with its key in its events. */
async function succeed(kind: (typeof KINDS)[number], output: string) {
	const { session } = environment;
	const published = await environment.publishTrigger(triggerFor(kind, { output }), kind);
	services.push(published);
	workflows.push(published.workflow);
	await deliverTask(`${published.url}x`, 'Forged');
	await deliver(published.url, { body: '{ no', headers: { 'content-type': 'application/json' } });
	await repeatUrl(published.url);
	await environment.waitForTitles(published, 1);
	await listen(session, published.workflow, TRIGGER);
	await repeatUrl(published.registeredUrls().at(-1) ?? '');
	await environment.waitForTitles(published, 2);
	await stopListening(session, published.workflow);
	const list = action({ ...LIST_BOARDS, authentication: kind });
	const execution = await execute(chain(manualTrigger(), list), published.credential);
	expect(execution.status).toBe('success');
}

async function repeatUrl(url: string) {
	const data = { task: { id: 1, title: 'Repeated', link: url } };
	const body = JSON.stringify({ event: 'task.created', webhook: { url }, data });
	const headers = { 'content-type': 'application/json', 'x-webhook-url': url, referer: url };
	expect((await deliver(url, { body, headers })).status).toBe(200);
}

/** Every secret as it is, in JSON and in a URL, by a name that a failing test may show. */
function needles() {
	const refused = service.requestsTo(REGISTER).map(({ body }) => Object(JSON.parse(body)).url);
	const urls = [...refused, ...services.flatMap((published) => published.registeredUrls())];
	const keys = urls.map((url) => new URL(String(url)).searchParams.get('key') ?? '');
	expect(keys.filter(({ length }) => length < 20)).toEqual([]);
	const tokens = services.flatMap((published) => [...published.tokens()]);
	expect(new Set(tokens).size).toBe(services.length);
	const passwords = services.map(({ sandbox }) => sandbox.password);
	const secrets = {
		'the API token': [SECRETS.apiToken],
		'the session token': [SESSION_TOKEN],
		'a token': tokens.map((token) => token.replace('Bearer ', '')),
		'a password': [SECRETS.password, ...passwords],
		'a key': keys,
	};
	return Object.entries(secrets).flatMap(([name, list]) =>
		list
			.flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
			.map((needle) => ({ needle, name })),
	);
}

let wanted: ReturnType<typeof needles> | undefined;
function leaksIn(content: Buffer | string): string[] {
	const bytes = Buffer.from(content);
	wanted ??= needles();
	return wanted.filter(({ needle }) => bytes.includes(needle)).map(({ name }) => name);
}

describe('no API token, password, session token or webhook key is in', () => {
	it('any file that n8n keeps, such as its database and its debug log', () => {
		const files = readdirSync(environment.home, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name))
			.filter((file) => !file.includes('node_modules'));
		const marked = files.filter((file) => readFileSync(file).includes(MARK));
		expect(marked.map((file) => path.basename(file)).join()).toContain('database.sqlite');
		expect(environment.n8n.log()).toContain('debug');
		const leaks = files.flatMap((file) => leaksIn(readFileSync(file)).map((name) => [file, name]));
		expect(leaks).toEqual([]);
	});

	it('any execution', async () => {
		const all = workflows.map(async (one) => await allExecutionsOf(environment.session, one));
		const executions = JSON.stringify(await Promise.all(all));
		expect(executions).toContain(MARK);
		expect(executions).toContain('key=***');
		expect(leaksIn(executions)).toEqual([]);
	});

	it('what lists, listening, publishing and credential tests show', () => {
		expect(shown.join()).toContain(MARK);
		expect(leaksIn(shown.join())).toEqual([]);
	});

	it('an exported workflow', async () => {
		const exported = workflows.flatMap(({ id }) => [
			environment.session.rest('GET', `/rest/workflows/${id}`),
			environment.session.api(`/api/v1/workflows/${id}`),
		]);
		expect(leaksIn(JSON.stringify(await Promise.all(exported)))).toEqual([]);
	});
});
