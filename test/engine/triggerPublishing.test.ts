import { openClient } from '../../nodes/WorkspaceTaskService/http/client';
import {
	CALL_MS,
	registerWebhookWithNewKey,
} from '../../nodes/WorkspaceTaskService/trigger/registration/register';
import { json, type Reply, type ScriptedServer } from '../../tools/http/server';
import { Engine, type HookOptions } from '../support/engine/engine';
import { BOTH } from '../support/engine/triggerEnvironment';
import { environment, publish, setUpTrigger } from '../support/engine/triggerSuite';
import { MAY_EXIST } from './hints';

setUpTrigger();
let service: ScriptedServer;
beforeEach(async () => (service = await environment.useScriptedService()));

const useLogin = async () =>
	environment.useEngine(
		await Engine.load({ baseUrl: service.url, email: 'ada@x.y', password: 'p' }),
	);

/** What publishing shows when it fails. */
const publishForMessage = async (parameters = BOTH, options: HookOptions = {}) =>
	await publish(parameters, {}, options).then(
		() => 'published',
		({ message }: Error) => message,
	);

/** What publishing shows if the service refuses. */
async function publishToRefusal(status: number, message: string): Promise<string> {
	service.reply(json({ message }, status));
	return await publishForMessage();
}

describe('a refused publication', () => {
	it.each([
		[401, /^The service responded with 401: .*credential/],
		[
			422,
			/^The service responded with 422: No ENOENT\. The service may not accept the URL of this n8n, http.*, or expect an answer to a check .*N8N_WEBHOOK_URL \(older n8n: WEBHOOK_URL\).*then try again\. If the account has too many webhooks, delete those that are no longer needed in the settings of the service\.$/,
		],
		[404, /^The service responded with 404: .*(fields|Base URL)/],
		[500, /^The service responded with 500: .*before you try again\./],
	])('says in its message what happened and what to do after a %d', async (status, message) => {
		expect(await publishToRefusal(status, 'No ENOENT')).toMatch(message);
	});

	const DELETE = /too many webhooks, delete those that are no longer needed in the settings/;
	const OTHER_REMEDY = /N8N_WEBHOOK_URL|Premium|Check |fields/;
	it.each([
		[400, 'Webhook limit of 5 reached'],
		[402, 'Your plan has 5 webhooks at most'],
		[403, 'Webhook limit reached'],
		[409, 'A webhook for this account already exists'],
	])('with the reason of a %d, %s, names one remedy', async (status, reason) => {
		const message = await publishToRefusal(status, reason);
		expect(message).toContain(`with ${status}: ${reason}`);
		expect(message).toMatch(DELETE);
		expect(message).not.toMatch(OTHER_REMEDY);
	});

	it.each([
		[400, 'It is not reachable from here', /N8N_WEBHOOK_URL/],
		[422, 'The verification did not succeed', /N8N_WEBHOOK_URL/],
		[409, 'Conflict', /N8N_WEBHOOK_URL/],
		[403, 'Forbidden', /Possible causes: .*Premium/],
		[402, 'no', /Premium, Business or Enterprise/],
	])('without a clear reason, %d %s, names both remedies', async (status, words, remedy) => {
		const message = await publishToRefusal(status, words);
		expect(message).toMatch(DELETE);
		expect(message).toMatch(remedy);
	});

	it.each(['Maximum number of webhooks exceeded', 'The callback is not reachable'])(
		'by a 200 with the reason %s also says that the webhook may exist',
		async (error) => {
			service.reply(json({ error }));
			const message = await publishForMessage();
			expect(message).toContain(`${error}. The webhook ${MAY_EXIST}.`);
			expect(message).toMatch(DELETE);
		},
	);

	it.each([401, 404, 407])('with a %d is not about other webhooks', async (status) => {
		expect(await publishToRefusal(status, 'This is not possible here')).not.toMatch(DELETE);
	});

	it('sends nothing if the public URL of n8n cannot be registered', async () => {
		environment.engine.webhookBaseUrl = 'https://ada:s3cret@n8n.example.com/webhook';
		const message = await publishForMessage();
		expect(message).toMatch(
			/it contains a user name or password.*N8N_WEBHOOK_URL .* then try again\.$/,
		);
		expect(message).not.toContain('s3cret');
		expect(service.requests).toEqual([]);
	});

	it('is named in plain words if nothing listens at the Base URL', async () => {
		environment.useEngine(await Engine.load({ baseUrl: 'http://127.0.0.1:1', apiToken: 'token' }));
		environment.engine.webhookBaseUrl = 'https://n8n.example.com/webhook';
		const message = await publishForMessage();
		expect(message).toMatch(/in the credential/);
		expect(message).not.toMatch(/\bE[A-Z]{4,}\b/);
	});

	const SPACE =
		'"Custom Events" must be event types without spaces or quotes, separated by commas, such as task.deleted, board.created';
	const CORRECT = 'Correct the value, or the expression that makes it.';
	it.each([
		['no event type', {}, '"Trigger On" is empty. Select at least one event,'],
		[
			'a label that is not text',
			{ registrationLabel: '={{ ({}) }}' },
			`"Registration Label" must be text, not {}. ${CORRECT}`,
		],
		[
			'a custom event with a space',
			{ customEvents: 'Task Archived' },
			`${SPACE}, not "Task Archived". ${CORRECT}`,
		],
		[
			'a custom event with a space after another one',
			{ customEvents: 'task.created, task updated' },
			`${SPACE}, not "task.created, task updated". ${CORRECT}`,
		],
	])('says in its message what to do about %s', async (_, options, message) => {
		expect(await publishForMessage({ events: [], options })).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('has the same message when listening for a test event', async () => {
		const published = await publishToRefusal(422, 'No');
		const tested = published.replace('/webhook/', '/webhook-test/');
		await expect(environment.listen(BOTH)).rejects.toThrow(tested);
		expect(published.match(/this n8n, /g)).toHaveLength(1);
	});

	it('says in its message what to do about a wrong base URL', async () => {
		environment.useEngine(await Engine.load({ baseUrl: 'ftp://nowhere', apiToken: 'token' }));
		expect(await publishForMessage()).toMatch(/ftp:\/\/nowhere.*\. Open the credential/);
	});

	it('can be caused by a 2xx', async () => {
		service.reply(json({ ok: false, message: 'Not allowed' }));
		expect(await publishForMessage()).toContain('Not allowed');
		expect(JSON.stringify(environment.engine.staticData)).not.toContain('registeredAt');
	});
});

describe('a service that asks for a pause', () => {
	const paused = (status: number, seconds: number) => ({
		...json({ message: 'Slow down' }, status),
		headers: { 'retry-after': String(seconds) },
	});

	it.each<[string, Reply]>([
		['briefly', paused(429, 0)],
		['with a 503', paused(503, 1)],
	])('%s fails the publication with its reason, after one call', async (_, reply) => {
		service.reply(reply, 201);
		expect(await publishForMessage()).toMatch(/The service responded with (429|503)/);
		expect(service.requests).toHaveLength(1);
	});
});

describe("n8n's retries of a failed publication", () => {
	it.each<[string, Reply, string]>([
		['a refusal', 422, 'The service responded with 422'],
		['an ambiguous failure', 'reset', MAY_EXIST],
	])('show the same message and send no request after %s', async (_, reply, message) => {
		service.reply(reply);
		// One workflow object, and four retries.
		const activation = environment.engine.openActivation({ parameters: BOTH });
		const messages = new Set<string>();
		for (let attempt = 0; attempt < 5; attempt += 1) {
			messages.add(await publishForMessage(BOTH, { activation }));
			await environment.engine.hook('delete', { parameters: BOTH }, { activation });
		}
		expect([...messages]).toEqual([expect.stringContaining(message)]);
		expect(service.requests).toHaveLength(1);
	});

	it('do not affect a new publication, which always calls the service', async () => {
		service.reply(422);
		await publishForMessage();
		await publishForMessage();
		expect(service.requests).toHaveLength(2);
		service.reply(201);
		expect(await publishForMessage()).toBe('published');
	});

	it('do not exist when listening for a test event', async () => {
		service.reply(422);
		const listen = async () => await environment.listen(BOTH).catch(() => {});
		await listen();
		await listen();
		expect(service.requests).toHaveLength(2);
	});
});

describe('a service that never responds', () => {
	// Long enough for a busy machine to send a request.
	const callMs = 2_000;

	async function register(parameters = BOTH) {
		const context = environment.engine.activationContext({ parameters });
		const url = context.getNodeWebhookUrl('default')?.replace('http:', 'https:') ?? '';
		const target = { url, events: ['task.created'] };
		return await registerWebhookWithNewKey(context, await openClient(context), target, callMs);
	}

	beforeEach(() => service.reply('hold'));

	it('fails the publication after one call with a message of the node', async () => {
		await expect(register()).rejects.toThrow(
			/did not respond within .*Check the service before you try again/,
		);
		expect(service.requests).toHaveLength(1);
	});

	it('fails the publication in the same way at the login', async () => {
		await useLogin();
		await expect(register({ ...BOTH, authentication: 'login' })).rejects.toThrow(
			/(got no answer|did not respond) within /,
		);
	});

	it('leaves n8n time for its own retries', () => {
		const exchangesOfLogin = 3;
		expect(exchangesOfLogin * CALL_MS).toBeLessThanOrEqual(65_000);
	});
});

describe('a trigger that is limited to boards', () => {
	it('is published without looking whether they exist', async () => {
		service.when('POST /api/v1/webhooks', 201);
		expect(await publishForMessage({ ...BOTH, boards: ['7', 'x9'] })).toBe('published');
		expect(service.requests).toHaveLength(1);
	});

	it.each(['={{ undefined }}', '={{ [] }}', '={{ " , " }}'])(
		'is not published, and nothing is sent, if its expression returns nothing: %s',
		async (boards) => {
			expect(await publishForMessage({ ...BOTH, boards })).toBe(
				'"Board Names or IDs" is empty: its expression returned nothing. Correct the expression, or leave the field empty for all boards.',
			);
			expect(service.requests).toEqual([]);
		},
	);
});

describe('a login credential', () => {
	const login = { authentication: 'login', ...BOTH };
	const registrations = () => service.requestsTo('POST /api/v1/webhooks').length;

	beforeEach(async () => {
		await useLogin();
		service.when('POST /api/v1/auth/login', json({ token: 'a session token', user: {} }));
		service.when('POST /api/v1/webhooks', 201);
	});

	const edit = (edited: object) => Object.assign(environment.engine.credentials.stored, edited);

	it('with another email is another account and registers once more', async () => {
		await publish(login);
		await publish(login);
		expect(registrations()).toBe(1);
		edit({ email: 'bob@x.y', sessionToken: '' });
		await publish(login);
		await publish(login);
		expect(registrations()).toBe(2);
	});

	it('with another password is the same account, and leaves no email in the static data', async () => {
		await publish(login);
		edit({ password: 'other', email: ' Ada@x.y' });
		await publish(login);
		expect(registrations()).toBe(1);
		expect(JSON.stringify(environment.engine.staticData)).not.toMatch(/ada@x\.y/i);
	});
});
