import type { INodeParameters } from 'n8n-workflow';

import { openClient, type Client } from '../../nodes/WorkspaceTaskService/http/client';
import type { ApiRequest } from '../../nodes/WorkspaceTaskService/outcome';
import {
	CALL_MS,
	registerWebhookWithNewKey,
} from '../../nodes/WorkspaceTaskService/trigger/registration/register';
import { Engine, type HookOptions } from '../support/engine/engine';
import { json, type Reply, type ScriptedServer } from '../../tools/http/server';
import { BOTH, TriggerEnvironment } from '../support/engine/triggerEnvironment';
import { MAY_EXIST } from './hints';

let environment: TriggerEnvironment;
let service: ScriptedServer;

beforeEach(async () => {
	environment = await TriggerEnvironment.open();
	service = await environment.useScriptedService();
});
afterEach(async () => await environment.close());

/** What publishing shows when it fails. */
async function messageOf(
	parameters: INodeParameters = BOTH,
	options: HookOptions = {},
): Promise<string> {
	return await environment.activate(parameters, {}, options).then(
		() => 'published',
		({ message }: Error) => message,
	);
}

/** A failed activation and n8n's four retries, with the same workflow object. */
async function publish(parameters: INodeParameters = BOTH): Promise<string[]> {
	const messages: string[] = [];
	const activation = environment.engine.openActivation({ parameters });
	for (let attempt = 0; attempt < 5; attempt += 1) {
		messages.push(await messageOf(parameters, { activation }));
		await environment.engine.hook('delete', { parameters }, { activation });
	}
	return messages;
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
		service.reply(json({ message: 'No ENOENT' }, status));
		expect(await messageOf()).toMatch(message);
	});

	const DELETE = /too many webhooks, delete those that are no longer needed in the settings/;
	const OTHER_REMEDY = /N8N_WEBHOOK_URL|Premium|Check |fields/;
	it.each([
		[400, 'Webhook limit of 5 reached'],
		[402, 'Your plan has 5 webhooks at most'],
		[403, 'Webhook limit reached (5 of 5)'],
		[403, 'Webhook limit reached'],
		[409, 'A webhook for this account already exists'],
		[422, 'The subscription limit of this account is reached'],
	])('with the reason of a %d, %s, names one remedy', async (status, reason) => {
		service.reply(json({ message: reason }, status));
		const message = await messageOf();
		expect(message).toContain(`with ${status}: ${reason}`);
		expect(message).toMatch(DELETE);
		expect(message).not.toMatch(OTHER_REMEDY);
	});

	it.each([
		[400, 'The URL is not reachable from here', /N8N_WEBHOOK_URL/],
		[422, 'callback verification did not succeed', /N8N_WEBHOOK_URL/],
		[409, 'Conflict', /N8N_WEBHOOK_URL/],
		[403, 'Forbidden', /Possible causes: .*Premium/],
		[402, 'no', /Premium, Business or Enterprise/],
	])('without a clear reason, %d %s, names both remedies', async (status, words, remedy) => {
		service.reply(json({ message: words }, status));
		const message = await messageOf();
		expect(message).toMatch(DELETE);
		expect(message).toMatch(remedy);
	});

	it.each(['Maximum number of webhooks exceeded', 'The callback is not reachable'])(
		'by a 200 with the reason %s also says that the webhook may exist',
		async (error) => {
			service.reply(json({ error }));
			const message = await messageOf();
			expect(message).toContain(`${error}. The webhook ${MAY_EXIST}.`);
			expect(message).toMatch(DELETE);
		},
	);

	it.each([401, 404, 407])('with a %d is not about other webhooks', async (status) => {
		service.reply(json({ message: 'This is not possible here' }, status));
		expect(await messageOf()).not.toMatch(DELETE);
	});

	it.each([
		['https://n8n.example.com/?a=b/webhook', 'does not end with the path of this webhook'],
		['https://${HOST}/webhook', 'is not a URL'],
		['https://ada:s3cret@n8n.example.com/webhook', 'it contains a user name or password'],
	])('sends nothing if the public URL of n8n is %s', async (webhookBaseUrl, reason) => {
		environment.engine.webhookBaseUrl = webhookBaseUrl;
		const message = await messageOf();
		expect(message).toContain(reason);
		expect(message).toMatch(/N8N_WEBHOOK_URL .* then try again\.$/);
		expect(message).not.toContain('s3cret');
		expect(service.requests).toEqual([]);
	});

	it.each([
		'https://localhost:5678',
		'https://127.0.0.1',
		'https://[::1]',
		'https://192.168.1.5',
		'https://10.0.0.7:5678',
		'https://172.16.0.1',
		'https://172.31.255.1',
		'https://169.254.10.10',
		'https://100.64.0.1',
		'https://[fd12:3456::1]',
		'https://[fe80::1]',
		'https://[::ffff:192.168.1.5]',
		'https://0x7f000001',
		'https://n8n',
		'https://n8n.local.',
		'https://host.docker.internal',
	])('sends nothing to a public service if n8n is at %s', async (origin) => {
		const sent: string[] = [];
		const client = {
			account: { baseUrl: 'https://tasks.example.com' },
			send: async ({ call }: ApiRequest) => void sent.push(call.path),
			read: () => [],
		} as unknown as Client;
		const context = environment.engine.activationContext({ parameters: BOTH });
		const url = String(context.getNodeWebhookUrl('default')).replace(/^http:\/\/[^/]+/, origin);
		await expect(
			registerWebhookWithNewKey(context, client, { url, events: ['a.b'] }),
		).rejects.toThrow(
			/^The service at https:\/\/tasks\.example\.com cannot call this n8n at https:.*If "Base URL" .*N8N_WEBHOOK_URL .* then try again\.$/,
		);
		expect(sent).toEqual([]);
	});

	it('is named in plain words if nothing listens at the Base URL', async () => {
		environment.useEngine(await Engine.load({ baseUrl: 'http://127.0.0.1:1', apiToken: 'token' }));
		environment.engine.webhookBaseUrl = 'https://n8n.example.com/webhook';
		const message = await messageOf();
		expect(message).toMatch(/in the credential/);
		expect(message).not.toMatch(/\bE[A-Z]{4,}\b/);
	});

	it.each([
		['no event type', { events: [] }, /"Trigger On" is empty\. Select at least one event/],
		[
			'a label that is not text',
			{ ...BOTH, options: { registrationLabel: '={{ ({}) }}' } },
			/"Registration Label" must be text, not {}\. Correct the value/,
		],
	])('says in its message what to do about %s', async (_, parameters, message) => {
		expect(await messageOf(parameters)).toMatch(message);
	});

	it.each(['task deleted; board.created', 'Task Archived', 'task.created, task updated'])(
		'does not ask for an event if one has a space: %s',
		async (customEvents) => {
			const message = await messageOf({ ...BOTH, options: { customEvents } });
			expect(message).toMatch(/^"Custom Events" must be event types without spaces or quotes, /);
			expect(message).not.toContain('Select at least one event');
		},
	);

	it('has the same message when listening for a test event', async () => {
		service.reply(json({ message: 'No' }, 422));
		const published = await messageOf();
		const tested = published.replace('/webhook/', '/webhook-test/');
		await expect(environment.listen(BOTH)).rejects.toThrow(tested);
		expect(published.match(/this n8n, /g)).toHaveLength(1);
	});

	it('says in its message what to do about a wrong base URL', async () => {
		environment.useEngine(await Engine.load({ baseUrl: 'ftp://nowhere', apiToken: 'token' }));
		expect(await messageOf()).toMatch(/ftp:\/\/nowhere.*\. Open the credential/);
	});

	it('can be caused by a 2xx', async () => {
		service.reply(json({ ok: false, message: 'Not allowed' }));
		expect(await messageOf()).toContain('Not allowed');
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
		['for more than ten seconds', paused(429, 11)],
		['with a 503', paused(503, 1)],
		['without saying for how long', 429],
	])('%s fails the publication with its reason, after one call', async (_, reply) => {
		service.reply(reply, 201);
		expect(await messageOf()).toMatch(/The service responded with (429|503)/);
		expect(service.requests).toHaveLength(1);
	});
});

describe("n8n's retries of a failed publication", () => {
	it('show the same message and send no request after a refusal', async () => {
		service.reply(422);
		const messages = await publish();
		expect(new Set(messages).size).toBe(1);
		expect(service.requests).toHaveLength(1);
	});

	it('leave at most one registration after an ambiguous failure', async () => {
		service.reply('reset');
		const messages = await publish();
		expect(new Set(messages).size).toBe(1);
		expect(messages[0]).toContain(MAY_EXIST);
		expect(service.requests).toHaveLength(1);
	});

	it('do not affect a new publication, which always calls the service', async () => {
		service.reply(422);
		await messageOf();
		await messageOf();
		expect(service.requests).toHaveLength(2);
		service.reply(201);
		expect(await messageOf()).toBe('published');
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

	async function register(parameters: INodeParameters) {
		const context = environment.engine.activationContext({ parameters });
		const url = context.getNodeWebhookUrl('default')?.replace('http:', 'https:') ?? '';
		const target = { url, events: ['task.created'] };
		return await registerWebhookWithNewKey(context, await openClient(context), target, callMs);
	}

	beforeEach(() => service.reply('hold'));

	it('fails the publication after one call with a message of the node', async () => {
		await expect(register(BOTH)).rejects.toThrow(
			/did not respond within .*Check the service before you try again/,
		);
		expect(service.requests).toHaveLength(1);
	});

	it('fails the publication in the same way at the login', async () => {
		const { url } = service;
		environment.useEngine(await Engine.load({ baseUrl: url, email: 'ada@x.y', password: 'p' }));
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
		expect(await messageOf({ ...BOTH, boards: ['7', 'x9'] })).toBe('published');
		expect(service.requests).toHaveLength(1);
	});

	it.each(['={{ undefined }}', '={{ null }}', '={{ "" }}', '={{ [] }}', '={{ " , " }}'])(
		'is not published, and nothing is sent, if its expression returns nothing: %s',
		async (boards) => {
			expect(await messageOf({ ...BOTH, boards })).toBe(
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
		const { url } = service;
		environment.useEngine(await Engine.load({ baseUrl: url, email: 'ada@x.y', password: 'p' }));
		service.when('POST /api/v1/auth/login', json({ token: 'a session token', user: {} }));
		service.when('POST /api/v1/webhooks', 201);
	});

	it('with another email is another account and registers once more', async () => {
		await environment.activate(login);
		await environment.activate(login);
		expect(registrations()).toBe(1);
		const { credentials } = environment.engine;
		credentials.stored = { ...credentials.stored, email: 'bob@x.y', sessionToken: '' };
		await environment.activate(login);
		await environment.activate(login);
		expect(registrations()).toBe(2);
	});

	it('with another password is the same account', async () => {
		await environment.activate(login);
		const { credentials } = environment.engine;
		credentials.stored = { ...credentials.stored, password: 'other', email: ' Ada@x.y' };
		await environment.activate(login);
		expect(registrations()).toBe(1);
	});

	it('leaves no email in the static data', async () => {
		await environment.activate(login);
		expect(JSON.stringify(environment.engine.staticData)).not.toMatch(/ada@x\.y/i);
	});
});
