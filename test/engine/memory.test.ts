import type { INodeParameters } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import { isCollected } from '../support/collected';
import {
	CONTINUE,
	CREATE_TASK,
	FIND_BOARD,
	LIST_BOARDS,
	locate,
	LOGIN,
	POST_TASK,
	run,
	service,
	setUpService,
	useCredential,
} from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';

const BY_LOGIN = { ...CREATE_TASK, authentication: 'login' };
const FIND = { ...FIND_BOARD, name: 'New' };
const ONCE = { options: { createOncePer: '={{ $json.title }}', maxRetries: 0 } };

setUpService(json({ id: 9 }, 201));
beforeEach(async () => {
	service.when(LIST_BOARDS, json([{ id: 1, name: 'Inbox' }]));
	service.when(LOGIN, json({ token: 'session' }));
	ProcessedKeys.install();
	const login = { email: 'ada@x.io', password: 'p4ss', sessionToken: '' };
	await useCredential({ baseUrl: service.url, apiToken: 't0ken', ...login });
});

/** What only the execution holds. */
async function runWithInput(parameters: INodeParameters): Promise<WeakRef<object>> {
	const input = { title: 'a', content: { text: 'x'.repeat(10_000) } };
	await run({ options: { maxRetries: 0 }, ...parameters }, [input], CONTINUE);
	return new WeakRef(input.content);
}

it.each<[string, INodeParameters, string?]>([
	['a task by ID', CREATE_TASK],
	['a board by name', { ...CREATE_TASK, boardId: locate('name', 'Inbox') }],
	['Find or Create', FIND],
	['Create Once Per', { ...CREATE_TASK, ...ONCE }],
	['Find or Create with Create Once Per', { ...FIND, ...ONCE }],
	['a login', BY_LOGIN],
	['a login that is refused', BY_LOGIN, LOGIN],
	['a create with a key that is refused', { ...CREATE_TASK, ...ONCE }, POST_TASK],
	['a list that is refused', FIND, LIST_BOARDS],
])('nothing of an execution stays in memory after %s', async (...row) => {
	const [, parameters, refused] = row;
	if (refused !== undefined) service.when(refused, 401);
	const input = await runWithInput(parameters);
	expect(service.requests).not.toEqual([]);
	expect(await isCollected(input)).toBe(true);
});
