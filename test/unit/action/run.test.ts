import type { Run } from '../../../nodes/WorkspaceTaskService/action/item';
import { performItem } from '../../../nodes/WorkspaceTaskService/action/run';
import { registry } from '../../../nodes/WorkspaceTaskService/action/registry';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { VirtualClock } from '../../support/virtualClock';

const response = { status: 201, headers: {}, text: '', receivedDate: new Date(0) };
const DONE: Outcome = { kind: 'done', response, body: { id: 7 } };
const REQUEST = { call: CALLS.createBoard, body: { name: 'A' } };
const HALTED = AbortSignal.abort(new Error('An earlier item failed'));
const STARTED = { index: 1, signal: HALTED, endRun: () => {}, letNextPass: () => {} };
const COMPLETED = { item: { ...STARTED, parameters: {}, request: REQUEST }, outcome: DONE };

function runWith(maybeCreated: Run['maybeCreated']): Run {
	const limiter = new Limiter(new VirtualClock());
	const limitedRun = limiter.limitRun(1);
	const { signal } = new AbortController();
	const account = { baseUrl: 'https://tasks.example.com', credential: { id: '1' } };
	const client = { account, read: () => [{ id: 7 }] };
	const run = {
		context: { continueOnFail: () => false, getNode: () => ({}) },
		operation: registry.board?.create,
		client,
		sendOptions: { limitedRun, signal, maxRetries: 4, timeoutMs: 1 },
		maybeCreated,
		outcomesByIdentity: new Map(),
	};
	return run as unknown as Run;
}

describe('after an item that ended the run', () => {
	it('an item that an earlier try of Retry On Fail maybeCreated is reported as done', async () => {
		const result = await performItem(runWith(new Map([[1, COMPLETED]])), STARTED);
		expect(result).toMatchObject({ kind: 'done', items: [{ json: { id: 7 } }] });
	});

	it('any other item is not started', async () => {
		expect(await performItem(runWith(new Map()), STARTED)).toEqual({ kind: 'notStarted' });
	});
});
