import { ExecuteContext } from 'n8n-core';
import type { INode, INodeParameters, IRun } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine, PACKAGE } from '../support/engine/engine';
import { isCollected } from '../support/collected';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';

const LINK = 'http://localhost:5678/webhook-waiting/1/node-1?wait=1&signature=2';
const PARAMETERS: INodeParameters = {
	resource: 'task',
	operation: 'sendAndWait',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'Offer',
	message: 'Send it?',
};

const TWO = [{ json: {} }, { json: {} }];
const TOO_MANY =
	'n8n would ask for the first of 2 items only. Put Loop Over Items (batch size 1) before this node.';
const AN_OBJECT = '({ name: "Ada" })';
const noObject = (label: string) =>
	`"${label}" must not contain [object Object] (to show an object,`;
const IN_FUTURE =
	'must end in the future, such as in 2 days or at 2026-12-31T18:00 (America/New_York), not';

let sandbox: Sandbox;
let engine: Engine;
let sign: jest.SpyInstance;

beforeEach(async () => {
	sandbox = await startSandbox();
	engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
	sign = jest.spyOn(ExecuteContext.prototype, 'getSignedResumeUrl').mockReturnValue(LINK);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const run = async (more: INodeParameters = {}, settings: Partial<INode> = {}, items?: typeof TWO) =>
	await engine.run({ parameters: { ...PARAMETERS, ...more }, settings }, items);
const failureOf = (ended: IRun) => Engine.outcome(ended).error?.message;
const hintsOf = ({ data }: IRun) =>
	Object.values(data.resultData.runData).flatMap((runs) => runs.flatMap(({ hints }) => hints));
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
	const nobody = { approved: false, respondedBy: null, comment: null, respondedAt: null };
	const json = { ...nobody, timedOut: true, task };
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	expect(entry?.data.main).toEqual([[{ json, pairedItem: { item: 0 } }]]);
	const { id, ...saved } = JSON.parse(
		String(data.executionData?.contextData['node:Node']?.approval),
	);
	expect(saved).toMatchObject({ title: 'Offer', message: 'Send it?', task });
	expect(id).toMatch(/^[0-9a-f]{32}$/);
	expect(sign).toHaveBeenCalledWith({ wait: id });
});

it('a review that nobody answers says so to the model', async () => {
	const { data } = await run({}, { type: `${PACKAGE}.workspaceTaskServiceHitlTool` });
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	expect(entry?.data.main?.[0]?.[0]?.json).toMatchObject({
		timedOut: true,
		chatInput: 'No person has decided. Nobody answered in time. The tool was not run.',
	});
});

it('a review with the legacy execution order, after which n8n runs no tool, is refused', async () => {
	const settings = jest.spyOn(ExecuteContext.prototype, 'getWorkflowSettings');
	settings.mockReturnValue({});
	const ended = await run({}, { type: `${PACKAGE}.workspaceTaskServiceHitlTool` });
	expect(JSON.stringify(Engine.outcome(ended).items)).toContain('needs the execution order v1');
	expect(sandbox.requests()).toEqual([]);
});

it('an approval waits until a time in the time zone of the workflow', async () => {
	engine.timezone = 'America/New_York';
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2999-01-31T18:00:00' };
	const ended = await run(limited(values));
	expect(ended.waitTill).toEqual(new Date('2999-01-31T23:00:00Z'));
	const until = 'until 31 January 2999, 18:00 (America/New_York)';
	expect(Engine.outcome(ended).items[0]?.json.description).toBe(
		`Send it?\n\nAnswer here ${until}: ${LINK}`,
	);
});

describe('a link to this machine', () => {
	it('is a warning in the execution and in the log, which do not contain the link', async () => {
		const warn = jest.spyOn(engine.logger, 'warn');
		const ended = await run();
		const message = expect.stringMatching(
			/leads to localhost:5678, .*administrator.*N8N_WEBHOOK_URL/,
		);
		expect(hintsOf(ended)).toEqual([{ message, type: 'warning' }]);
		expect(warn.mock.calls).toEqual([[message]]);
		expect(JSON.stringify([hintsOf(ended), warn.mock.calls])).not.toMatch(/signature|waiting/);
	});

	it('is no warning if the task was not created', async () => {
		sandbox.addFault({ kind: 'status', status: 422, times: 1 });
		expect(hintsOf(await run())).toEqual([]);
	});

	it('is the only one with a warning', async () => {
		sign.mockReturnValue(LINK.replace('http://localhost:5678', 'https://n8n.example.com'));
		expect(hintsOf(await run())).toEqual([]);
	});
});

describe('a scripted service', () => {
	let service: ScriptedServer;
	beforeEach(async () => {
		service = await startServer();
		engine = await Engine.load({ baseUrl: service.url, apiToken: 'token' });
	});
	afterEach(async () => await service.close());

	it('may return a field "skipped" of its own, and the approval waits', async () => {
		service.reply(json({ id: 3, skipped: true, certain: true, warning: 'old' }, 201));
		const ended = await run();
		expect(ended.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(hintsOf(ended)).toEqual([{ message: expect.stringMatching(/link/), type: 'warning' }]);
	});

	it('may create the task after the time has ended, and the whole time runs again', async () => {
		const start = Date.now();
		const now = jest.spyOn(Date, 'now').mockReturnValue(start);
		service.reply((_, response) => {
			now.mockReturnValue(start + 90_000);
			response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":3}');
		});
		const { waitTill } = await run(limited({ resumeAmount: 1, resumeUnit: 'minutes' }));
		expect(waitTill).toEqual(new Date(start + 150_000));
	});

	it('gets no characters that reverse or hide what a person reads', async () => {
		service.reply(json({ id: 3 }, 201));
		const reversed = '\u202eofni\u2066\u200b\u00ad';
		await run({
			title: `Offer ${reversed}`,
			message: `Send it? ${reversed}`,
			additionalFields: { description: `To ${reversed}` },
		});
		const { title, description } = JSON.parse(service.requests[0]?.body ?? '') as Record<
			string,
			string
		>;
		expect({ title, description }).toEqual({
			title: 'Offer ofni',
			description: `Send it? ofni\n\nTo ofni\n\nAnswer here: ${LINK}`,
		});
	});
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
	const words = { limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' };
	const missingTime = { limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $json.nope }}' };
	const missing = { resumeAmount: '={{ $json.nope }}', resumeUnit: 'days' };

	it.each([
		['without a message', { message: ' ' }, '"Message" is empty'],
		['with a limit that has passed', limited(passed), `${IN_FUTURE} "2020-01-01"`],
		['with a limit of nothing', limited({ resumeAmount: 0 }), `${IN_FUTURE} "0 hours"`],
		['with an unknown unit', limited({ resumeUnit: 'weeks' }), `${IN_FUTURE} "1 weeks"`],
		['with words as a time', limited(words), `${IN_FUTURE} "tomorrow"`],
		['with a time of a missing field', limited(missingTime), '"Max Date and Time" is empty'],
		['with an interval of a missing field', limited(missing), '"Limit Wait Time" is empty'],
		['with an object in the message', { message: `=Send {{ ${AN_OBJECT} }}` }, noObject('Message')],
		[
			'with an object in the description',
			{ additionalFields: { description: `=Of {{ ${AN_OBJECT} }}` } },
			noObject('Description'),
		],
	])('%s', async (_, more, message) => {
		engine.timezone = 'America/New_York';
		const ended = await run(more);
		expect(failureOf(ended)).toMatch(message);
		expect(ended.waitTill).toBeUndefined();
		expect(sandbox.requests()).toEqual([]);
	});

	it('for two items with Continue On Fail', async () => {
		const ended = await run({}, { onError: 'continueRegularOutput' }, TWO);
		const errors = Engine.outcome(ended).items.map(({ json }) => json.error);
		expect(errors).toEqual([TOO_MANY, TOO_MANY]);
		expect(sandbox.requests()).toEqual([]);
	});
});

it('nothing of an execution stays in memory after an approval', async () => {
	// The mock keeps each context.
	jest.restoreAllMocks();
	const { getSignedResumeUrl } = ExecuteContext.prototype;
	ExecuteContext.prototype.getSignedResumeUrl = () => LINK;
	const inputOfExecution = async () => {
		const input = { content: { text: 'x'.repeat(10_000) } };
		const { waitTill } = await run({}, {}, [{ json: input }] as never);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
		return new WeakRef(input.content);
	};
	expect(await isCollected(await inputOfExecution())).toBe(true);
	ExecuteContext.prototype.getSignedResumeUrl = getSignedResumeUrl;
});
