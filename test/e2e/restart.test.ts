import { NO_EDITOR } from '../../tools/n8n/presets';
import {
	action,
	ACTION,
	activate,
	allExecutionsOf,
	approvalWorkflow,
	chain,
	CREATE_TASK,
	deactivate,
	decide,
	deliverTask,
	finishedExecution,
	forwardTo,
	itemsOf,
	node,
	noOp,
	open,
	openTestEnvironment,
	type OwnTestEnvironment,
	type PublishedTrigger,
	readExecution,
	referTo,
	saveDraft,
	settledExecutions,
	trigger,
	TRIGGER,
	until,
	waitingLink,
	type WorkflowNode,
} from '../support/n8n/tools';

let environment: OwnTestEnvironment;
let approval: Awaited<ReturnType<typeof startApproval>>;
let changed: PublishedTrigger;
let resumed: PublishedTrigger;
let interrupted: Awaited<ReturnType<typeof holdCreate>>;

/** A start of n8n takes longer than most tests, so all of them wait for the same one. */
beforeAll(async () => {
	environment = await openTestEnvironment({ settings: NO_EDITOR });
	changed = await publishAndChange();
	resumed = await publishWaiting();
	approval = await startApproval();
	interrupted = await holdCreate();
	const restarted = environment.restart();
	await until('stop', async () =>
		environment.n8n.log().includes('Stopping n8n') ? true : undefined,
	);
	interrupted.respond();
	await restarted;
});
afterAll(async () => await environment?.close());

async function startApproval() {
	const service = await environment.openService();
	const id = await environment.startWorkflow(approvalWorkflow(), service);
	return { id, link: await waitingLink(environment.session, service, id) };
}

it('an approval survives a restart of n8n and is decided once', async () => {
	const { id, link } = approval;
	expect((await open(link)).text).toContain('Send it to');
	expect((await readExecution(environment.session, id)).status).toBe('waiting');
	const answers = await Promise.all([decide(link, 'decline'), decide(link, 'approve')]);
	// The other one gets a page of the node, or of n8n once the execution has ended.
	const decided = answers.flatMap(
		({ text }) => /You answered “(Approve|Decline)”/.exec(text)?.[1] ?? [],
	);
	expect(decided).toHaveLength(1);
	const execution = await finishedExecution(environment.session, id);
	expect(itemsOf(execution, ACTION)).toMatchObject([{ approved: decided[0] === 'Approve' }]);
});

/** Each change is published, moved or saved, and then activated again. */
async function publishAndChange(): Promise<PublishedTrigger> {
	const { session } = environment;
	let received = trigger({ authentication: 'login' });
	const published = await environment.publishTrigger(chain(received, noOp()), 'login');
	received = { ...received, credentials: referTo(published.credential) } as WorkflowNode;
	const moved = { ...received, position: [0, 1] };
	for (const [draft, isPublished] of [
		[chain(moved, { ...noOp(), position: [0, 2] }), true],
		[chain(received, noOp()), false],
	] as const) {
		const saved = await saveDraft(session, published.workflow, draft);
		if (isPublished) await activate(session, saved);
		await deactivate(session, published.workflow);
		await activate(session, published.workflow);
	}
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

/**
 * A person's event with the title of a create whose response the service holds back. n8n stops once
 * no execution runs: the first one ends when the event has started the second.
 */
async function holdCreate() {
	const published = await environment.publishTrigger(
		chain(trigger(), CREATE, { ...CREATE, id: 'Last', name: 'Last' }),
	);
	const forward = forwardTo(published.sandbox.url);
	const [isSent, isStopping, areTwo] = [gate(), gate(), gate()];
	published.proxy.when(
		'POST /api/v1/tasks',
		async (received) => {
			const response = await forward(received);
			isSent.open();
			await isStopping.opened;
			return response;
		},
		async (received) => await areTwo.opened.then(() => forward(received)),
		(received) => {
			areTwo.open();
			return forward(received);
		},
	);
	await published.createTask('By a person');
	await isSent.opened;
	// Resolves as soon as n8n has responded to both events.
	await published.createTask('Own');
	return { published, respond: isStopping.open };
}

function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
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
		expect(await published.tasks()).toHaveLength(6);
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
