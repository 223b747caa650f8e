import { sleep, type INodeParameters } from 'n8n-workflow';

import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import { Endpoint } from '../../nodes/WorkspaceTaskService/limits/endpoint';
import { json } from '../../tools/http/server';
import { locate, run, service, setUpService } from '../support/engine/actionSuite';
import { LIMITS } from '../support/rateLimit';
import { addedCalls, addedOperation } from '../support/workedDiff';

const BOARDS = 200;
/** As over a network. A service that responds at once refuses more while the first requests are in flight. */
const RESPONSE_MS = 50;
const ARCHIVE: INodeParameters = {
	resource: 'board',
	operation: 'archive',
	boardId: locate('id', '={{ $json.board }}'),
};

beforeAll(() => {
	Object.assign(CALLS, addedCalls());
	Object.assign(registry.board ?? {}, { archive: addedOperation() });
});
setUpService();
afterEach(() => void jest.restoreAllMocks());

const archive = async (boards: number[], options: INodeParameters = {}) =>
	await run(
		{ ...ARCHIVE, options },
		boards.map((board) => ({ board })),
	);

describe('the operation that the guide adds', () => {
	it('keeps a rate limit as one call, whatever the boards are', async () => {
		const begin = jest.spyOn(Endpoint.prototype, 'recordSend');
		const limit = LIMITS.bucket(10, 200);
		let refused = 0;
		service.reply(async ({ path }) => {
			const isAccepted = limit(performance.now()) === undefined;
			if (!isAccepted) refused += 1;
			await sleep(RESPONSE_MS);
			return isAccepted ? json({ id: 7, path }) : 429;
		});
		const boards = Array.from({ length: BOARDS }, (_, index) => index + 1);
		const { json: output, error } = await archive(boards);
		expect(error).toBeUndefined();
		const paths = boards.map((board) => ({ id: 7, path: `/api/v1/boards/${board}/archive` }));
		expect(output).toEqual(paths);
		expect(refused).toBeLessThanOrEqual(BOARDS / 2);
		expect(new Set(begin.mock.contexts).size).toBe(1);
	});

	it.each([
		[500, 'The board may have been changed anyway. Check the service before you try again.'],
		[404, 'What they name may have been deleted, or this account may not see it.'],
	])('says after %d what may have happened to the board', async (status, hint) => {
		service.reply(json({ message: 'Board not found' }, status));
		const { error } = await archive([7], { maxRetries: 0 });
		expect(error?.message).toBe(`The service responded with ${status}: Board not found`);
		expect(error?.description).toContain(hint);
	});

	it('is sent again after a failure', async () => {
		service.reply(500, json({ id: 7, archived: true }));
		expect((await archive([7])).json).toEqual([{ id: 7, archived: true }]);
		expect(service.requests).toHaveLength(2);
	});
});
