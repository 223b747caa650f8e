import { sleep, type INodeParameters } from 'n8n-workflow';

import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import { Endpoint } from '../../nodes/WorkspaceTaskService/limits/endpoint';
import { startServer, type ScriptedServer } from '../../tools/http/server';
import { Engine } from '../support/engine/engine';
import { LIMITS } from '../support/rateLimit';
import { addedCalls, addedOperation } from '../support/workedDiff';

const BOARDS = 200;
/** As over a network. A service that responds at once refuses more while the first requests are in flight. */
const RESPONSE_MS = 50;
const ARCHIVE: INodeParameters = {
	resource: 'board',
	operation: 'archive',
	boardId: { __rl: true, mode: 'id', value: '={{ $json.board }}' },
};

let service: ScriptedServer;
let engine: Engine;

beforeAll(() => {
	Object.assign(CALLS, addedCalls());
	Object.assign(registry.board ?? {}, { archive: addedOperation() });
});

beforeEach(async () => {
	service = await startServer();
	engine = await Engine.load({ baseUrl: service.url, apiToken: 'token' });
});

afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

async function archive(boards: number[], options: INodeParameters = {}) {
	const items = boards.map((board) => ({ json: { board } }));
	return Engine.outcome(await engine.run({ parameters: { ...ARCHIVE, options } }, items));
}

describe('the operation that the guide adds', () => {
	it('keeps a rate limit as one call, whatever the boards are', async () => {
		const begin = jest.spyOn(Endpoint.prototype, 'beginRequest');
		const limit = LIMITS.bucket(10, 200);
		let refused = 0;
		service.reply(async ({ path }) => {
			const isAccepted = limit(performance.now()) === undefined;
			if (!isAccepted) refused += 1;
			await sleep(RESPONSE_MS);
			return isAccepted ? { status: 200, body: JSON.stringify({ id: 7, path }) } : 429;
		});
		const boards = Array.from({ length: BOARDS }, (_, index) => index + 1);
		const { items, error } = await archive(boards);
		expect(error).toBeUndefined();
		const paths = boards.map((board) => ({ id: 7, path: `/api/v1/boards/${board}/archive` }));
		expect(items.map(({ json }) => json)).toEqual(paths);
		expect(refused).toBeLessThanOrEqual(BOARDS / 2);
		expect(new Set(begin.mock.contexts).size).toBe(1);
	});

	it.each([
		[500, 'The board may have been changed anyway. Check the service before you try again.'],
		[404, 'What they name may have been deleted, or this account may not see it.'],
	])('says after %d what may have happened to the board', async (status, hint) => {
		service.reply({ status, body: '{"message":"Board not found"}' });
		const { error } = await archive([7], { maxRetries: 0 });
		expect(error?.message).toBe(`The service responded with ${status}: Board not found`);
		expect((error as { description?: string } | undefined)?.description).toContain(hint);
	});

	it('is sent again after a failure', async () => {
		service.reply(500, { status: 200, body: '{"id":7,"archived":true}' });
		const { items } = await archive([7]);
		expect(items[0]?.json).toEqual({ id: 7, archived: true });
		expect(service.requests).toHaveLength(2);
	});
});
