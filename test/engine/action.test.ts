import type { INodeParameters } from 'n8n-workflow';

import {
	CONTINUE,
	CREATE_BOARD,
	CREATE_TASK,
	engine,
	GET_MANY,
	locate,
	REGISTER,
	run,
	sandbox,
	service,
	setUpSandbox,
	setUpService,
	useCredential,
} from '../support/engine/actionSuite';
import { json } from '../../tools/http/server';

describe('board: Get Many', () => {
	setUpSandbox();

	it('returns one item per board, paired with its input item', async () => {
		const { items } = await run(GET_MANY, [{}, {}]);
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Roadmap', { item: 0 }],
			['Support', { item: 0 }],
			['Roadmap', { item: 1 }],
			['Support', { item: 1 }],
		]);
		expect(items[0]?.json).toHaveProperty('tasks_count');
	});

	it('sends the filters under the names of the API', async () => {
		const filters = { workspaceId: locate('list', 1), includeArchived: true };
		const { json } = await run({ ...GET_MANY, filters });
		expect(sandbox.requests()[0]?.query).toEqual({ workspace_id: '1', archived: 'true' });
		expect(json.map(({ archived }) => archived)).toContain(true);
		expect(new Set(json.map(({ workspace_id }) => workspace_id))).toEqual(new Set([1]));
	});

	it.each([
		['as stored by the editor', { mode: 'list', value: '' }],
		['from an expression', locate('id', '={{ $json.nothing }}')],
	])('does not send an empty filter %s', async (_, workspaceId) => {
		const { error } = await run({ ...GET_MANY, filters: { workspaceId } });
		expect(error).toBeUndefined();
		expect(sandbox.requests()[0]?.query).toEqual({});
	});

	it('rejects a limit below one', async () => {
		const { error } = await run({ ...GET_MANY, returnAll: false, limit: 0 });
		expect(error?.message).toBe('"Limit" must be 1 or more, not 0');
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('task: Create', () => {
	setUpSandbox();

	it('creates one task per item, from expressions, in order', async () => {
		const additionalFields = {
			description: 'Soon',
			dueDate: '2026-12-31T23:59:59',
			priority: 'high',
		};
		const boardId = locate('id', '={{ $json.board }}');
		const { items } = await run({ ...CREATE_TASK, boardId, additionalFields }, [
			{ board: 1, title: 'First' },
			{ board: '2', title: 'Use {{ name }}' },
		]);
		const sent = { description: 'Soon', due_date: '2026-12-31', priority: 'high' };
		expect(items).toMatchObject([
			{ json: { title: 'First', board_id: 1, ...sent }, pairedItem: { item: 0 } },
			{ json: { title: 'Use {{ name }}', board_id: 2 }, pairedItem: { item: 1 } },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'Board',
			{ boardId: locate('id', '={{ "abc" }}') },
			'"Board" must be an ID such as 42, or a URL with /boards/ and the ID (for a name, select "By Name"), not "abc"',
		],
		[
			'Due Date',
			{ additionalFields: { dueDate: '2026-02-30' } },
			'"Due Date" must be a day from 1970 on, such as 2026-12-31, tomorrow or +3 days (2026-02 has no day 30), not "2026-02-30"',
		],
		[
			'a fixed title with an expression',
			{ title: 'Call {{ $json.name }}' },
			'"Title" must not contain {{ }} (to use an expression, switch to Expression): "Call {{ $json.name }}"',
		],
	])('sends nothing and names %s if its value is invalid', async (_, parameters, sentence) => {
		const { error } = await run({ ...CREATE_TASK, ...parameters });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe(sentence);
		expect(error?.context?.itemIndex).toBe(0);
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('the URL of a board', () => {
	setUpSandbox();

	it('selects the board of the service', async () => {
		const boardId = locate('url', `${sandbox.url}/boards/2/list`);
		const { json } = await run({ ...CREATE_TASK, boardId });
		expect(json).toMatchObject([{ board_id: 2 }]);
	});

	it('of another service is refused, and both hosts are named', async () => {
		const url = 'https://tasks.example.com/boards/2';
		const { error } = await run({ ...CREATE_TASK, boardId: locate('url', url) });
		const { host } = new URL(sandbox.url);
		expect(error?.message).toBe(
			`"Board" must be a URL of ${host}, the host of the Base URL, not "${url}"`,
		);
		expect(error?.description).toContain('set "Board" to "By ID" and enter 2.');
		expect(sandbox.requests()).toEqual([]);
	});
});

describe('webhook: Register', () => {
	setUpSandbox();
	const N8N = 'https://n8n.example.com';

	it.each([
		['http', { url: 'http://example.com/hook' }, '"URL" must be a URL that begins with https://'],
		...['task.deleted, Task Archived', '“task.deleted”', 'task.deleted\u200b'].map(
			(customEvents): [string, INodeParameters, string] => [
				`the custom event ${customEvents}`,
				{ additionalFields: { customEvents } },
				'"Custom Events" must be event types without spaces or quotes, separated by commas, such as task.deleted, board.created, not',
			],
		),
	])('rejects %s before any call', async (_, fields, sentence) => {
		const { error } = await run({ ...REGISTER, ...fields });
		expect(error?.message).toContain(sentence);
		expect(sandbox.requests()).toEqual([]);
	});

	it('refuses a URL that a public service cannot call', async () => {
		await useCredential({ baseUrl: 'https://tasks.example.com/base', apiToken: 't0ken' });
		const url = 'https://192.168.1.5/webhook/a';
		const { error } = await run({ ...REGISTER, url });
		expect(error?.message).toBe(
			`"URL" must be a public https URL that tasks.example.com can call, not "${url}"`,
		);
		expect(error?.description).toContain('Nothing was sent');
	});

	it.each([
		['/webhook-test/5d2a3c1e/webhook', 'only while somebody listens'],
		['/n8n/webhook-test/a?b=c', 'only while somebody listens'],
		['/workflow/pQ3xZ81kLm0aYt2V', "n8n's editor"],
		['/workflow/12?projectId=a', "n8n's editor"],
		['/n8n/workflow/pQ3xZ81kLm0aYt2V/executions/8', "n8n's editor"],
		['/workflow/pQ3xZ81kLm0aYt2V/4c0f1b', "n8n's editor"],
		['/workflow/pQ3xZ81kLm0aYt2V/debug/8', "n8n's editor"],
		['/workflow/pQ3xZ81kLm0aYt2V/evaluation', "n8n's editor"],
	])('registers %s of n8n with a warning', async (path, words) => {
		const url = `${N8N}${path}`;
		const { json } = await run({ ...REGISTER, url });
		expect(json).toMatchObject([{ warning: expect.stringContaining(words) }]);
		expect(sandbox.webhooks()).toMatchObject([{ url }]);
	});

	it.each([
		`${N8N}/webhook/a`,
		`${N8N}/workflows/7`,
		`${N8N}/workflow/hooks/task-events`,
		`${N8N}/?next=/webhook-test/a`,
		'http://localhost:5678/webhook/a',
	])('registers %s at a service on this machine without a warning', async (url) => {
		const { json, error } = await run({ ...REGISTER, url: `\u200b${url}\u200b` });
		expect(error).toBeUndefined();
		expect(json[0]?.warning).toBeUndefined();
		expect(sandbox.webhooks()).toMatchObject([{ url }]);
	});
});

describe('an expression that returns nothing', () => {
	setUpService(json({ id: 1 }, 201));

	it.each<[string, INodeParameters, string]>([
		['a field that is not sent', { additionalFields: { dueDate: '={{ $json.due }}' } }, 'Due Date'],
		['a text that is sent without it', { title: '=Call {{ $json.name }} ' }, 'Title'],
		['a word for a missing field', { title: "={{ 'Call ' + $json.name }}" }, 'Title'],
		['the name of a board', { ...CREATE_BOARD, name: '=Project {{ $json.name }}' }, 'Name'],
	])('is counted in a hint for %s', async (_, parameters, label) => {
		const items = [{ title: 'a', name: 'Ada', due: '2026-12-31' }, { title: 'a' }];
		const { hints } = await run({ ...CREATE_TASK, ...parameters }, items);
		const message = `1 of 2 items: the expression in "${label}" returned nothing`;
		expect(hints).toEqual([{ message }]);
	});

	it('is no hint where text remains, or nothing was entered', async () => {
		const title = '={{ $json.title }} {{ $json.due }}{{ $json.end }}';
		const additionalFields = { description: 'Ends with a line\n', priority: '' };
		const { hints } = await run({ ...CREATE_TASK, title, additionalFields });
		expect(hints).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['Board', { ...CREATE_TASK, boardId: locate('name', '=Roadmap{{ $json.nothing }}') }],
		['Workspace', { ...GET_MANY, filters: { workspaceId: locate('id', '={{ $json.nothing }}') } }],
	])('in a locator is a hint too: %s', async (label, parameters) => {
		service.when('GET /api/v1/boards', json([{ id: 1, name: 'Roadmap' }]));
		const message = `1 item: the expression in "${label}" returned nothing`;
		expect((await run(parameters)).hints).toEqual([{ message }]);
	});
});

describe('a refusal of the service', () => {
	setUpSandbox();
	const boardId = locate('id', '={{ $json.board }}');
	const goodBadGood = [1, 999, 2].map((board) => ({ board, title: 'a' }));

	it("ends the run with the service's message and the item index", async () => {
		const { error } = await run({ ...CREATE_TASK, boardId }, goodBadGood);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/^The service responded with 404: .*board/i);
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('becomes the output of its item with Continue On Fail', async () => {
		const { items, error } = await run({ ...CREATE_TASK, boardId }, goodBadGood, CONTINUE);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.board_id)).toEqual([1, undefined, 2]);
		expect(items[1]).toEqual({
			json: {
				error: expect.stringContaining('The service responded with 404'),
				message: expect.stringContaining('may have been deleted'),
			},
			pairedItem: { item: 1 },
		});
	});

	it('of the token says what to check', async () => {
		await useCredential({ baseUrl: sandbox.url, apiToken: 'wrong' });
		const { error } = await run(GET_MANY);
		expect(error?.message).toContain('The service responded with 401');
		expect(error?.description).toContain('credential');
		expect(sandbox.requests()).toMatchObject([{ path: '/api/v1/boards', status: 401 }]);
	});
});

describe('a service', () => {
	setUpService(json({ id: 1 }, 201));

	it('receives the documented headers and body, and the token as it is', async () => {
		await useCredential({ baseUrl: `${service.url}/api/v1/`, apiToken: ` "Bearer t0ken"\n` });
		await run(CREATE_TASK);
		expect(service.requests).toMatchObject([
			{
				method: 'POST',
				path: '/api/v1/tasks',
				headers: {
					authorization: 'Bearer t0ken',
					'content-type': expect.stringContaining('application/json'),
				},
				body: '{"title":"a","board_id":1}',
			},
		]);
	});

	it.each([
		['', 's3cret-token'],
		[' that was pasted with invisible characters', '\u200bs3cret\n-token\ufeff'],
	])('cannot expose the token%s by repeating it', async (_, apiToken) => {
		await useCredential({ baseUrl: service.url, apiToken });
		service.reply({ status: 403, body: '{"message":"s3cret-token may not do this"}' });
		const { data } = await engine.run({ parameters: GET_MANY });
		expect(JSON.stringify(data.resultData)).toContain('*** may not do this');
		expect(JSON.stringify(data.resultData)).not.toContain('s3cret-token');
	});
});

describe('a node without a usable credential', () => {
	setUpService();

	it.each([
		[
			'none',
			'apiToken',
			{},
			'No credential is selected. Open this node and select one under "Credential".',
		],
		[
			'one of the other kind, which n8n selected',
			'login',
			{ workspaceTaskServiceApi: { id: '1', name: 'My account' } },
			'"My account" is not the kind of credential that this node is set to. Open this node and select "My account" under "Credential" again.',
		],
	])('that has %s says what to do, and names no item', async (...row) => {
		const [, authentication, credentials, message] = row;
		const { error } = await run({ ...GET_MANY, authentication }, [{}], { credentials });
		expect(error?.message).toBe(message);
		expect(error?.context?.itemIndex).toBeUndefined();
	});
});
