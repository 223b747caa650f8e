import {
	failureOf,
	finishedExecution,
	itemsOf,
	readExecution,
} from '../../tools/n8n/api/executions';
import { createWorkflow, run } from '../../tools/n8n/api/workflows';
import {
	ACTION,
	approvalWorkflow,
	decide,
	OFFER,
	open,
	waitingLink,
} from '../support/agents/approval';
import type { Service } from '../support/n8n/environment';
import { action, connected, manualTrigger, node, rows } from '../../tools/n8n/workflow';
import { environment } from './environment';

let service: Service;
beforeEach(async () => (service = await environment.openService()));

async function startApproval(parameters: object = OFFER) {
	const id = await environment.startWorkflow(approvalWorkflow(parameters), service);
	return { id, link: await waitingLink(environment.session, service, id) };
}

async function resultOf(id: string) {
	const execution = await finishedExecution(environment.session, id);
	expect(failureOf(execution)).toBeUndefined();
	return itemsOf(execution, ACTION);
}

const statusOf = async (id: string) => (await readExecution(environment.session, id)).status;
const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('a task that waits for approval', () => {
	it('contains the message and the link to its page', async () => {
		const { link } = await startApproval();
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
	});

	it('says until when, and asks for a name', async () => {
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2999-01-31T18:00:00' };
		const { id, link } = await startApproval({
			...OFFER,
			approvalOptions: { values: { askForName: true } },
			limitWaitTime: { values },
			additionalFields: { description: 'For 12 seats' },
		});
		const until = 'until 31 January 2999, 18:00 (UTC)';
		expect(Object((await service.tasks())[0]).description).toContain(`Answer here ${until}: http`);
		const { text } = await open(link);
		expect(text).toContain(`Answer ${until}.`);
		expect(text).toContain('For 12 seats');
		expect((await decide(link, 'approve')).status).toBe(400);
		await decide(link, 'approve', '', 'Grace');
		expect(await resultOf(id)).toMatchObject([{ approved: true, respondedBy: 'Grace' }]);
	});

	it('is shown for any node name', async () => {
		const name = `Ask "Ada" }} {{ 'x' \\`;
		const workflow = approvalWorkflow(OFFER, { name });
		workflow.connections = { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } };
		const id = await environment.startWorkflow(workflow, service);
		const { text } = await open(await waitingLink(environment.session, service, id));
		expect(text).toContain('Send it to');
	});

	it('continues with an approval', async () => {
		const { id, link } = await startApproval();
		expect(await decide(link, 'approve')).toMatchObject({
			status: 200,
			text: expect.stringContaining('You answered “Approve”.'),
		});
		expect(await resultOf(id)).toEqual([
			{
				approved: true,
				respondedBy: null,
				comment: null,
				respondedAt,
				timedOut: false,
				task: expect.objectContaining({ title: 'Offer <b>42</b>' }),
			},
		]);
	});

	it('is decided only by a button', async () => {
		const { id, link } = await startApproval({
			...OFFER,
			approvalOptions: { values: { approvalType: 'single' } },
		});
		const previews = Array.from({ length: 20 }, async () => await open(link));
		expect(new Set((await Promise.all(previews)).map(({ status }) => status))).toEqual(
			new Set([200]),
		);
		await open(link, 'HEAD');
		for (const form of ['', 'decision=decline', 'decision=other', 'comment=approve']) {
			expect((await open(link, 'POST', form)).status).toBe(400);
		}
		expect(await statusOf(id)).toBe('waiting');
		await decide(link, 'approve');
		const [result] = await resultOf(id);
		expect(result).toMatchObject({ approved: true, comment: null });
	});

	it('accepts neither a used link nor one of another execution', async () => {
		const { id, link } = await startApproval();
		const other = await startApproval();
		const foreign = other.link.replace(/\?.*/, new URL(link).search);
		expect((await decide(foreign, 'approve')).status).toBe(401);
		expect((await decide(link.replace('wait=', 'wait=0'), 'approve')).status).toBe(401);
		await decide(link, 'approve');
		await resultOf(id);
		const { text } = await decide(link, 'decline');
		expect(text).toMatch(/no action|already/i);
		expect(await statusOf(other.id)).toBe('waiting');
	});

	it('has a separate link for each loop iteration', async () => {
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
		const [list, split] = rows([{ n: 1 }, { n: 2 }]);
		const step = action({ ...OFFER, title: '={{ "Round " + $json.n }}' });
		const nodes = [manualTrigger(), ...[list, split].flatMap((one) => one ?? []), loop, step];
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

describe('the wait for an approval', () => {
	it('starts once per key', async () => {
		const options = { createOncePer: 'offer 42' };
		const workflow = approvalWorkflow({ ...OFFER, options });
		const saved = await createWorkflow(environment.session, workflow, service.credential);
		const id = await run(environment.session, saved, 'Start');
		await decide(await waitingLink(environment.session, service, id), 'approve');
		expect(await resultOf(id)).toMatchObject([{ approved: true }]);
		const again = await run(environment.session, saved, 'Start');
		expect(await resultOf(again)).toMatchObject([{ approved: false, skipped: true }]);
		expect(await service.tasks()).toHaveLength(1);
	});
});
