import {
	urlsOf,
	openQueueEnvironment,
	executionsStartedBy,
	type QueueEnvironment,
} from '../support/queue/environment';
import {
	ACTION,
	action,
	activate,
	chain,
	createWorkflow,
	decide,
	finishedExecution,
	itemsOf,
	node,
	OFFER,
	open,
	type SavedWorkflow,
	type Service,
	until,
	waitingLink,
} from '../support/n8n/tools';

const WAITS = 20;
const PATH = 'ask';
const ONE_ANSWER = [
	['Approve', undefined],
	[undefined, 'Decline'],
];

let environment: QueueEnvironment;
let service: Service;
let workflow: SavedWorkflow;
beforeAll(async () => {
	environment = await openQueueEnvironment();
	service = await environment.openService();
	// Workers run published workflows only.
	const called = { path: PATH, httpMethod: 'POST', responseMode: 'onReceived', options: {} };
	const start = node('Start', 'n8n-nodes-base.webhook', 2, called);
	const { session } = environment;
	workflow = await createWorkflow(session, chain(start, action(OFFER)), service.credential);
	await activate(session, workflow);
});
afterAll(async () => await environment?.close());

/** The execution that waits, and its link at each webhook processor. */
async function asked() {
	await open(`${environment.processors[0]?.url}/webhook/${PATH}`, 'POST');
	const sql = `SELECT id FROM execution_entity WHERE "workflowId" = '${workflow.id}' AND status = 'waiting'`;
	const id = await until('wait', async () => (await environment.postgres.query(sql))[0]?.[0]);
	const link = await waitingLink(environment.session, service, id);
	const [first = '', second = ''] = urlsOf(environment, link);
	return { id, first, second };
}

describe('an approval in queue mode', () => {
	it('is decided once by two simultaneous answers at both webhook processors', async () => {
		for (let count = 0; count < WAITS; count++) {
			const { id, first, second } = await asked();
			for (const url of [first, second]) expect((await open(url)).status).toBe(200);
			const pages = await Promise.all([decide(first, 'approve'), decide(second, 'decline')]);
			const answers = pages.map(({ text }) => /You answered “(.*)”\./.exec(text)?.[1]);
			expect(ONE_ANSWER).toContainEqual(answers);
			const approved = answers[0] === 'Approve';
			const execution = await finishedExecution(environment.session, id);
			expect(itemsOf(execution, ACTION)).toMatchObject([{ approved }]);
			for (const url of [first, second]) {
				expect((await decide(url, 'approve')).text).toMatch(/no action|already/i);
			}
		}
		expect(await service.tasks()).toHaveLength(WAITS);
		const shares = environment.workers.map((worker) => executionsStartedBy(worker).length);
		// Once before the answer and once after it.
		expect(shares.reduce((all, share) => all + share, 0)).toBe(2 * WAITS);
		expect(Math.min(...shares)).toBeGreaterThan(0);
	});
});
