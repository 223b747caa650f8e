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
} from '../../tools/testkit/agents/approval';
import { board, choose, type Choices } from '../../tools/testkit/n8n/examples';
import { until } from '../../tools/n8n/poll';
import { createWorkflow, readExample, run } from '../../tools/n8n/api/workflows';
import { startChatModel } from '../../tools/testkit/agents/chatModel';
import {
	openTestEnvironment,
	type OwnTestEnvironment,
	type Service,
} from '../../tools/testkit/n8n/environment';
import { reviewedAgent } from '../../tools/testkit/agents/reviewedAgent';

let environment: OwnTestEnvironment;
let service: Service;
beforeAll(async () => {
	environment = await openTestEnvironment({ settings: NO_RUNNER });
	service = await environment.openService();
});
afterAll(async () => await environment?.close());

async function startApproval(parameters: object = OFFER) {
	const id = await environment.startWorkflow(approvalWorkflow(parameters), service);
	return { id, link: await waitingLink(environment.session, service, id) };
}

const resultOf = async (id: string) =>
	itemsOf(await finishedExecution(environment.session, id), ACTION);

it('an approval survives a restart of n8n and is decided once', async () => {
	const { id, link } = await startApproval();
	await environment.restart();
	expect((await open(link)).text).toContain('Send it to');
	expect((await readExecution(environment.session, id)).status).toBe('waiting');
	const answers = await Promise.all([decide(link, 'decline'), decide(link, 'approve')]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(await resultOf(id)).toMatchObject([{ approved: answers[1].status === 200 }]);
});

it.each([
	[
		'after an interval',
		{ limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' },
	],
	['at a time', { limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus(1500) }}' }],
])(
	'an approval ends %s: the result says that there was no answer, and the link is no longer valid',
	async (_, values) => {
		const { id, link } = await startApproval({ ...OFFER, limitWaitTime: { values } });
		// n8n checks at startup and then every minute.
		await environment.restart();
		const task = expect.objectContaining({ title: OFFER.title });
		expect(await resultOf(id)).toEqual([
			{ approved: false, respondedAt: null, timedOut: true, task },
		]);
		expect((await decide(link, 'approve')).text).toMatch(/no action|already/i);
	},
);

describe('the example that reminds and escalates', () => {
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
	const soon = { ...board(1), limitWaitTime: { values } };

	/** Runs the example until nobody has answered its first task. */
	async function reminded(choices: Choices) {
		const before = (await service.tasks()).length;
		const { session } = environment;
		const example = choose(await readExample('remind-and-escalate.json'), choices);
		const id = await run(
			session,
			await createWorkflow(session, example, service.credential),
			'Start Here',
		);
		await waitingLink(session, service, id);
		await environment.restart();
		const titles = async () => (await service.tasks()).slice(before).map(({ title }) => title);
		await until('remind', async () => ((await titles()).length > 1 ? true : undefined));
		return { id, titles, link: await waitingLink(session, service, id) };
	}

	it('continues with an answer to the reminder', async () => {
		const { id, link } = await reminded({ Ask: soon, Remind: board(1), Escalate: board(2) });
		await decide(link, 'approve', '', 'Grace');
		const execution = await finishedExecution(environment.session, id);
		expect(itemsOf(execution, 'Buy')).toMatchObject([{ approved: true, respondedBy: 'Grace' }]);
		expect(itemsOf(execution, 'Escalate')).toEqual([]);
	});

	it('escalates if nobody answers the reminder either', async () => {
		const { id, titles } = await reminded({ Ask: soon, Remind: soon, Escalate: board(2) });
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
	const model = await startChatModel([
		{ tool: /./, calls: [{ toolParameters: { title: 'From the agent' } }] },
		'Over.',
	]);
	const credential = await createCredential(environment.session, model.credential);
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
	const workflow = reviewedAgent(referTo(credential), { limitWaitTime: { values } });
	const before = (await service.tasks()).length;
	const id = await environment.startWorkflow(workflow, service);
	await waitingLink(environment.session, service, id);
	await environment.restart();
	const execution = await finishedExecution(environment.session, id);
	await model.close();
	expect(failureOf(execution)).toBeUndefined();
	const titles = (await service.tasks()).slice(before).map(({ title }) => title);
	expect(titles).toEqual(['Review']);
	const toolMessages = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
	const text = 'No person has decided. Nobody answered in time. The tool was not run.';
	expect(toolMessages).toMatchObject([{ content: expect.stringContaining(text) }]);
});
