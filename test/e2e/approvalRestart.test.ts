import { createCredential, referTo } from '../../tools/n8n/api/credentials';
import {
	failureOf,
	finishedExecution,
	itemsOf,
	readExecution,
} from '../../tools/n8n/api/executions';
import { NO_RUNNER } from '../../tools/n8n/presets';
import {
	ACTION,
	approvalWorkflow,
	decide,
	OFFER,
	open,
	waitingLink,
} from '../support/agents/approval';
import { board, choose, type Choices } from '../support/n8n/examples';
import { until } from '../../tools/n8n/poll';
import { createWorkflow, readExample, run, type Workflow } from '../../tools/n8n/api/workflows';
import { startChatModel } from '../support/agents/chatModel';
import {
	openTestEnvironment,
	type OwnTestEnvironment,
	type Service,
} from '../support/n8n/environment';
import { reviewedAgent } from '../support/agents/reviewedAgent';

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
let survivor: Waiting;
let limited: Record<string, Waiting>;
let answered: Waiting;
let escalated: Waiting;
let reviewed: Waiting;
let model: Awaited<ReturnType<typeof startChatModel>>;

/* n8n looks for waits that are over when it starts, and then every minute: so all of them wait during one restart. */
beforeAll(async () => {
	environment = await openTestEnvironment({ settings: NO_RUNNER });
	model = await startChatModel([
		{ tool: /./, calls: [{ toolParameters: { title: 'From the agent' } }] },
		'Over.',
	]);
	const { session } = environment;
	const credential = referTo(await createCredential(session, model.credential));
	survivor = await start(approvalWorkflow(OFFER));
	const approvals = Object.entries(LIMITS).map(async ([name, values]) => {
		const workflow = approvalWorkflow({ ...OFFER, limitWaitTime: { values } });
		return [name, await start(workflow)] as const;
	});
	limited = Object.fromEntries(await Promise.all(approvals));
	const soon = { ...board(1), limitWaitTime: { values: SOON } };
	const reminding = async (Remind: object) => {
		const choices: Choices = { Ask: soon, Remind, Escalate: board(2) };
		return await start(
			choose(await readExample('remind-and-escalate.json'), choices),
			'Start Here',
		);
	};
	[answered, escalated] = await Promise.all([reminding(board(1)), reminding(soon)]);
	reviewed = await start(reviewedAgent(credential, { limitWaitTime: { values: SOON } }));
	await environment.restart();
});
afterAll(async () => {
	await environment?.close();
	await model?.close();
});

async function start(workflow: Workflow, trigger = 'Start'): Promise<Waiting> {
	const { session } = environment;
	const service = await environment.openService();
	const before = (await service.tasks()).length;
	const id = await run(
		session,
		await createWorkflow(session, workflow, service.credential),
		trigger,
	);
	const titles = async () => (await service.tasks()).slice(before).map(({ title }) => title);
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

it('an approval survives a restart of n8n and is decided once', async () => {
	const { id, link } = survivor;
	expect((await open(link)).text).toContain('Send it to');
	expect((await readExecution(environment.session, id)).status).toBe('waiting');
	const answers = await Promise.all([decide(link, 'decline'), decide(link, 'approve')]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(await resultOf(id)).toMatchObject([{ approved: answers[1].status === 200 }]);
});

it.each(Object.keys(LIMITS))(
	'an approval ends %s: the result says that there was no answer, and the link is no longer valid',
	async (limit) => {
		const { id, link } = limited[limit] as Waiting;
		const task = expect.objectContaining({ title: OFFER.title });
		expect(await resultOf(id)).toEqual([
			{
				approved: false,
				respondedBy: null,
				comment: null,
				respondedAt: null,
				timedOut: true,
				task,
			},
		]);
		expect((await decide(link, 'approve')).text).toMatch(/no action|already/i);
	},
);

describe('the example that reminds and escalates', () => {
	it('continues with an answer to the reminder', async () => {
		const { id } = answered;
		await decide(await linkOfReminder(answered), 'approve', '', 'Grace');
		const execution = await finishedExecution(environment.session, id);
		expect(itemsOf(execution, 'Buy')).toMatchObject([{ approved: true, respondedBy: 'Grace' }]);
		expect(itemsOf(execution, 'Escalate')).toEqual([]);
	});

	it('escalates if nobody answers the reminder either', async () => {
		const { id, titles } = escalated;
		await linkOfReminder(escalated);
		await environment.restart();
		const execution = await finishedExecution(environment.session, id);
		expect(await titles()).toEqual([
			'Buy two monitors?',
			'Reminder: buy two monitors?',
			'Nobody decides: two monitors',
		]);
		expect(itemsOf(execution, 'Approved?')).toEqual([]);
	});
});

it('an agent does not run a tool whose review got no answer', async () => {
	const execution = await finishedExecution(environment.session, reviewed.id);
	expect(failureOf(execution)).toBeUndefined();
	expect(await reviewed.titles()).toEqual(['Review']);
	const toolMessages = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
	const text = 'No person has decided. Nobody answered in time. The tool was not run.';
	expect(toolMessages).toMatchObject([{ content: expect.stringContaining(text) }]);
});
