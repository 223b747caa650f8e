import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';
import { ProcessedKeys } from '../support/engine/deduplication';

const TOKEN = { apiToken: '={{ $json.token }}' };
const LOGIN = { email: '={{ $json.email }}', password: 'p4ss', sessionToken: '' };
const TASK: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'a',
	options: { maxRetries: 0 },
};
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const different = (index: number) =>
	`The expressions in the credential "Sandbox account" result in different accounts for item 0 and item ${index}`;
const REMEDY = 'Nothing was sent. Put Loop Over Items (batch size 1) before this node.';

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(json({ id: 1 }, 201));
	service.when('GET /api/v1/boards', json([]));
	service.when('POST /api/v1/auth/login', json({ token: 'session' }));
	ProcessedKeys.install();
});
afterEach(async () => await service.close());

async function run(
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[],
	parameters: INodeParameters = TASK,
	settings = {},
) {
	engine = await Engine.load({ baseUrl: service.url, ...credential });
	Object.assign(engine, { workflowId: 'one workflow' });
	const authentication = 'email' in credential ? 'login' : 'apiToken';
	const node = { parameters: { ...parameters, authentication }, settings };
	const { data } = await engine.run(
		node,
		items.map((item) => ({ json: item })),
	);
	return Engine.outcome({ data } as never);
}

describe('a credential with an expression', () => {
	const tokens = ['A', 'B', 'C'].map((token) => ({ token }));
	const spread = (count: number, from: number, to = count) =>
		Array.from({ length: count }, (_, n) => ({ token: n >= from && n < to ? 'B' : 'A' }));
	it.each<[string, ICredentialDataDecryptedObject, IDataObject[], INodeParameters?]>([
		['a token for each item', TOKEN, tokens],
		['another token for an item between the first and the last', TOKEN, spread(3, 1, 2)],
		['another token for one of twenty items', TOKEN, [...spread(19, 9, 10), { token: 'A' }]],
		['another token for a tenth of the items', TOKEN, spread(1_000, 500, 600)],
		['another token for the last of many items', TOKEN, spread(1_000, 999)],
		['no token for the last item', TOKEN, [{ token: 'A' }, {}]],
		[
			'a Base URL for each item',
			{ apiToken: 't', baseUrl: '=http://127.0.0.1:{{ $json.port }}' },
			[{ port: 1 }, { port: 2 }],
		],
		['a list', TOKEN, tokens, { resource: 'board', operation: 'getAll', returnAll: true }],
		['a board by name', TOKEN, tokens, { resource: 'board', operation: 'findOrCreate', name: 'X' }],
		[
			'a webhook',
			TOKEN,
			tokens,
			{
				...{ resource: 'webhook', operation: 'create', url: 'https://example.com/hook' },
				events: ['task.created'],
			},
		],
	])('sends nothing for %s, and says what to do', async (...row) => {
		const [, credential, items, parameters] = row;
		const { error } = await run(credential, items, parameters);
		const [index = ''] = /\d+$/.exec(String(error?.message)) ?? [];
		expect([error?.message, error?.description]).toEqual([different(Number(index)), REMEDY]);
		expect(items[Number(index)]).not.toEqual(items[0]);
		expect(service.requests).toEqual([]);
	});

	it('sends nothing for a login for each item', async () => {
		const { error } = await run(LOGIN, [{ email: 'ada@x.io' }, { email: 'bob@x.io' }]);
		expect(error?.message).toBe(different(1).replace('account"', 'login"'));
		expect(service.requests).toEqual([]);
	});

	it('fails each item with On Error → Continue', async () => {
		const { items } = await run(TOKEN, tokens, TASK, CONTINUE);
		expect(items.map((item) => item.json)).toEqual(
			tokens.map(() => ({ error: different(1), message: REMEDY })),
		);
		expect(service.requests).toEqual([]);
	});

	it('sends nothing in any try of Retry On Fail', async () => {
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expect((await run(TOKEN, tokens, TASK, settings)).error?.message).toBe(different(1));
		expect(service.requests).toEqual([]);
	});

	it.each<[string, ICredentialDataDecryptedObject, IDataObject[], number]>([
		['that is the same for all items', TOKEN, [{ token: 'A' }, { token: ' Bearer A' }], 2],
		['that is read twenty times at most', { apiToken: 'A' }, spread(50, 0), 20],
		['that is read once for one item', TOKEN, [{ token: 'A' }], 1],
		[
			'of which only the password differs',
			{ ...LOGIN, email: 'ada@x.io', password: '={{ $json.password }}' },
			[{ password: 'a' }, { password: 'b' }],
			2,
		],
	])('sends all items with an account %s', async (_, credential, items, reads) => {
		const { error } = await run(credential, items);
		expect(error).toBeUndefined();
		expect(service.requestsTo('POST /api/v1/tasks')).toHaveLength(items.length);
		expect(engine.credentials.reads).toBe(reads);
	});
});

describe('an API token', () => {
	it.each([
		['is empty', ' ', 'The API token is empty'],
		['is nothing but "Bearer"', 'Bearer ', 'The API token is empty'],
		['is an expression that returned nothing', '={{ $json.missing }}', 'The API token is empty'],
		['is an email address', ' ada@example.com', 'The API token is an email address'],
	])('that %s is not sent', async (_, apiToken, message) => {
		const { error } = await run({ apiToken }, [{ title: 'a' }]);
		expect(error?.message).toContain(message);
		expect(error?.description).toBe(
			'Open the credential "Sandbox account" and correct "API Token".',
		);
		const test = await engine.testCredential('testApiToken', { baseUrl: service.url, apiToken });
		if (!apiToken.startsWith('=')) expect(test.message).toContain(message);
		expect(service.requests.length).toBe(apiToken.startsWith('=') ? 1 : 0);
	});
});

describe('a key of Create Once Per', () => {
	const once = { ...TASK, options: { createOncePer: 'order 7' } };
	const create = async (credential: ICredentialDataDecryptedObject, item: IDataObject) => {
		const { items } = await run(credential, [item], once);
		return items[0]?.json.skipped ?? false;
	};

	it('counts for each email of a login', async () => {
		const emails = ['ada@x.io', 'bob@x.io', ' Ada@x.io'];
		const skipped = [];
		for (const email of emails) skipped.push(await create(LOGIN, { email }));
		expect(skipped).toEqual([false, false, true]);
	});

	it('does not tell API tokens apart', async () => {
		const skipped = [];
		for (const token of ['A', 'B']) skipped.push(await create(TOKEN, { token }));
		expect(skipped).toEqual([false, true]);
	});
});
