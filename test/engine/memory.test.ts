import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';
import { isCollected } from '../support/collected';
import { ProcessedKeys } from '../support/engine/deduplication';

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const board = (mode: string, value: string) => ({ boardId: { __rl: true, mode, value } });
const TASK = { resource: 'task', operation: 'create', title: '={{ $json.name }}' };
const BY_NAME: INodeParameters = { ...TASK, ...board('name', 'Inbox') };
const BY_ID: INodeParameters = { ...TASK, ...board('id', '1') };
const FIND: INodeParameters = { resource: 'board', operation: 'findOrCreate', name: 'New' };
const ONCE: INodeParameters = { options: { createOncePer: '={{ $json.name }}' } };

let service: ScriptedServer;

beforeEach(async () => {
	service = await startServer(json({ id: 9 }, 201));
	service.when('GET /api/v1/boards', json([{ id: 1, name: 'Inbox' }]));
	ProcessedKeys.install();
});
afterEach(async () => await service.close());

/** What only the execution holds. */
async function inputOfExecution(parameters: INodeParameters): Promise<WeakRef<object>> {
	const login = { email: 'ada@x.io', password: 'p4ss', sessionToken: '' };
	const engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken', ...login });
	const input = { name: 'a', content: { text: 'x'.repeat(10_000) } };
	await engine.run({ parameters, settings: CONTINUE }, [{ json: input }]);
	return new WeakRef(input.content);
}

it.each<[string, INodeParameters]>([
	['a task by ID', BY_ID],
	['a board by name', BY_NAME],
	['Find or Create', FIND],
	['Create Once Per', { ...BY_ID, ...ONCE }],
	['Find or Create with Create Once Per', { ...FIND, ...ONCE }],
	['a login', { ...BY_ID, authentication: 'login' }],
])('nothing of an execution stays in memory after %s', async (_, parameters) => {
	service.when('POST /api/v1/auth/login', json({ token: 'session' }));
	const input = await inputOfExecution(parameters);
	expect(service.requests).not.toEqual([]);
	expect(await isCollected(input)).toBe(true);
});

it.each<[string, INodeParameters, string]>([
	['a login that is refused', { ...BY_ID, authentication: 'login' }, 'POST /api/v1/auth/login'],
	['a create with a key that is refused', { ...BY_ID, ...ONCE }, 'POST /api/v1/tasks'],
	['a list that is refused', FIND, 'GET /api/v1/boards'],
])('nothing of an execution stays in memory after %s', async (_, parameters, route) => {
	service.when(route, 401);
	const options = { ...(parameters.options as object), maxRetries: 0 };
	const input = await inputOfExecution({ ...parameters, options });
	expect(await isCollected(input)).toBe(true);
});
