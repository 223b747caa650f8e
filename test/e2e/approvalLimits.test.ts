import { failureOf, finishedExecution, itemsOf } from '../../tools/n8n/api/executions';
import { until } from '../../tools/n8n/poll';
import { createWorkflow, readExample, run, type Workflow } from '../../tools/n8n/api/workflows';
import {
	ACTION,
	approvalWorkflow,
	decide,
	linkIn,
	OFFER,
	waitingLink,
} from '../support/agents/approval';
import { board, choose, type Choices } from '../support/n8n/examples';
import { environment } from './environment';

/** Three seconds. */
const SOON = {
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
	},
};

/** An execution with its own service. */
async function start(workflow: Workflow, name = 'Start') {
	const { session } = environment;
	const service = await environment.openService();
	const id = await run(session, await createWorkflow(session, workflow, service.credential), name);
	const titles = async () => (await service.tasks()).map(({ title }) => title);
	const finished = async () => {
		const execution = await finishedExecution(session, id);
		expect(failureOf(execution)).toBeUndefined();
		return execution;
	};
	return { id, service, titles, finished };
}

async function startReminding(Remind: object) {
	const choices: Choices = { Ask: { ...board(1), ...SOON }, Remind, Escalate: board(2) };
	const workflow = choose(await readExample('remind-and-escalate.json'), choices);
	return await start(workflow, 'Start Here');
}

describe('an approval that nobody answers in time', () => {
	it('says so, and its link is no longer valid', async () => {
		const { service, finished } = await start(approvalWorkflow({ ...OFFER, ...SOON }));
		const task = expect.objectContaining({ title: OFFER.title });
		const nobody = { respondedBy: null, comment: null, respondedAt: null };
		const result = { approved: false, ...nobody, timedOut: true, task };
		expect(itemsOf(await finished(), ACTION)).toEqual([result]);
		const { text } = await decide(await linkIn(service), 'approve');
		expect(text).toMatch(/no action|already/i);
	});

	it('continues with an answer to the reminder', async () => {
		const { id, service, titles, finished } = await startReminding(board(1));
		await until('remind', async () => ((await titles()).length > 1 ? true : undefined));
		const link = await waitingLink(environment.session, service, id);
		await decide(link, 'approve', '', 'Grace');
		const execution = await finished();
		expect(itemsOf(execution, 'Buy')).toMatchObject([{ approved: true, respondedBy: 'Grace' }]);
		expect(itemsOf(execution, 'Escalate')).toEqual([]);
	});

	it('escalates if nobody answers the reminder either', async () => {
		const { titles, finished } = await startReminding({ ...board(1), ...SOON });
		const execution = await finished();
		expect(await titles()).toEqual([
			'Buy two monitors?',
			'Reminder: buy two monitors?',
			'Nobody decides: two monitors',
		]);
		expect(itemsOf(execution, 'Approved?')).toEqual([]);
	});
});
