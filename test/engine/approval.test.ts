import { ExecuteContext } from 'n8n-core';
import type { INode, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import { isCollected } from '../support/collected';
import {
	CONTINUE,
	CREATE_TASK,
	engine,
	RETRY_ON_FAIL,
	sandbox,
	service,
	setUpSandbox,
	setUpService,
} from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';
import { Engine, PACKAGE } from '../support/engine/engine';

const PATH = '/webhook-waiting/1/node-1?wait=1&signature=2';
const HERE = 'http://localhost:5678';
const LINK = `${HERE}${PATH}`;
const PARAMETERS: INodeParameters = {
	...CREATE_TASK,
	operation: 'sendAndWait',
	title: 'Offer',
	message: 'Send it?',
};
const REVIEW: Partial<INode> = { type: `${PACKAGE}.workspaceTaskServiceHitlTool` };

setUpSandbox();
let sign: jest.SpyInstance;
beforeEach(() => {
	sign = jest.spyOn(ExecuteContext.prototype, 'getSignedResumeUrl').mockReturnValue(LINK);
});
afterEach(() => jest.restoreAllMocks());

const run = async (
	more: INodeParameters = {},
	settings: Partial<INode> = {},
	items?: INodeExecutionData[],
) => await engine.run({ parameters: { ...PARAMETERS, ...more }, settings }, items);
const failureOf = (ended: IRun) => Engine.outcome(ended).error?.message;
const hintsOf = ({ data }: IRun) =>
	Object.values(data.resultData.runData).flatMap((runs) => runs.flatMap(({ hints }) => hints));
const savedOf = ({ data }: IRun) =>
	JSON.parse(String(data.executionData?.contextData['node:Node']?.approval)) as INodeParameters;
/** The input of the node that waits: n8n outputs it after a timeout. */
const inputOf = ({ data }: IRun) => data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0];
const limited = (values: INodeParameters) => ({ limitWaitTime: { values } });
const withOptions = (values: INodeParameters) => ({ approvalOptions: { values } });

it('an approval waits indefinitely, with the output of a timeout as its input', async () => {
	const ended = await run();
	expect(ended.waitTill).toEqual(WAIT_INDEFINITELY);
	const task = expect.objectContaining({
		title: 'Offer',
		description: `Send it?\n\nAnswer here: ${LINK}`,
	});
	expect(Engine.outcome(ended).items).toEqual([{ json: task, pairedItem: { item: 0 } }]);
	const nobody = { approved: false, respondedBy: null, comment: null, respondedAt: null };
	const json = { ...nobody, timedOut: true, task };
	expect(inputOf(ended)).toEqual({ json, pairedItem: { item: 0 } });
	const { id, ...saved } = savedOf(ended);
	expect(saved).toMatchObject({ title: 'Offer', message: 'Send it?', task });
	expect(id).toMatch(/^[0-9a-f]{32}$/);
	expect(sign).toHaveBeenCalledWith({ wait: id });
});

it('a review that nobody answers says so to the model', async () => {
	expect(inputOf(await run({}, REVIEW))?.json).toMatchObject({
		timedOut: true,
		chatInput: 'No person has decided. Nobody answered in time. The tool was not run.',
	});
});

describe('choices and an editable text', () => {
	it.each([
		['lines', ' Today \n\r\nTomorrow\n'],
		['a list that an expression returns', '={{ ["Today", "Tomorrow"] }}'],
	])('are kept with the question, as %s, and are null after a timeout', async (_, choices) => {
		const ended = await run(withOptions({ choices, editableText: '={{ "Dear " + "Ada" }}' }));
		const saved = { choices: ['Today', 'Tomorrow'], editableText: 'Dear Ada' };
		expect(savedOf(ended)).toMatchObject(saved);
		expect(inputOf(ended)?.json).toMatchObject({ choice: null, text: null, timedOut: true });
	});

	it('are absent if they are empty', async () => {
		const ended = await run(withOptions({ choices: ' ', editableText: '' }));
		expect(savedOf(ended)).not.toHaveProperty('choices');
		expect(inputOf(ended)?.json).not.toHaveProperty('choice');
		expect(inputOf(ended)?.json).not.toHaveProperty('text');
	});

	it('are not part of a review', async () => {
		const ended = await run(withOptions({ choices: 'Today', editableText: 'Dear' }), REVIEW);
		expect(ended.waitTill).toBeDefined();
		expect(savedOf(ended)).not.toHaveProperty('choices');
		expect(savedOf(ended)).not.toHaveProperty('editableText');
	});
});

it("a review shows the call of the tool as JSON, in n8n's own message", async () => {
	const message = '=Run {{ $tool.name }} Input: {{ $tool.parameters }}';
	const item = { json: { tool: 'Note', toolParameters: { Title: 'a\nAmount: 1' } } };
	const ended = await run({ message }, REVIEW, [item]);
	const call = '{\n  "Title": "a\\nAmount: 1"\n}';
	expect(Engine.outcome(ended).items[0]?.json.description).toBe(
		`Run Note Input: ${call}\n\nAnswer here: ${LINK}`,
	);
});

it('a review with the legacy execution order, after which n8n runs no tool, is refused', async () => {
	const settings = jest.spyOn(ExecuteContext.prototype, 'getWorkflowSettings');
	settings.mockReturnValue({});
	const ended = await run({}, REVIEW);
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

describe('a scripted service', () => {
	setUpService();

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

describe('the link in the task', () => {
	const HOST = 'https://n8n.example.com';
	const LEADS_HERE = /leads to localhost:5678, .*administrator.*N8N_WEBHOOK_URL/;
	const DOES_NOT_OPEN =
		/^(.*: )?The link in the task does not open, .*N8N_PATH.*N8N_ENDPOINT_WEBHOOK_WAIT/;
	/** The link, and the API of n8n. */
	const set = (link: string, api: string) => {
		sign.mockReturnValue(link);
		jest.spyOn(ExecuteContext.prototype, 'getRestApiUrl').mockReturnValue(api);
	};

	it.each([
		['to this machine', LINK, `${HERE}/rest`, LEADS_HERE],
		['below a path', `${HOST}/n8n${PATH}`, `${HOST}/n8n/rest`, DOES_NOT_OPEN],
		['to this machine, below a path', `${HERE}/n8n${PATH}`, `${HERE}/n8n/rest`, DOES_NOT_OPEN],
	])('%s is a warning in the execution, which does not contain it', async (_, link, api, words) => {
		set(link, api);
		const ended = await run();
		const message = expect.stringMatching(words);
		expect(hintsOf(ended)).toEqual([{ message, type: 'warning' }]);
		expect(JSON.stringify(hintsOf(ended))).not.toMatch(/signature|waiting/);
	});

	it.each([
		['at another computer', `${HOST}${PATH}`, `${HOST}/rest`],
		['below a path that the API does not have', `${HOST}/n8n-2${PATH}`, `${HOST}/rest`],
		['without the path that the API has', `${HOST}${PATH}`, `${HOST}/n8n/rest`],
	])('%s is no warning', async (_, link, api) => {
		set(link, api);
		expect(hintsOf(await run())).toEqual([]);
	});

	it('is no warning if the task was not created', async () => {
		sandbox.addFault({ kind: 'status', status: 422, times: 1 });
		expect(hintsOf(await run())).toEqual([]);
	});

	it('has no password', async () => {
		sign.mockReturnValue(`${HOST}${PATH}`.replace('//', '//ada:s3cret@'));
		await run();
		const sent = JSON.stringify(sandbox.requests());
		expect(sent).toContain(`${HOST}/webhook-waiting/1/node-1`);
		expect(sent).not.toContain('s3cret');
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
		await run({ options }, REVIEW);
		const [item] = Engine.outcome(await run({ options }, REVIEW)).items;
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
	const ended = await run({}, RETRY_ON_FAIL);
	expect(ended.waitTill).toBeUndefined();
	expect(failureOf(ended)).toBe('The connection was closed before the service responded');
	expect(sandbox.requests()).toHaveLength(1);
});

describe('nothing is sent', () => {
	const TIME = '"Max Date and Time" must be a time in the future, written as YYYY-MM-DDTHH:MM';
	const INTERVAL =
		'"Limit Wait Time" must be a number of minutes, hours or days, such as 2 days, not';
	const CHOICES = '"Choices" must be up to 5 different lines of at most 60 characters, not';
	const until = (maxDateAndTime: string) =>
		limited({ limitType: 'atSpecifiedTime', maxDateAndTime });

	it.each<[string, INodeParameters, string]>([
		['without a message', { message: ' ' }, '"Message" is empty'],
		['until a time that has passed', until('2020-01-01'), `${TIME} (America/New_York), not "2020`],
		['until a time in words', until('tomorrow'), `${TIME} (America/New_York), not "tomorrow"`],
		['until a time of a missing field', until('={{ $json.nope }}'), '"Max Date and Time" is empty'],
		['for no time', limited({ resumeAmount: 0 }), `${INTERVAL} "0 hours"`],
		[
			'beyond all dates',
			limited({ resumeAmount: 1e20 }),
			`${INTERVAL} "100000000000000000000 hours"`,
		],
		['for an unknown unit', limited({ resumeUnit: 'weeks' }), `${INTERVAL} "1 weeks"`],
		[
			'for the time of a missing field',
			limited({ resumeAmount: '={{ $json.nope }}' }),
			'"Limit Wait Time" is empty',
		],
		[
			'with words for a switch',
			withOptions({ askForName: 'TRUE' }),
			'"Ask for a Name" must be true or false, not "TRUE"',
		],
		[
			'with a number for a switch',
			withOptions({ askForComment: 1 }),
			'"Ask for a Comment" must be true or false, not 1',
		],
		['with six choices', withOptions({ choices: 'a\nb\nc\nd\ne\nf' }), CHOICES],
		['with two choices that are the same', withOptions({ choices: 'a\na' }), CHOICES],
		['with a long choice', withOptions({ choices: 'a'.repeat(61) }), CHOICES],
		['with an object as a choice', withOptions({ choices: '={{ [{ name: "a" }] }}' }), CHOICES],
		[
			'with a long text to edit',
			withOptions({ editableText: 'a'.repeat(10_001) }),
			'"Editable Text" must have at most 10000',
		],
		[
			'with an invisible label',
			withOptions({ approveLabel: '\u200b' }),
			'"Approve Button Label" must not be empty',
		],
	])('%s', async (_, more, message) => {
		engine.timezone = 'America/New_York';
		const ended = await run(more);
		expect(failureOf(ended)).toContain(message);
		expect(ended.waitTill).toBeUndefined();
		expect(sandbox.requests()).toEqual([]);
	});

	it.each<[string, (object: string) => INodeParameters]>([
		['Message', (message) => ({ message })],
		['Description', (description) => ({ additionalFields: { description } })],
		['Approve Button Label', (approveLabel) => withOptions({ approveLabel })],
		['Decline Button Label', (disapproveLabel) => withOptions({ disapproveLabel })],
		['Editable Text', (editableText) => withOptions({ editableText })],
	])('with an object in %s', async (label, fill) => {
		const ended = await run(fill('=Of {{ ({ name: "Ada" }) }}'));
		expect(failureOf(ended)).toContain(
			`"${label}" must not contain [object Object] (to show an object,`,
		);
		expect(sandbox.requests()).toEqual([]);
	});

	it('for two items with Continue On Fail', async () => {
		const ended = await run({}, CONTINUE, [{ json: {} }, { json: {} }]);
		const error =
			'n8n would ask for the first of 2 items only. Put Loop Over Items (batch size 1) before this node.';
		expect(Engine.outcome(ended).json).toMatchObject([{ error }, { error }]);
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
		const { waitTill } = await run({}, {}, [{ json: input }]);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
		return new WeakRef(input.content);
	};
	expect(await isCollected(await inputOfExecution())).toBe(true);
	ExecuteContext.prototype.getSignedResumeUrl = getSignedResumeUrl;
});
