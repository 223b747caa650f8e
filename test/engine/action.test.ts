import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine, type NodeSettings } from '../support/engine/engine';
import { startServer, type ScriptedServer } from '../../tools/http/server';

let sandbox: Sandbox;
let engine: Engine;

beforeEach(async () => {
	sandbox = await startSandbox();
	engine = await Engine.load({ baseUrl: `${sandbox.url}/api/v1/`, apiToken: sandbox.token });
});
afterEach(() => sandbox.close());

const CREATE_TASK: INodeParameters = { resource: 'task', operation: 'create' };

async function run(node: NodeSettings, items?: INodeExecutionData[]) {
	return Engine.outcome(await engine.run(node, items));
}

const documentedCalls = () =>
	sandbox.requests().map(({ method, path, status }) => `${method} ${path} ${status}`);

describe('board: Get Many', () => {
	const parameters = { resource: 'board', operation: 'getAll', returnAll: true };

	it('returns one item per board, paired with its input item', async () => {
		const { items } = await run({ parameters }, [{ json: {} }, { json: {} }]);
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Roadmap', { item: 0 }],
			['Support', { item: 0 }],
			['Roadmap', { item: 1 }],
			['Support', { item: 1 }],
		]);
		expect(items[0]?.json).toHaveProperty('tasks_count');
	});

	it('sends the filters under the names of the API', async () => {
		const filters = {
			workspaceId: { __rl: true, mode: 'list', value: 1 },
			includeArchived: true,
		};
		const { items } = await run({ parameters: { ...parameters, filters } });
		expect(sandbox.requests()[0]?.query).toEqual({ workspace_id: '1', archived: 'true' });
		expect(items.map(({ json }) => json.archived)).toContain(true);
		expect(new Set(items.map(({ json }) => json.workspace_id))).toEqual(new Set([1]));
	});

	it.each([
		['as stored by the editor', { mode: 'list', value: '' }],
		['in another mode', { mode: 'id', value: ' ' }],
		['from an expression', { __rl: true, mode: 'id', value: '={{ $json.nothing }}' }],
	])('does not send an empty filter %s', async (_, workspaceId) => {
		const { error } = await run({ parameters: { ...parameters, filters: { workspaceId } } });
		expect(error).toBeUndefined();
		expect(sandbox.requests()[0]?.query).toEqual({});
	});

	it('rejects a limit below one', async () => {
		const limitTo = async (limit: number) =>
			await run({ parameters: { ...parameters, returnAll: false, limit } });
		const { error: negative } = await limitTo(-5);
		expect(negative?.message).toBe('"Limit" must be 1 or more, not -5');
		const { error } = await limitTo(0);
		expect(error?.message).toBe('"Limit" must be 1 or more, not 0');
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('task: Create', () => {
	it('creates one task per item, from expressions, in order', async () => {
		const { items } = await run(
			{
				parameters: {
					...CREATE_TASK,
					boardId: { __rl: true, mode: 'id', value: '={{ $json.board }}' },
					title: '={{ $json.title }}',
					additionalFields: {
						description: 'Soon',
						dueDate: '2026-12-31T23:59:59',
						priority: 'high',
					},
				},
			},
			[{ json: { board: 1, title: 'First' } }, { json: { board: '2', title: 'Second' } }],
		);
		expect(items).toMatchObject([
			{
				json: {
					title: 'First',
					board_id: 1,
					description: 'Soon',
					due_date: '2026-12-31',
					priority: 'high',
				},
				pairedItem: { item: 0 },
			},
			{ json: { title: 'Second', board_id: 2 }, pairedItem: { item: 1 } },
		]);
	});

	it('accepts a date as a title', async () => {
		const boardId = { __rl: true, mode: 'id', value: '1' };
		const title = '={{ DateTime.fromISO("2026-03-29T12:30:00", { zone: "utc" }) }}';
		const { items } = await run({ parameters: { ...CREATE_TASK, boardId, title } });
		expect(items[0]?.json.title).toBe('2026-03-29T12:30:00.000Z');
	});

	it.each([
		['"Bearer"', (token: string) => ` Bearer ${token}`],
		['both', (token: string) => `'Bearer ${token}'`],
	])('accepts a token that was pasted with %s', async (_, pasted) => {
		engine = await Engine.load({ baseUrl: sandbox.url, apiToken: pasted(sandbox.token) });
		const boardId = { __rl: true, mode: 'id', value: '1' };
		const { error } = await run({ parameters: { ...CREATE_TASK, boardId, title: 'a' } });
		expect(error).toBeUndefined();
	});

	it('reads the credential once for each of a few items', async () => {
		const boardId = { __rl: true, mode: 'id', value: '1' };
		const parameters = { ...CREATE_TASK, boardId, title: 'a' };
		await run({ parameters }, [{ json: {} }, { json: {} }, { json: {} }]);
		expect(engine.credentials.reads).toBe(3);
		expect(sandbox.requests()).toHaveLength(3);
	});

	it('takes braces that an expression results in', async () => {
		const boardId = { __rl: true, mode: 'id', value: '1' };
		const parameters = { ...CREATE_TASK, boardId, title: '={{ $json.title }}' };
		const { items } = await run({ parameters }, [{ json: { title: 'Use {{ name }}' } }]);
		expect(items[0]?.json.title).toBe('Use {{ name }}');
	});

	it.each([
		[
			'Board',
			{ boardId: { __rl: true, mode: 'id', value: '={{ "abc" }}' }, title: 'a' },
			'"Board" must be an ID such as 42, or a URL with /boards/ and the ID (for a name, select "By Name"), not "abc"',
		],
		[
			'Title',
			{ boardId: { __rl: true, mode: 'id', value: '1' }, title: '={{ 1 / 0 }}' },
			'"Title" must be text, not Infinity',
		],
		[
			'Due Date',
			{
				boardId: { __rl: true, mode: 'id', value: '1' },
				title: 'a',
				additionalFields: { dueDate: '2026-02-30' },
			},
			'"Due Date" must be a day from 1970 on, such as 2026-12-31, tomorrow or +3 days (2026-02 has no day 30), not "2026-02-30"',
		],
		[
			'a fixed title with an expression',
			{ boardId: { __rl: true, mode: 'id', value: '1' }, title: 'Call {{ $json.name }}' },
			'"Title" must not contain {{ }} (to use an expression, switch to Expression): "Call {{ $json.name }}"',
		],
		[
			'a fixed description with an expression',
			{
				boardId: { __rl: true, mode: 'id', value: '1' },
				title: 'a',
				additionalFields: { description: '{{ $json.notes }}' },
			},
			'"Description" must not contain {{ }} (to use an expression, switch to Expression): "{{ $json.notes }}"',
		],
		[
			'a fixed board with an expression',
			{ boardId: { __rl: true, mode: 'name', value: '{{ $json.board }}' }, title: 'a' },
			'"Board" must not contain {{ }} (to use an expression, switch to Expression): "{{ $json.board }}"',
		],
	])('sends nothing and names %s if its value is invalid', async (_, parameters, sentence) => {
		const { error } = await run({ parameters: { ...CREATE_TASK, ...parameters } });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe(sentence);
		expect(error?.context?.itemIndex).toBe(0);
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('webhook: Register', () => {
	const REGISTER = {
		resource: 'webhook',
		operation: 'create',
		url: 'https://example.com/hook',
		events: ['task.updated'],
	};

	it.each([
		[
			'a custom event with a space',
			{ additionalFields: { customEvents: 'task.deleted, Task Archived' } },
			'"Custom Events" must be event types without spaces or quotes, separated by commas, such as task.deleted, board.created, not "task.deleted, Task Archived"',
		],
		['http', { url: 'http://example.com/hook' }, '"URL" must be a URL that begins with https://'],
		[
			'a custom event in typographic quotes',
			{ additionalFields: { customEvents: '“task.deleted”' } },
			'"Custom Events" must be event types without spaces or quotes',
		],
		[
			'a custom event that ends with a space without width',
			{ additionalFields: { customEvents: 'task.deleted\u200b' } },
			'"Custom Events" must be event types without spaces or quotes',
		],
	])('rejects %s before any call', async (_, fields, sentence) => {
		const { error } = await run({ parameters: { ...REGISTER, ...fields } });
		expect(error?.message).toContain(sentence);
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('the URL that Register takes', () => {
	const register = async (url: string, baseUrl = sandbox.url) => {
		engine = await Engine.load({ baseUrl, apiToken: sandbox.token });
		const fields = { resource: 'webhook', operation: 'create', events: ['task.updated'] };
		return await run({ parameters: { ...fields, url } });
	};

	it.each([
		'https://localhost:5678/webhook/a',
		'http://localhost:5678/webhook/a',
		'https://192.168.1.5/webhook/a',
		'https://10.1.2.3/hook',
		'https://[fd00::5]/hook',
		'https://n8n:5678/webhook/a',
	])('is refused for a public service if it is %s', async (url) => {
		const { error } = await register(url, 'https://tasks.example.com/base');
		expect(error?.message).toBe(
			`"URL" must be a public https URL that tasks.example.com can call, not "${url}"`,
		);
		expect(error?.description).toContain('Nothing was sent');
	});

	it.each([
		['https://n8n.example.com/webhook-test/5d2a3c1e/webhook', 'only while somebody listens'],
		['https://n8n.example.com/n8n/webhook-test/a?b=c', 'only while somebody listens'],
		['https://n8n.example.com/workflow/pQ3xZ81kLm0aYt2V', "n8n's editor"],
		['https://n8n.example.com/workflow/12?projectId=a', "n8n's editor"],
		['https://n8n.example.com/workflow/new', "n8n's editor"],
		['https://n8n.example.com/n8n/workflow/pQ3xZ81kLm0aYt2V/executions/8', "n8n's editor"],
		['https://n8n.example.com/workflow/pQ3xZ81kLm0aYt2V/4c0f1b', "n8n's editor"],
		['https://n8n.example.com/workflow/pQ3xZ81kLm0aYt2V/debug/8', "n8n's editor"],
		['https://n8n.example.com/workflow/pQ3xZ81kLm0aYt2V/evaluation', "n8n's editor"],
	])('is registered with a warning if it is %s', async (url, words) => {
		const { items } = await register(url);
		expect(items).toMatchObject([{ json: { warning: expect.stringContaining(words) } }]);
		expect(sandbox.webhooks()).toMatchObject([{ url }]);
	});

	it('is registered without the characters that nobody sees', async () => {
		await register('\u200bhttps://n8n.example.com/webhook/a\u200b');
		expect(sandbox.webhooks()).toMatchObject([{ url: 'https://n8n.example.com/webhook/a' }]);
	});

	it.each([
		'https://n8n.example.com/webhook/a',
		'https://example.com/workflows/7/hook',
		'https://example.com/workflow/hooks/task-events',
		'https://example.com/?next=/webhook-test/a',
		'https://192.168.1.5/webhook/a',
		'http://localhost:5678/webhook/a',
	])(
		'is registered without a warning if it is %s and the service is on this machine',
		async (url) => {
			const { items, error } = await register(url);
			expect(error).toBeUndefined();
			expect(items[0]?.json.warning).toBeUndefined();
		},
	);
});

describe('the URL of a board', () => {
	const createAt = async (value: string) => {
		const boardId = { __rl: true, mode: 'url', value };
		return await run({ parameters: { ...CREATE_TASK, title: 'a', boardId } });
	};

	it('selects the board of the service', async () => {
		const { items } = await createAt(`${sandbox.url}/boards/2/list`);
		expect(items).toMatchObject([{ json: { board_id: 2 } }]);
	});

	it('of another service is refused, and both hosts are named', async () => {
		const { error } = await createAt('https://tasks.example.com/boards/2');
		const { host } = new URL(sandbox.url);
		expect(error?.message).toBe(
			`"Board" must be a URL of ${host}, the host of the Base URL, not "https://tasks.example.com/boards/2"`,
		);
		expect(error?.description).toContain('set "Board" to "By ID" and enter 2.');
		expect(sandbox.requests()).toEqual([]);
	});

	it('with a number and a title after /boards/ is refused', async () => {
		const { error } = await createAt(`${sandbox.url}/boards/2026-roadmap`);
		expect(error?.message).toMatch(
			/^"Board" must be an ID such as 42, or a URL with \/boards\/ and the ID .*2026-roadmap"$/,
		);
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('an expression that returns nothing', () => {
	const boardId = { __rl: true, mode: 'id', value: '={{ 1 }}' };
	const rows = [{ json: { name: 'Ada', due: '2026-12-31', end: ' \n' } }, { json: {} }];
	const hintsFor = async (parameters: INodeParameters, items = rows) => {
		const { data } = await engine.run(
			{ parameters: { ...CREATE_TASK, title: 'a', boardId, ...parameters } },
			items,
		);
		return data.resultData.runData.Node?.[0]?.hints;
	};

	it.each<[string, INodeParameters, string]>([
		['a field that is not sent', { additionalFields: { dueDate: '={{ $json.due }}' } }, 'Due Date'],
		['a text that is sent without it', { title: '=Call {{ $json.name }} ' }, 'Title'],
		['a word for a missing field', { title: "={{ 'Call ' + $json.name }}" }, 'Title'],
		[
			'the name of a board',
			{ resource: 'board', operation: 'create', name: '=Project {{ $json.name }}' },
			'Name',
		],
	])('is counted in a hint for %s', async (_, parameters, label) => {
		const message = `1 of 2 items: the expression in "${label}" returned nothing`;
		expect(await hintsFor(parameters)).toEqual([{ message }]);
	});

	it('is no hint where text remains, or nothing was entered', async () => {
		const title = '={{ $json.name }} {{ $json.due }}{{ $json.end }}';
		const description = 'Ends with a line\n';
		expect(await hintsFor({ title, additionalFields: { description } }, rows.slice(0, 1))).toEqual(
			[],
		);
		expect(await hintsFor({ title: '=a', additionalFields: { priority: '' } })).toEqual([]);
	});

	it('in the name of the board that gets the task is a hint too', async () => {
		const named = { __rl: true, mode: 'name', value: '=Roadmap{{ $json.nothing }}' };
		const message = '2 of 2 items: the expression in "Board" returned nothing';
		expect(await hintsFor({ boardId: named })).toEqual([{ message }]);
	});

	it('in a filter is a hint too', async () => {
		const workspaceId = { __rl: true, mode: 'id', value: '={{ $json.nothing }}' };
		const list = { resource: 'board', operation: 'getAll', filters: { workspaceId } };
		const message = '1 item: the expression in "Workspace" returned nothing';
		expect(await hintsFor(list, [{ json: { name: '', due: '', end: '' } }])).toEqual([{ message }]);
	});
});

describe('a refusal of the service', () => {
	const unknownBoard: INodeParameters = {
		...CREATE_TASK,
		boardId: { __rl: true, mode: 'id', value: '={{ $json.board }}' },
		title: 'a',
	};
	const goodBadGood = [{ json: { board: 1 } }, { json: { board: 999 } }, { json: { board: 2 } }];

	it("ends the run with the service's message and the item index", async () => {
		const { error } = await run({ parameters: unknownBoard }, goodBadGood);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/^The service responded with 404: .*board/i);
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('becomes the output of its item with Continue On Fail', async () => {
		const node = { parameters: unknownBoard, settings: { onError: 'continueRegularOutput' } };
		const { items, error } = await run(node as NodeSettings, goodBadGood);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.board_id)).toEqual([1, undefined, 2]);
		expect(items[1]?.pairedItem).toEqual({ item: 1 });
		expect(items[1]?.json).toEqual({
			error: expect.stringContaining('The service responded with 404'),
			message: expect.stringContaining('may have been deleted'),
		});
	});

	it('of the token says what to check', async () => {
		engine = await Engine.load({ baseUrl: sandbox.url, apiToken: 'wrong' });
		const { error } = await run({ parameters: { resource: 'board', operation: 'getAll' } });
		expect(error?.message).toContain('The service responded with 401');
		expect(error?.description).toContain('credential');
		expect(documentedCalls()).toEqual(['GET /api/v1/boards 401']);
	});
});

describe('a service', () => {
	let other: ScriptedServer;
	beforeEach(async () => {
		other = await startServer();
		engine = await Engine.load({ baseUrl: other.url, apiToken: ' token\n' });
	});
	afterEach(() => other.close());

	const listBoards = { parameters: { resource: 'board', operation: 'getAll', returnAll: true } };

	it('receives the documented headers and body', async () => {
		other.reply({ status: 201, headers: {}, body: '{"id":1}' });
		const boardId = { __rl: true, mode: 'id', value: '1' };
		await run({ parameters: { ...CREATE_TASK, boardId, title: 'a' } });
		expect(other.requests).toMatchObject([
			{
				method: 'POST',
				path: '/api/v1/tasks',
				headers: {
					authorization: 'Bearer token',
					'content-type': expect.stringContaining('application/json'),
				},
				body: '{"title":"a","board_id":1}',
			},
		]);
	});

	it('gets no list entry for a board without an ID', async () => {
		other.reply({ status: 200, body: '[{"name":"No id"},{"id":null},{"id":"b-7","name":7}]' });
		const { results } = await engine.list('searchBoards');
		expect(results).toEqual([{ name: 'Board b-7', value: 'b-7' }]);
	});

	it.each([
		['', 's3cret-token'],
		[' that was pasted with invisible characters', '\u200bs3cret\n-token\ufeff'],
	])('cannot expose the token%s by repeating it', async (_, apiToken) => {
		engine = await Engine.load({ baseUrl: other.url, apiToken });
		other.reply({ status: 403, body: '{"message":"s3cret-token may not do this"}' });
		const run = await engine.run(listBoards);
		expect(JSON.stringify(run.data.resultData)).toContain('*** may not do this');
		expect(JSON.stringify(run.data.resultData)).not.toContain('s3cret-token');
	});
});

describe('a node without a credential', () => {
	it.each(['apiToken', 'login'])(
		'of type %s says to select one, and names no item',
		async (authentication) => {
			const parameters = { authentication, resource: 'board', operation: 'getAll' };
			const { error } = await run({ parameters, settings: { credentials: {} } });
			expect(error?.message).toBe(
				'No credential is selected. Open this node and select one under "Credential".',
			);
			expect(error?.context?.itemIndex).toBeUndefined();
		},
	);
});

describe('a node for which n8n selected a credential of the other kind', () => {
	it.each([
		['apiToken', 'workspaceTaskServiceLoginApi'],
		['login', 'workspaceTaskServiceApi'],
	])('set to %s names the credential and says what to click', async (authentication, type) => {
		const parameters = { authentication, resource: 'board', operation: 'getAll' };
		const credentials = { [type]: { id: '1', name: 'My account' } };
		const { error } = await run({ parameters, settings: { credentials } });
		expect(error?.message).toBe(
			'"My account" is not the kind of credential that this node is set to. Open this node and select "My account" under "Credential" again.',
		);
	});
});

describe('a credential with an unusable base URL', () => {
	it.each([
		['continueRegularOutput', [2]],
		['continueErrorOutput', [0, 2]],
	])('fails every item with %s', async (onError, counts) => {
		engine = await Engine.load({ baseUrl: 'ftp://tasks.example.com', apiToken: 'token' });
		const node = { parameters: { resource: 'board', operation: 'getAll' }, settings: { onError } };
		const { outputs } = await run(node as NodeSettings, [{ json: { a: 1 } }, { json: { a: 2 } }]);
		expect(outputs.map((items) => items?.length)).toEqual(counts);
		for (const { json } of outputs.flat().flatMap((item) => item ?? [])) {
			expect(json.error).toContain('ftp://tasks.example.com');
		}
	});

	it('is named in the error', async () => {
		engine = await Engine.load({ baseUrl: 'ftp://tasks.example.com', apiToken: 'token' });
		const { error } = await run({ parameters: { resource: 'board', operation: 'getAll' } });
		expect(error?.message).toContain('ftp://tasks.example.com');
		expect(error?.description).toContain('Sandbox account');
	});
});
