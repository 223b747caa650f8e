import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import type { INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../nodes/WorkspaceTaskService/operations/operation';
import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { Engine } from '../support/engine/engine';
import { startServer, type ScriptedServer } from '../../tools/http/server';

const DONE = { status: 200, body: '{"id":1}' };
const WRITE: INodeParameters = { resource: 'board', operation: 'create', name: 'Launch' };

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer();
	engine = await Engine.load({ baseUrl: service.url, apiToken: 'token' });
	const { board = {} } = registry;
	jest.replaceProperty(registry, 'board', {
		...board,
		create: { ...(board.create as Operation), call: { ...CALLS.createBoard, effect: 'write' } },
	});
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

const run = async (options: INodeParameters, settings = {}) =>
	Engine.outcome(await engine.run({ parameters: { ...WRITE, options }, settings }));

describe('a write that may be sent again', () => {
	it.each([['reset'], [500]] as const)('is retried after %s', async (reply) => {
		service.reply(reply, DONE);
		expect((await run({})).items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	it('is sent again by Retry On Fail', async () => {
		service.reply(500, DONE);
		const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expect((await run({ maxRetries: 0 }, again)).items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	it('has no key of Create Once Per, not even one that the workflow still has', async () => {
		service.reply(DONE);
		await run({ createOncePer: 'order 7' });
		const { items } = await run({ createOncePer: 'order 7' });
		expect(items[0]?.json).toEqual({ id: 1 });
		expect(service.requests).toHaveLength(2);
	});
});
