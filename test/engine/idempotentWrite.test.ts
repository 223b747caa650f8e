import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import type { Operation } from '../../nodes/WorkspaceTaskService/operations/operation';
import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import { json } from '../../tools/http/server';
import {
	CREATE_BOARD,
	RETRY_ON_FAIL,
	run,
	service,
	setUpService,
} from '../support/engine/actionSuite';

const DONE = json({ id: 1 });

setUpService(DONE);
beforeEach(() => {
	const { board = {} } = registry;
	const create = board.create as Operation;
	const write = { ...create, call: { ...CALLS.createBoard, effect: 'write' } } as Operation;
	jest.replaceProperty(registry, 'board', { ...board, create: write });
});
afterEach(() => void jest.restoreAllMocks());

const write = async (options = {}, settings = {}) =>
	await run({ ...CREATE_BOARD, options }, [{ name: 'Launch' }], settings);

describe('a write that may be sent again', () => {
	it.each([
		['by a retry', 'reset', {}, {}],
		['by Retry On Fail', 500, { maxRetries: 0 }, RETRY_ON_FAIL],
	] as const)('is sent again %s', async (_, reply, options, settings) => {
		service.reply(reply, DONE);
		expect((await write(options, settings)).json).toEqual([{ id: 1 }]);
		expect(service.requests).toHaveLength(2);
	});

	it('has no key of Create Once Per, not even one that the workflow still has', async () => {
		for (const options of [{ createOncePer: 'order 7' }, { createOncePer: 'order 7' }]) {
			expect((await write(options)).json).toEqual([{ id: 1 }]);
		}
		expect(service.requests).toHaveLength(2);
	});
});
