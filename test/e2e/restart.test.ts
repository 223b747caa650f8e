import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import {
	allExecutionsOf,
	failureOf,
	finishedExecution,
	itemsOf,
	readExecution,
	settledExecutions,
} from '../../tools/n8n/api/executions';
import { activate, deactivate } from '../../tools/n8n/api/publication';
import {
	createWorkflow,
	readExample,
	run,
	saveDraft,
	type Workflow,
} from '../../tools/n8n/api/workflows';
import { until } from '../../tools/n8n/poll';
import { NO_EDITOR } from '../../tools/n8n/presets';
import {
	action,
	chain,
	CREATE_TASK,
	node,
	noOp,
	trigger,
	TRIGGER,
	type WorkflowNode,
} from '../../tools/n8n/workflow';
import { deliverTask } from '../../tools/http/client';
import { forwardTo } from '../../tools/http/proxy';
import type { ReceivedRequest } from '../../tools/http/server';
import {
	ACTION,
	approvalWorkflow,
	decide,
	OFFER,
	open,
	waitingLink,
} from '../support/agents/approval';
import { startChatModel } from '../support/agents/chatModel';
import { reviewedAgent } from '../support/agents/reviewedAgent';
import {
	openTestEnvironment,
	type OwnTestEnvironment,
	type PublishedTrigger,
	type Service,
} from '../support/n8n/environment';
import { board, choose, type Choices } from '../support/n8n/examples';

const SOON = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
const AT = { limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus(1500) }}' };
const LIMITS = { 'after an interval': SOON, 'at a time': AT };

/** An execution that waits for an answer, and its own service. */
interface Waiting {
	id: string;
	link: string;
	service: Service;
	titles: () => Promise<unknown[]>;
}

let environment: OwnTestEnvironment;
let model: Awaited<ReturnType<typeof startChatModel>>;
let approvals: Awaited<ReturnType<typeof startApprovals>>;
let changed: PublishedTrigger;
let moved: PublishedTrigger;
let resumed: PublishedTrigger;
let interrupted: Awaited<ReturnType<typeof holdCreate>>;

/** A start of n8n takes longer than most tests, so all of them wait for the same one. */
beforeAll(async () => {
	environment = await openTestEnvironment({ settings: NO_EDITOR });
	model = await startChatModel([
		{ tool: /./, calls: [{ toolParameters: { title: 'From the agent' } }] },
		'Over.',
	]);
	changed = await publishAndChange();
	moved = await environment.publishTrigger();
	await deactivate(environment.session, moved.workflow);
	resumed = await publishWaiting();
	approvals = await startApprovals();
	interrupted = await holdCreate();
	const restarted = environment.restart();
	await until('stop', async () =>
		environment.n8n.log().includes('Stopping n8n') ? true : undefined,
	);
	interrupted.respond();
	await restarted;
});
afterAll(async () => {
	await environment?.close();
	await model?.close();
});

/** n8n looks for waits that are over when it starts, and then every minute. */
async function startApprovals() {
	const { session } = environment;
	const survivor = await waitFor(approvalWorkflow(OFFER));
	const limited = Object.entries(LIMITS).map(async ([name, values]) => {
		const workflow = approvalWorkflow({ ...OFFER, limitWaitTime: { values } });
		return [name, await waitFor(workflow)] as const;
	});
	const soon = { ...board(1), limitWaitTime: { values: SOON } };
	const reminding = async (Remind: object) => {
		const choices: Choices = { Ask: soon, Remind, Escalate: board(2) };
		const workflow = choose(await readExample('remind-and-escalate.json'), choices);
		return await waitFor(workflow, 'Start Here');
	};
	const credential = referTo(await createCredential(session, model.credential));
	return {
		survivor,
		limited: Object.fromEntries(await Promise.all(limited)),
		answered: await reminding(board(1)),
		escalated: await reminding(soon),
		reviewed: await waitFor(reviewedAgent(credential, { limitWaitTime: { values: SOON } })),
	};
}

async function waitFor(workflow: Workflow, start = 'Start'): Promise<Waiting> {
	const { session } = environment;
	const service = await environment.openService();
	const saved = await createWorkflow(session, workflow, service.credential);
	const id = await run(session, saved, start);
	const titles = async () => (await service.tasks()).map(({ title }) => title);
	return { id, link: await waitingLink(session, service, id), service, titles };
}

async function resultOf(id: string) {
	const execution = await finishedExecution(environment.session, id);
	expect(failureOf(execution)).toBeUndefined();
	return itemsOf(execution, ACTION);
}

/** The link of the reminder, once nobody has answered the first task. */
async function linkOfReminder({ id, service, titles }: Waiting): Promise<string> {
	await until('remind', async () => ((await titles()).length > 1 ? true : undefined));
	return await waitingLink(environment.session, service, id);
}

describe('an approval', () => {
	it('survives a restart of n8n and is decided once', async () => {
		const { id, link } = approvals.survivor;
		expect((await open(link)).text).toContain('Send it to');
		expect((await readExecution(environment.session, id)).status).toBe('waiting');
		const answers = await Promise.all([decide(link, 'decline'), decide(link, 'approve')]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(await resultOf(id)).toMatchObject([{ approved: answers[1].status === 200 }]);
	});

	it.each(Object.keys(LIMITS))(
		'ends %s: the result says that there was no answer, and the link is no longer valid',
		async (limit) => {
			const { id, link } = approvals.limited[limit] as Waiting;
			const task = expect.objectContaining({ title: OFFER.title });
			const nobody = { respondedBy: null, comment: null, respondedAt: null };
			expect(await resultOf(id)).toEqual([{ approved: false, ...nobody, timedOut: true, task }]);
			expect((await decide(link, 'approve')).text).toMatch(/no action|already/i);
		},
	);

	it('without an answer does not run the tool of an agent', async () => {
		const { id, titles } = approvals.reviewed;
		const execution = await finishedExecution(environment.session, id);
		expect(failureOf(execution)).toBeUndefined();
		expect(await titles()).toEqual(['Review']);
		const toolMessages = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
		const text = 'No person has decided. Nobody answered in time. The tool was not run.';
		expect(toolMessages).toMatchObject([{ content: expect.stringContaining(text) }]);
	});

	it('continues with an answer to the reminder', async () => {
		const { answered } = approvals;
		await decide(await linkOfReminder(answered), 'approve', '', 'Grace');
		const execution = await finishedExecution(environment.session, answered.id);
		expect(itemsOf(execution, 'Buy')).toMatchObject([{ approved: true, respondedBy: 'Grace' }]);
		expect(itemsOf(execution, 'Escalate')).toEqual([]);
	});
});

/** Each change is published, moved or saved, and then activated again. */
async function publishAndChange(): Promise<PublishedTrigger> {
	const { session } = environment;
	let received = trigger({ authentication: 'login' });
	const published = await environment.publishTrigger(chain(received, noOp()), 'login');
	received = { ...received, credentials: referTo(published.credential) } as WorkflowNode;
	const reactivate = async () => {
		await deactivate(session, published.workflow);
		await activate(session, published.workflow);
	};
	await activate(session, published.workflow);
	await reactivate();
	for (const first of [{ ...received, position: [0, 1] }, received]) {
		const draft = chain(first, { ...noOp(), position: [0, 2] });
		await activate(session, await saveDraft(session, published.workflow, draft));
		await reactivate();
	}
	await saveDraft(session, published.workflow, chain(received, noOp()));
	await reactivate();
	return published;
}

/** An execution that waits before it creates a task. */
async function publishWaiting(): Promise<PublishedTrigger> {
	const jsonOutput = '={{ { "link": $execution.resumeUrl } }}';
	const link = node('Link', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput });
	const wait = node('Wait', 'n8n-nodes-base.wait', 1.1, { resume: 'webhook', options: {} });
	const published = await environment.publishTrigger(chain(trigger(), link, wait, CREATE));
	await published.createTask('By a person');
	await waitingExecution(published);
	return published;
}

const CREATE = action({
	...CREATE_TASK,
	boardId: { ...CREATE_TASK.boardId, value: '1' },
	title: 'Own',
});

async function waitingExecution({ workflow }: PublishedTrigger) {
	return await until('wait', async () => {
		const [one] = await allExecutionsOf(environment.session, workflow);
		return one?.status === 'waiting' ? one : undefined;
	});
}

/** A person's event with the title of a create whose response the service holds back. */
async function holdCreate() {
	const published = await environment.publishTrigger(chain(trigger(), CREATE));
	let respond = () => {};
	const held = new Promise<void>((resolve) => (respond = resolve));
	let isHeld = false;
	published.proxy.when('POST /api/v1/tasks', async (received: ReceivedRequest) => {
		const response = await forwardTo(published.sandbox.url)(received);
		isHeld = true;
		await held;
		return response;
	});
	await published.createTask('By a person');
	await until('send the create', async () => (isHeld ? true : undefined));
	// Resolves as soon as n8n has responded to both events.
	await published.createTask('Own');
	return { published, respond };
}

/** The titles of the events that started an execution. */
async function started({ workflow, sandbox }: PublishedTrigger, count: number) {
	await sandbox.idle();
	const executions = await settledExecutions(environment.session, workflow, count);
	return executions.map((one) => Object(itemsOf(one, TRIGGER)[0]?.task).title as unknown).sort();
}

describe('a published workflow', () => {
	it('does not start with a task that it created after a restart', async () => {
		const waiting = await waitingExecution(resumed);
		expect((await fetch(String(itemsOf(waiting, 'Link')[0]?.link))).status).toBe(200);
		expect(await started(resumed, 1)).toEqual(['By a person']);
		expect((await resumed.tasks()).map(({ title }) => title)).toEqual(['By a person', 'Own']);
	});

	it("starts with a person's event that waited for a create while n8n stopped", async () => {
		const { published } = interrupted;
		expect(await started(published, 2)).toEqual(['By a person', 'Own']);
		expect(await published.tasks()).toHaveLength(4);
	});

	it('registers and logs in once, however often it is published, changed, activated and restarted', async () => {
		const { session } = environment;
		await deactivate(session, changed.workflow);
		await activate(session, changed.workflow);
		expect(changed.registeredUrls()).toHaveLength(1);
		expect(changed.logins()).toBe(1);
		await changed.createTask('First');
		await changed.createTask('Last');
		expect(await environment.waitForTitles(changed, 2)).toEqual(['First', 'Last']);
	});

	it('is deactivated without its credential, and n8n logs what stays registered', async () => {
		const { session, n8n } = environment;
		const published = await environment.publishTrigger();
		await session.rest('DELETE', `/rest/credentials/${published.credential.id}`);
		await deactivate(session, published.workflow);
		const workflow = await session.rest('GET', `/rest/workflows/${published.workflow.id}`);
		expect(workflow).toMatchObject({ active: false });
		expect((await deliverTask(published.url, 'Late')).status).toBe(404);
		const { origin, pathname } = new URL(published.url);
		const lines = n8n.log().split('\n');
		expect(lines.filter((line) => line.includes(origin + pathname))).toEqual([
			expect.stringContaining('stays registered'),
		]);
	});
});

describe('after a restart with another public URL', () => {
	beforeAll(async () => {
		await linkOfReminder(approvals.escalated);
		const { port } = environment.n8n.ports;
		await environment.restart({ N8N_WEBHOOK_URL: `http://localhost:${port}/` });
	});

	it('a trigger registers once more and replaces the old URL', async () => {
		const { session } = environment;
		for (let time = 0; time < 2; time++) {
			await activate(session, moved.workflow);
			await deactivate(session, moved.workflow);
		}
		await activate(session, moved.workflow);
		const [old = '', current = '', ...others] = moved.registeredUrls();
		expect(others).toEqual([]);
		expect(new URL(current).hostname).toBe('localhost');
		expect((await deliverTask(old, 'Old')).status).toBe(401);
		const reachable = current.replace('localhost', '127.0.0.1');
		expect((await deliverTask(reachable, 'New')).status).toBe(200);
		expect(await environment.waitForTitles(moved, 1)).toEqual(['New']);
	});

	it('an approval escalates if nobody answered the reminder either', async () => {
		const { id, titles } = approvals.escalated;
		const execution = await finishedExecution(environment.session, id);
		expect(await titles()).toEqual([
			'Buy two monitors?',
			'Reminder: buy two monitors?',
			'Nobody decides: two monitors',
		]);
		expect(itemsOf(execution, 'Approved?')).toEqual([]);
	});
});
