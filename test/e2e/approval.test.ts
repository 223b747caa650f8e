import {
	ACTION,
	action,
	approvalWorkflow,
	connected,
	decide,
	environment,
	failureOf,
	finishedExecution,
	itemsOf,
	linkIn,
	manualTrigger,
	node,
	OFFER,
	open,
	readExecution,
	rows,
	type Service,
	SOON,
	waitingLink,
} from './environment';

let service: Service;
beforeEach(async () => (service = await environment.openService()));

async function startApproval(more: object = {}) {
	const workflow = approvalWorkflow({ ...OFFER, ...more });
	const id = await environment.startWorkflow(workflow, service);
	return { id, link: await waitingLink(environment.session, service, id) };
}

async function resultOf(id: string) {
	const execution = await finishedExecution(environment.session, id);
	expect(failureOf(execution)).toBeUndefined();
	return itemsOf(execution, ACTION);
}

const statusOf = async (id: string) => (await readExecution(environment.session, id)).status;
const TASK = expect.objectContaining({ title: 'Offer <b>42</b>' });
const OVER = /no action|already/i;

describe('a task that waits for approval', () => {
	it('contains the message and the link to its page, and continues only with an approval', async () => {
		const { id, link } = await startApproval();
		const [task] = await service.tasks();
		const description = `Send it to "Ada" & co?\n\nAnswer here: ${link}`;
		expect(task).toMatchObject({ title: 'Offer <b>42</b>', board_id: 1, description });
		expect(service.registeredUrls()).toEqual([]);

		const { status, headers, text } = await open(link);
		expect(status).toBe(200);
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
		expect(text).toContain('<h1>Offer &#60;b&#62;42&#60;/b&#62;</h1>');
		expect(text).toContain('Send it to &#34;Ada&#34; &#38; co?');
		expect(text).toContain('Asked by the n8n workflow “Test”.');

		await open(link, 'HEAD');
		expect((await open(link, 'POST', 'comment=approve')).status).toBe(400);
		expect(await statusOf(id)).toBe('waiting');

		expect((await decide(link, 'approve')).text).toContain('You answered “Approve”.');
		const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
		const answer = { approved: true, respondedBy: null, comment: null, respondedAt };
		expect(await resultOf(id)).toEqual([{ ...answer, timedOut: false, task: TASK }]);
	});

	it('accepts neither a used link nor one of another execution', async () => {
		const { id, link } = await startApproval();
		const other = await startApproval();
		const foreign = other.link.replace(/\?.*/, new URL(link).search);
		expect((await decide(foreign, 'approve')).status).toBe(401);
		expect((await decide(link.replace('wait=', 'wait=0'), 'approve')).status).toBe(401);
		await decide(link, 'approve');
		await resultOf(id);
		expect((await decide(link, 'decline')).text).toMatch(OVER);
		expect(await statusOf(other.id)).toBe('waiting');
	});

	it('says that nobody answered in time, and its link is no longer valid', async () => {
		const workflow = approvalWorkflow({ ...OFFER, ...SOON });
		const id = await environment.startWorkflow(workflow, service);
		const nobody = { approved: false, respondedBy: null, comment: null, respondedAt: null };
		expect(await resultOf(id)).toEqual([{ ...nobody, timedOut: true, task: TASK }]);
		expect((await decide(await linkIn(service), 'approve')).text).toMatch(OVER);
	});

	it('has a separate link for each loop iteration', async () => {
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
		const step = action({ ...OFFER, title: '={{ "Round " + $json.n }}' });
		const nodes = [manualTrigger(), ...rows([{ n: 1 }, { n: 2 }]), loop, step];
		const workflow = connected(nodes, [
			['Start', 'Rows'],
			['Rows', 'One by One'],
			['One by One', 'Loop'],
			[ACTION, 'Loop'],
		]);
		workflow.connections = {
			...Object(workflow.connections),
			Loop: { main: [[], [{ node: ACTION, type: 'main', index: 0 }]] },
		};
		const id = await environment.startWorkflow(workflow, service);
		const first = await waitingLink(environment.session, service, id);
		await decide(first, 'approve');
		while ((await service.tasks()).length < 2) await statusOf(id);
		const second = await waitingLink(environment.session, service, id);
		expect(second).not.toBe(first);
		expect(await decide(first, 'approve')).toMatchObject({ status: 410 });
		expect((await open(second)).text).toContain('Round 2');
		await decide(second, 'decline');
		expect(await resultOf(id)).toMatchObject([{ approved: true }, { approved: false }]);
	});
});
