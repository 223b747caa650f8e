import { createCredential, testCredential, type Credential } from '../../host/credentials';
import { finishedExecution, itemsOf } from '../../host/executions';
import { panelList } from '../../host/panelLists';
import { publish } from '../../host/publication';
import { freePorts } from '../../host/ports';
import { createWorkflow, run, type Workflow } from '../../host/workflows';
import { action, items, line, manual } from '../support/line-workflow';
import { startReceiver, type Answer, type Receiver } from '../support/receiver';
import { openTriggerStage, type TriggerStage } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const KINDS = ['apiToken', 'login'] as const;
type Kind = (typeof KINDS)[number];

const SECRETS = { apiToken: 'wts_t0ken', email: 'ada@example.com', password: 'p4ssw0rd' };
const LOGIN = { status: 200, body: '{"token":"s3ssion"}' };

let stage: TriggerStage;
let credentials: Record<Kind, Credential>;
let other: Receiver;
let elsewhere: Receiver;

beforeAll(async () => {
	// Without the publication service a trigger that is refused is not tried five times.
	stage = await openTriggerStage({ N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' });
	const [apiToken, login] = [await stage.openAccount('apiToken'), await stage.openAccount('login')];
	credentials = { apiToken: apiToken.credential, login: login.credential };
	other = await startReceiver();
	elsewhere = await startReceiver();
});
afterAll(async () => {
	await stage?.close();
	await other?.close();
	await elsewhere?.close();
});

/** What the credential test says when these fields are changed. */
async function verdictOn(kind: Kind, data: Record<string, string>) {
	const credential = credentials[kind];
	return await testCredential(stage.session, {
		...credential,
		data: { ...credential.data, ...data },
	});
}

let logins = 0;
/** The same of an address that gives this answer: a login is granted there. */
async function verdictAt(kind: Kind, answer: Answer | 'reset', secrets: object = SECRETS) {
	other.requests.length = 0;
	// Another e-mail address each time: n8n would still know the token of the last one.
	const data = { ...secrets, email: `ada${++logins}@example.com`, baseUrl: other.url };
	other.react(...(kind === 'login' ? [LOGIN, answer] : [answer]));
	return await verdictOn(kind, data);
}

describe.each(KINDS)('the credential test of %s', (kind) => {
	const withAddress = (base: string): Record<string, string> => ({
		'as it is': base,
		'with a slash': `${base}/`,
		'with spaces': `  ${base}  `,
		'with /api/v1': `${base}/api/v1`,
		'with all of it': ` ${base}//api/v1/ `,
		'without http://': base.replace('http://', ''),
	});

	it.each(Object.keys(withAddress('')))('passes the right address %s', async (form) => {
		const baseUrl = withAddress(credentials[kind].data.baseUrl ?? '')[form] ?? '';
		const verdict = await verdictOn(kind, { baseUrl });
		expect(verdict).toEqual({ status: 'OK', message: 'Connection successful' });
	});

	it('says that nothing listens at a closed port', async () => {
		const [port] = await freePorts(1);
		const { status, message } = await verdictOn(kind, { baseUrl: `http://127.0.0.1:${port}` });
		expect(status).toBe('Error');
		expect(message).toContain('Nothing listens at this Base URL. Check its host name and port.');
	});

	it.each([
		['an unknown host', 'http://nowhere.invalid', 'There is no such address'],
		['nothing', ' ', 'The base URL is empty'],
		['FTP', 'ftp://127.0.0.1', 'is not an address that begins with https://'],
		['a password', 'http://me:s3cret@127.0.0.1', 'must not contain a user name or password'],
		['no address', 'my service', 'is not an address that begins with https://'],
	])('says what is wrong with %s', async (_, baseUrl, words) => {
		const { status, message } = await verdictOn(kind, { baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(message).not.toContain('s3cret');
	});

	it('says that an address does not speak https', async () => {
		const baseUrl = credentials[kind].data.baseUrl?.replace('http:', 'https:') ?? '';
		const { status, message } = await verdictOn(kind, { baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain('This address does not speak https');
	});

	const page = '<!doctype html><html><title>Shop</title>';
	it.each<[string, Answer | 'reset', string]>([
		[
			'a page',
			{ status: 200, body: page },
			'there is a web page (Shop). Check the address, and leave out the path of a page.',
		],
		['other JSON', { status: 200, body: '{"up":true}' }, 'something else than a list of boards'],
		[
			'text',
			{ status: 200, body: 'It works!' },
			'something else than a list of boards (It works!)',
		],
		['nothing', 204, 'something else than a list of boards'],
		['404', { status: 404, body: page }, 'No task service answers at this Base URL (404)'],
		['405', 405, 'No task service answers at this Base URL (405)'],
		[
			'401',
			{ status: 401, body: '{"error":"Bad token"}' },
			'401: Bad token. It rejected the token',
		],
		['403', { status: 403, body: '{"error":"Upgrade"}' }, '403: Upgrade. The API needs a Premium,'],
		['500', { status: 500, body: '{"error":"oops"}' }, '500: oops. It has trouble of its own'],
		['no answer', 'reset', 'The connection was cut'],
	])('says what is wrong where the answer is %s', async (_, answer, words) => {
		const { status, message } = await verdictAt(kind, answer);
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(other.requests.at(-1)).toMatchObject({ method: 'GET', url: '/api/v1/boards' });
	});

	it.each([301, 302, 303, 307, 308])('follows no redirect (%d)', async (status) => {
		const location = `${elsewhere.url}/sign-in?token=wts_t0ken`;
		const verdict = await verdictAt(kind, { status, headers: { location } });
		const message = `This Base URL redirects to ${elsewhere.url}/sign-in. Enter the final address.`;
		expect(verdict).toEqual({ status: 'Error', message });
		expect(elsewhere.requests).toEqual([]);
	});

	it('says that n8n cannot send a secret with a line break', async () => {
		const secrets = { apiToken: 'wts_\nt0ken', password: 'p4ss' };
		const answer = { status: 401, body: '{"error":"No"}' };
		const { status, message } = await verdictAt(kind, answer, secrets);
		expect(status).toBe('Error');
		expect(message).not.toContain('t0ken');
	});
});

describe('the credential test of a login', () => {
	it.each<[string, Answer | 'reset', string]>([
		['is refused', { status: 401, body: '{"error":"No"}' }, '401: No. Check e-mail and password'],
		[
			'needs another plan',
			{ status: 403, body: 'Upgrade' },
			'403: Upgrade. Check e-mail and passw',
		],
		['is not there', 404, '404: no reason given. Check the Base URL'],
		['gives a page', { status: 200, body: '<html><title>Shop</title>' }, 'something else: Shop.'],
		['gives no token', { status: 200, body: '{}' }, 'something else: no token in it.'],
		['fails', 500, '500: no reason given. The service has trouble of its own.'],
		['is cut', 'reset', 'The login got no answer: The connection was cut'],
	])('that %s says so, and nothing else is sent', async (_, answer, words) => {
		other.requests.length = 0;
		other.react(answer);
		const data = { ...SECRETS, email: `ada${++logins}@example.com`, baseUrl: other.url };
		const { status, message } = await verdictOn('login', data);
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(other.requests.map(({ url }) => url)).toEqual(['/api/v1/auth/login']);
	});

	it.each([301, 302, 307, 308])(
		'that redirects takes the password nowhere (%d)',
		async (status) => {
			other.react({ status, headers: { location: `${elsewhere.url}/api/v1/auth/login` } });
			const data = { ...SECRETS, email: `ada${++logins}@example.com`, baseUrl: other.url };
			const verdict = await verdictOn('login', data);
			expect(verdict.status).toBe('Error');
			expect(verdict.message).toContain(`redirects to ${elsewhere.url}. Check the Base URL`);
			expect(elsewhere.requests).toEqual([]);
		},
	);

	it('that lacks a password sends nothing', async () => {
		other.requests.length = 0;
		const { message } = await verdictOn('login', { baseUrl: other.url, password: '' });
		expect(message).toBe('E-mail or password is empty. Enter both in the credential.');
		expect(other.requests).toEqual([]);
	});
});

describe.each(KINDS)('a redirect of a node that signs in with %s', (kind) => {
	const SETTINGS = { authentication: kind, options: { maxRetries: 0 } };
	const ANY = { resource: 'board', operation: 'getAll', returnAll: true };
	const OPERATIONS: Record<string, object> = {
		'board:getAll': ANY,
		'board:create': { resource: 'board', operation: 'create', name: 'Launch' },
		'task:create': {},
		'webhook:create': {
			...{ resource: 'webhook', operation: 'create', url: 'https://a.example/hook' },
			events: ['task.created'],
		},
	};

	let credential: Credential;
	beforeAll(async () => {
		const data = { ...SECRETS, email: `ada${++logins}@example.com`, baseUrl: other.url };
		credential = await createCredential(stage.session, { ...credentials[kind], data });
	});
	beforeEach(() => {
		other.requests.length = 0;
		const moved = { status: 302, headers: { location: `${elsewhere.url}/moved` } };
		// The first request of all is the login.
		other.react(...(kind === 'login' && !signedIn ? [LOGIN, moved] : [moved]));
		signedIn = true;
	});
	let signedIn = false;

	const save = async (workflow: Workflow) =>
		await createWorkflow(stage.session, workflow, credential);

	/** Nothing reached the other address, the message names it, and nothing was sent twice. */
	function expectRefusal(words: unknown): void {
		expect(words).toContain('302');
		expect(words).toContain(`${elsewhere.url}/moved`);
		const sent = other.requests.filter(({ url }) => url !== '/api/v1/auth/login');
		expect(sent).toHaveLength(1);
		expect(elsewhere.requests).toEqual([]);
	}

	it.each(Object.entries(OPERATIONS))('is not followed by %s', async (_, parameters) => {
		const node = action(
			'Action',
			{ ...parameters, ...SETTINGS },
			{ onError: 'continueErrorOutput' },
		);
		const saved = await save(line(manual(), ...items(1), node));
		const execution = await finishedExecution(
			stage.session,
			await run(stage.session, saved, 'Start'),
		);
		expectRefusal(JSON.stringify(itemsOf(execution, 'Action', 1)));
	});

	it('is not followed by the registration of the trigger', async () => {
		const parameters = { authentication: kind, events: ['task.created'], options: {} };
		const saved = await save(triggerWorkflow([triggerNode({ parameters })]));
		const { status, reasons } = await publish(stage.session, saved);
		expect(status).toBe('failed');
		expectRefusal(reasons.join());
	});

	it('is not followed by the lists', async () => {
		const parameters = { ...ANY, ...SETTINGS };
		const list = panelList(stage.session, 'workspaces', credential, parameters);
		expectRefusal(await list.then(String, String));
	});
});
