import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import {
	CONTINUE,
	countRequests,
	CREATE_TASK,
	engine,
	FIND_BOARD,
	GET_MANY,
	LIST_BOARDS,
	LOGIN,
	POST_TASK,
	REGISTER,
	run,
	service,
	setUpService,
	useCredential,
} from '../support/engine/actionSuite';

const TASK: INodeParameters = { ...CREATE_TASK, title: 'a', options: { maxRetries: 0 } };
const TOKEN = { apiToken: '={{ $json.token }}' };
const LOGIN_OF_ITEM = { email: '={{ $json.email }}', password: 'p4ss', sessionToken: '' };
const REMEDY = 'Nothing was sent. Put Loop Over Items (batch size 1) before this node.';

setUpService(json({ id: 1 }, 201));
beforeEach(() => {
	service.when(LIST_BOARDS, json([]));
	service.when(LOGIN, json({ token: 'session' }));
});

async function runAs(
	credential: ICredentialDataDecryptedObject,
	items: object[],
	parameters = TASK,
	settings = {},
) {
	await useCredential({ baseUrl: service.url, ...credential });
	const authentication = 'email' in credential ? 'login' : 'apiToken';
	return await run({ ...parameters, authentication }, items, settings);
}

const describeDifference = (index: number | string, credential = 'Sandbox account') =>
	`The expressions in the credential "${credential}" result in different accounts for item 0 and item ${index}`;

describe('a credential with an expression', () => {
	const tokens = ['A', 'B', 'C'].map((token) => ({ token }));
	/** Items of A, and of B in between. */
	const spread = (count: number, from: number, to = count) =>
		Array.from({ length: count }, (_, n) => ({ token: n >= from && n < to ? 'B' : 'A' }));

	it.each<[string, ICredentialDataDecryptedObject, object[], INodeParameters?]>([
		['a token for each item', TOKEN, tokens],
		['another token for one of twenty items', TOKEN, spread(20, 9, 10)],
		['another token for a tenth of the items', TOKEN, spread(1_000, 500, 600)],
		['another token for the last of many items', TOKEN, spread(1_000, 999)],
		['no token for the last item', TOKEN, [{ token: 'A' }, {}]],
		[
			'a Base URL for each item',
			{ apiToken: 't', baseUrl: '=http://127.0.0.1:{{ $json.port }}' },
			[{ port: 1 }, { port: 2 }],
		],
		['a list', TOKEN, tokens, GET_MANY],
		['a board by name', TOKEN, tokens, { ...FIND_BOARD, name: 'X' }],
		['a webhook', TOKEN, tokens, REGISTER],
	])('sends nothing for %s, and says what to do', async (...row) => {
		const [, credential, items, parameters] = row;
		const { error } = await runAs(credential, items, parameters);
		const [index = ''] = /\d+$/.exec(String(error?.message)) ?? [];
		expect([error?.message, error?.description]).toEqual([describeDifference(index), REMEDY]);
		expect(items[Number(index)]).not.toEqual(items[0]);
		expect(service.requests).toEqual([]);
	});

	it('sends nothing for a login for each item', async () => {
		const { error } = await runAs(LOGIN_OF_ITEM, [{ email: 'ada@x.io' }, { email: 'bob@x.io' }]);
		expect(error?.message).toBe(describeDifference(1, 'Sandbox login'));
		expect(service.requests).toEqual([]);
	});

	it('fails each item with On Error → Continue', async () => {
		const { json: output } = await runAs(TOKEN, tokens, TASK, CONTINUE);
		const failed = { error: describeDifference(1), message: REMEDY };
		expect(output).toEqual([failed, failed, failed]);
		expect(service.requests).toEqual([]);
	});

	it.each<[string, ICredentialDataDecryptedObject, object[], number]>([
		['that is the same for all items', TOKEN, [{ token: 'A' }, { token: ' Bearer A' }], 2],
		['that is read twenty times at most', { apiToken: 'A' }, spread(50, 0), 20],
		[
			'of which only the password differs',
			{ ...LOGIN_OF_ITEM, email: 'ada@x.io', password: '={{ $json.password }}' },
			[{ password: 'a' }, { password: 'b' }],
			2,
		],
	])('sends all items with an account %s', async (_, credential, items, reads) => {
		const { error } = await runAs(credential, items);
		expect(error).toBeUndefined();
		expect(countRequests(POST_TASK)).toBe(items.length);
		expect(engine.credentials.reads).toBe(reads);
	});
});

describe('an API token', () => {
	it.each([
		['is nothing but "Bearer"', 'Bearer ', 'The API token is empty', 0],
		['is an expression that returned nothing', '={{ $json.missing }}', 'The API token is empty', 1],
		['is an email address', ' ada@example.com', 'The API token is an email address', 0],
	])('that %s is not sent', async (_, apiToken, message, sentByTest) => {
		const { error } = await runAs({ apiToken }, [{}]);
		expect(error?.message).toContain(message);
		expect(error?.description).toBe(
			'Open the credential "Sandbox account" and correct "API Token".',
		);
		// A test does not evaluate expressions.
		const test = await engine.testCredential('testApiToken', { baseUrl: service.url, apiToken });
		if (sentByTest === 0) expect(test.message).toContain(message);
		expect(service.requests).toHaveLength(sentByTest);
	});
});
