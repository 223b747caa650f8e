import { ExecuteContext } from 'n8n-core';
import type { INode, INodeParameters, IRun } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine } from '../../tools/testkit/engine/engine';

const LINK = 'http://localhost:5678/webhook-waiting/1/node-1?wait=1&signature=2';
const PARAMETERS: INodeParameters = {
	resource: 'task',
	operation: 'sendAndWait',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'Offer',
	message: 'Send it?',
};
const METHOD = 'getSignedResumeUrl';
const TWO = [{ json: {} }, { json: {} }];

let sandbox: Sandbox;
let engine: Engine;
let sign: jest.SpyInstance;

beforeEach(async () => {
	sandbox = await startSandbox();
	engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
	sign = jest.spyOn(ExecuteContext.prototype, METHOD).mockReturnValue(LINK);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const run = async (more: INodeParameters = {}, settings: Partial<INode> = {}, items?: typeof TWO) =>
	await engine.run({ parameters: { ...PARAMETERS, ...more }, settings }, items);
const failureOf = (ended: IRun) => Engine.outcome(ended).error?.message;
const limited = (values: INodeParameters) => ({ limitWaitTime: { values } });

it('an approval waits indefinitely, with the output of a timeout as its input', async () => {
	const ended = await run();
	const { waitTill, data } = ended;
	expect(waitTill).toEqual(WAIT_INDEFINITELY);
	const task = expect.objectContaining({
		title: 'Offer',
		description: `Send it?\n\nAnswer here: ${LINK}`,
	});
	expect(Engine.outcome(ended).items).toEqual([{ json: task, pairedItem: { item: 0 } }]);
	const json = { approved: false, respondedAt: null, timedOut: true, task };
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	expect(entry?.data.main).toEqual([[{ json, pairedItem: { item: 0 } }]]);
	expect(sign).toHaveBeenCalledWith({ wait: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

it('an approval waits until a time in the time zone of the workflow', async () => {
	engine.timezone = 'America/New_York';
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2999-01-31T18:00:00' };
	const { waitTill } = await run(limited(values));
	expect(waitTill).toEqual(new Date('2999-01-31T23:00:00Z'));
});

it('an approval creates one task with Retry On Fail', async () => {
	sandbox.addFault({ kind: 'reset', when: 'after', times: 1 });
	const ended = await run({}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
	expect(ended.waitTill).toBeUndefined();
	expect(failureOf(ended)).toBe('The connection was closed before the service responded');
	expect(sandbox.requests()).toHaveLength(1);
});

describe('nothing is sent', () => {
	const passed = { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01' };
	const isRefused = async (ended: IRun, message: string | RegExp) => {
		expect(failureOf(ended)).toMatch(message);
		expect(ended.waitTill).toBeUndefined();
		expect(sandbox.requests()).toEqual([]);
	};

	it.each([
		['without a message', { message: ' ' }, '"Message" is empty'],
		['with a limit that has passed', limited(passed), '"Limit Wait Time" must end in the future'],
	])('%s', async (_, more, message) => await isRefused(await run(more), message));

	it('for two items', async () => {
		await isRefused(await run({}, {}, TWO), 'Only one item can wait for approval, not 2');
	});

	it('for two items with Continue On Fail', async () => {
		const ended = await run({}, { onError: 'continueRegularOutput' }, TWO);
		const errors = Engine.outcome(ended).items.map(({ json }) => json.error);
		expect(errors).toEqual(
			Array(2).fill('Only one item can wait for approval, not 2. Use a loop.'),
		);
		expect(sandbox.requests()).toEqual([]);
	});

	it('by an n8n that cannot sign links', async () => {
		sign.mockRestore();
		let owner: object = ExecuteContext.prototype;
		while (!Object.hasOwn(owner, METHOD)) owner = Object.getPrototypeOf(owner) as object;
		const method = Object.getOwnPropertyDescriptor(owner, METHOD) ?? {};
		Reflect.deleteProperty(owner, METHOD);
		try {
			await isRefused(await run(), 'update n8n to version 2.0 or newer');
		} finally {
			Object.defineProperty(owner, METHOD, method);
		}
	});
});
