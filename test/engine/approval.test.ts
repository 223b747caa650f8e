import { ExecuteContext } from 'n8n-core';
import type { INode, INodeParameters, IRun } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine, PACKAGE } from '../support/engine/engine';
import { isCollected } from '../support/collected';
import { ProcessedKeys } from '../support/engine/deduplication';
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
const TIME = 'YYYY-MM-DDTHH:MM (America/New_York)';
const NO_TIME = `"Max Date and Time" must be a time in the future, written as ${TIME}, not`;
const NO_INTERVAL =
	'"Limit Wait Time" must be a number of minutes, hours or days, such as 2 days, not';

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

describe('choices and an editable text', () => {
	const options = (values: INodeParameters) => ({ approvalOptions: { values } });
	const savedOf = ({ data }: IRun) =>
		JSON.parse(String(data.executionData?.contextData['node:Node']?.approval)) as object;
	const inputOf = ({ data }: IRun) =>
		data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0]?.json;

	it.each([
		['lines', ' Today \n\r\nTomorrow\n'],
		['a list that an expression returns', '={{ ["Today", "Tomorrow"] }}'],
	])('are kept with the question, as %s, and are null after a timeout', async (_, choices) => {
		const ended = await run(options({ choices, editableText: '={{ "Dear " + "Ada" }}' }));
		const saved = { choices: ['Today', 'Tomorrow'], editableText: 'Dear Ada' };
		expect(savedOf(ended)).toMatchObject(saved);
		expect(inputOf(ended)).toMatchObject({ choice: null, text: null, timedOut: true });
	});

	it('are absent if they are empty', async () => {
		const ended = await run(options({ choices: ' ', editableText: '' }));
		expect(savedOf(ended)).not.toHaveProperty('choices');
		expect(inputOf(ended)).not.toHaveProperty('choice');
		expect(inputOf(ended)).not.toHaveProperty('text');
	});

	it('are not part of a review', async () => {
		const review = { type: `${PACKAGE}.workspaceTaskServiceHitlTool` };
		const ended = await run(options({ choices: 'Today', editableText: 'Dear' }), review);
		expect(ended.waitTill).toBeDefined();
		expect(savedOf(ended)).not.toHaveProperty('choices');
		expect(savedOf(ended)).not.toHaveProperty('editableText');
	});

	const CHOICES = '"Choices" must be up to 5 different lines of at most 60 characters, not';
	it.each([
		['six', { choices: 'a\nb\nc\nd\ne\nf' }, CHOICES],
		['two that are the same', { choices: 'a\na' }, CHOICES],
		['a long one', { choices: 'a'.repeat(61) }, CHOICES],
		['an object', { choices: '={{ [{ name: "a" }] }}' }, CHOICES],
		[
			'a long text',
			{ editableText: 'a'.repeat(10_001) },
			'"Editable Text" must have at most 10000',
		],
		['a text with an object', { editableText: '={{ "" + {} }}' }, noObject('Editable Text')],
	])('are refused before anything is sent: %s', async (_, values, message) => {
		const ended = await run(options(values));
		expect(failureOf(ended)).toContain(message);
		expect(sandbox.requests()).toEqual([]);
	});
});

it("a review shows the call of the tool as JSON, in n8n's own message", async () => {
	const message = '=Run {{ $tool.name }} Input: {{ $tool.parameters }}';
	const item = { json: { tool: 'Note', toolParameters: { Title: 'a\nAmount: 1' } } };
	const review = { type: `${PACKAGE}.workspaceTaskServiceHitlTool` };
	const ended = await run({ message }, review, [item] as never);
	const call = '{\n  "Title": "a\\nAmount: 1"\n}';
	expect(Engine.outcome(ended).items[0]?.json.description).toBe(
		`Run Note Input: ${call}\n\nAnswer here: ${LINK}`,
	);
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
	it('is a warning in the execution, which does not contain the link', async () => {
		const ended = await run();
		const message = expect.stringMatching(
			/leads to localhost:5678, .*administrator.*N8N_WEBHOOK_URL/,
		);
		expect(hintsOf(ended)).toEqual([{ message, type: 'warning' }]);
		expect(JSON.stringify(hintsOf(ended))).not.toMatch(/signature|waiting/);
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

	it('gets the characters that were entered, which only the page leaves out', async () => {
		service.reply(json({ id: 3 }, 201));
		const entered = 'می\u200cخواهم 👩\u200d💻 \u202eofni';
		await run({
			title: `Offer ${entered}`,
			message: `Send it? ${entered}`,
			additionalFields: { description: `To ${entered}` },
		});
		expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject({
			title: `Offer ${entered}`,
			description: `Send it? ${entered}\n\nTo ${entered}\n\nAnswer here: ${LINK}`,
		});
	});
});

describe('a link that n8n cannot answer', () => {
	const BELOW = 'https://n8n.example.com/n8n/webhook-waiting/1/node-1?wait=1&signature=2';
	let api: jest.SpyInstance;
	beforeEach(() => {
		api = jest.spyOn(ExecuteContext.prototype, 'getRestApiUrl');
	});

	it.each([
		[BELOW, 'https://n8n.example.com/n8n/rest'],
		[BELOW.replace('/n8n/', '/a/b/'), 'https://n8n.example.com/a/b/rest'],
		[
			BELOW.replace('https://n8n.example.com', 'http://localhost:5678'),
			'http://localhost:5678/n8n/rest',
		],
	])('is a warning in the execution: %s', async (link, restApiUrl) => {
		sign.mockReturnValue(link);
		api.mockReturnValue(restApiUrl);
		const ended = await run();
		const message = expect.stringMatching(
			/^(.*: )?The link in the task does not open, .*N8N_PATH.*N8N_ENDPOINT_WEBHOOK_WAIT/,
		);
		expect(hintsOf(ended)).toEqual([{ message, type: 'warning' }]);
		expect(JSON.stringify(hintsOf(ended))).not.toMatch(/signature|waiting/);
	});

	it.each([
		['https://n8n.example.com/webhook-waiting/1/node-1?wait=1', 'https://n8n.example.com/rest'],
		[BELOW, 'https://n8n.example.com/rest'],
		[BELOW.replace('/n8n/', '/n8n-2/'), 'https://n8n.example.com/rest'],
		['https://n8n.example.com/webhook-waiting/1', 'https://n8n.example.com/rest'],
	])('is not %s, with the API of n8n at %s', async (link, restApiUrl) => {
		sign.mockReturnValue(link);
		api.mockReturnValue(restApiUrl);
		expect(hintsOf(await run())).toEqual([]);
	});

	it.each([
		'https://ada:s3cret@n8n.example.com/webhook-waiting/1/node-1?wait=1&signature=2',
		'https://s3cret@n8n.example.com/webhook-waiting/1/node-1?wait=1&signature=2',
	])('has no password in the task: %s', async (link) => {
		sign.mockReturnValue(link);
		await run();
		const [{ body = '' } = {}] = sandbox.requests();
		expect(JSON.stringify(body)).toContain('https://n8n.example.com/webhook-waiting/1/node-1');
		expect(JSON.stringify(sandbox.requests())).not.toContain('s3cret');
	});
});

describe('an approval with a key that was used', () => {
	const options = { createOncePer: 'offer-1' };
	const ASKED = 'Already asked for key offer-1: the answer belongs to the earlier execution';
	beforeEach(() => void ProcessedKeys.install());

	it('fails its item, and asks nobody', async () => {
		expect((await run({ options })).waitTill).toEqual(WAIT_INDEFINITELY);
		const ended = await run({ options });
		expect(ended.waitTill).toBeUndefined();
		expect(failureOf(ended)).toBe(ASKED);
		expect(Engine.outcome(ended).items).toEqual([]);
		expect(sandbox.requests()).toHaveLength(1);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'is a failed item with %s, and no refusal',
		async (onError) => {
			await run({ options });
			const { outputs } = Engine.outcome(await run({ options }, { onError }));
			const items = outputs.flat().map((item) => item?.json);
			const message = 'Nobody was asked again. To ask again, use another key.';
			expect(items).toEqual([{ error: ASKED, message }]);
		},
	);

	it('tells the model of a review that nobody decided', async () => {
		const review = { type: `${PACKAGE}.workspaceTaskServiceHitlTool` };
		await run({ options }, review);
		const [item] = Engine.outcome(await run({ options }, review)).items;
		expect(item?.json).not.toHaveProperty('approved');
		expect(item?.json.chatInput).toBe(
			`No person has decided. The review failed: ${ASKED}. Nobody was asked again. To ask again, use another key. The tool was not run.`,
		);
	});

	it('whose first request got no clear response fails too', async () => {
		sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		await run({ options });
		const ended = await run({ options });
		expect(ended.waitTill).toBeUndefined();
		expect(failureOf(ended)).toMatch(
			/^May already (have been asked for|exist: .* for) key offer-1/,
		);
	});

	it('asks again with another key', async () => {
		await run({ options });
		const ended = await run({ options: { createOncePer: 'offer-2' } });
		expect(ended.waitTill).toEqual(WAIT_INDEFINITELY);
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
	const missingTime = { limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $json.nope }}' };
	const missing = { resumeAmount: '={{ $json.nope }}', resumeUnit: 'days' };

	it.each<readonly [string, INodeParameters, string]>([
		['without a message', { message: ' ' }, '"Message" is empty'],
		['with a limit that has passed', limited(passed), `${NO_TIME} "2020-01-01"`],
		['with a limit of nothing', limited({ resumeAmount: 0 }), `${NO_INTERVAL} "0 hours"`],
		['with a negative limit', limited({ resumeAmount: -1 }), `${NO_INTERVAL} "-1 hours"`],
		[
			'with a limit beyond all dates',
			limited({ resumeAmount: 1e20 }),
			`${NO_INTERVAL} "100000000000000000000 hours"`,
		],
		['with an unknown unit', limited({ resumeUnit: 'weeks' }), `${NO_INTERVAL} "1 weeks"`],
		['with words as an amount', limited({ resumeAmount: 'two' }), `${NO_INTERVAL} "two hours"`],
		...['tomorrow', '31.12.2999 18:00', '2999-12-31 6pm', '12/31/2999', '2999-13-01', '1e20'].map(
			(maxDateAndTime) =>
				[
					`with the time ${maxDateAndTime}`,
					limited({ limitType: 'atSpecifiedTime', maxDateAndTime }),
					`${NO_TIME} "${maxDateAndTime}"`,
				] as const,
		),
		[
			'with words for a switch',
			{ approvalOptions: { values: { askForName: 'TRUE' } } },
			'"Ask for a Name" must be true or false, not "TRUE"',
		],
		[
			'with a number for a switch',
			{ approvalOptions: { values: { askForComment: 1 } } },
			'"Ask for a Comment" must be true or false, not 1',
		],
		...['approveLabel', 'disapproveLabel'].map(
			(name) =>
				[
					`with an object in ${name}`,
					{ approvalOptions: { values: { [name]: `=Pay {{ ${AN_OBJECT} }}` } } },
					`${name === 'approveLabel' ? '"Approve' : '"Decline'} Button Label" must not contain [object Object]`,
				] as const,
		),
		[
			'with an invisible label',
			{ approvalOptions: { values: { approveLabel: '\u200b' } } },
			'"Approve Button Label" must not be empty',
		],
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
		expect(failureOf(ended)).toContain(message);
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
