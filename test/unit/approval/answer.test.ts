import type { IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../../../nodes/WorkspaceTaskService/reading/json';
import { PAGE_HEADERS } from '../../../nodes/WorkspaceTaskService/approval/page';
import { loadQuestionInWebhook } from '../../../nodes/WorkspaceTaskService/approval/question';
import { respondToPerson } from '../../../nodes/WorkspaceTaskService/approval/answer';

const question = {
	title: 'Offer',
	message: 'Send it?',
	approveLabel: 'Send',
	asksForName: false,
};
const NOW = new Date(1_000_000);
const YES = { approved: true, respondedBy: null, comment: null };
const open = { id: 'id-2', asker: 'Offers', task: { id: 1 } };
const approveOnly = { ...question, asksForComment: false };
const withComment = { ...question, declineLabel: 'Keep', asksForComment: true };
const withName = { ...approveOnly, asksForName: true };

it('a question is found whatever the name of its node', () => {
	const name = 'Ask "A\\B" {{ $json }} }}';
	let expression = '';
	const context = {
		getNode: () => ({ name }),
		evaluateExpression: (text: string) => ((expression = text), '{"id":"1"}'),
	} as unknown as IWebhookFunctions;
	expect(loadQuestionInWebhook(context)).toEqual({ id: '1' });
	const [, text = ''] = /^\{\{ \$node\[([^}]*)\]\.context\.approval \}\}$/.exec(expression) ?? [];
	expect(JSON.parse(text)).toBe(name);
});

function send(method: string, wait: string, body: object, more: unknown = {}, type = 'x') {
	const sent: { status?: number; page?: string } = {};
	let headers: unknown;
	const response = {
		setHeaders: (set: Map<string, string>) => (headers = Object.fromEntries(set)),
		writeHead(status: number) {
			sent.status = status;
			return response;
		},
		end: (page: string) => void (sent.page = page),
	};
	const context = {
		getNode: () => ({ name: 'Ask', type }),
		getTimezone: () => 'Europe/Berlin',
		evaluateExpression: () =>
			isObject(more) ? JSON.stringify({ ...withComment, ...open, ...more }) : more,
		getQueryData: () => ({ wait }),
		getRequestObject: () => ({ method }),
		getBodyData: () => body,
		getResponseObject: () => response,
	};
	const returned = respondToPerson(context as unknown as IWebhookFunctions, NOW);
	const { workflowData } = returned;
	const { chatInput: feedback, timedOut } = workflowData?.[0]?.[0]?.json ?? {};
	const resumes = workflowData !== undefined;
	if (resumes) expect(headers).toEqual(PAGE_HEADERS);
	else expect(returned).toEqual({ noWebhookResponse: true });
	return { ...sent, resumes, feedback, timedOut, returned };
}

/** What a person who posts the form decides; undefined if the question is shown again. */
function decisionOf(asked: object, body: object) {
	const { resumes, status, returned } = send('POST', open.id, body, {
		declineLabel: undefined,
		...asked,
	});
	if (!resumes) expect(status).toBe(400);
	const { approved, respondedBy, comment } = returned.workflowData?.[0]?.[0]?.json ?? {};
	return resumes
		? { approved, respondedBy: respondedBy as string, comment: comment as string }
		: undefined;
}

describe('a decision', () => {
	it.each([
		['a comment that was not asked for', approveOnly, { decision: 'approve', comment: 'x' }, YES],
		['a name', withName, { decision: 'approve', name: ' Ada ' }, { ...YES, respondedBy: 'Ada' }],
		['a missing name', withName, { decision: 'approve', name: ' ' }, undefined],
		['a decline that is not offered', approveOnly, { decision: 'decline' }, undefined],
		['a name that is no text', withName, { decision: 'approve', name: { toString: 1 } }, undefined],
		[
			'a comment that is no text',
			withComment,
			{ decision: 'approve', comment: { toString: 1 } },
			YES,
		],
		['two buttons', withComment, { decision: ['approve', 'decline'] }, undefined],
	])('is read from %s', (_, asked, body, decision) => {
		expect(decisionOf(asked, body)).toEqual(decision);
	});

	it.each([
		['the place of a choice', { choice: '1' }, { approved: true, choice: 'Tomorrow' }],
		['a place without a choice', { choice: '2' }, undefined],
		['the text of a choice', { choice: 'Tomorrow' }, undefined],
		['an approval, which was not offered', { decision: 'approve' }, undefined],
	])('between choices is read from %s', (_, body, answer) => {
		const asked = { ...approveOnly, choices: ['Today', 'Tomorrow'] };
		const { resumes, status, returned } = send('POST', open.id, body, asked);
		expect(resumes ? undefined : status).toBe(answer === undefined ? 400 : undefined);
		const json = returned.workflowData?.[0]?.[0]?.json;
		expect(json).toEqual(answer && expect.objectContaining(answer));
		expect(json ?? {}).not.toHaveProperty('text');
		if (resumes) expect(returned.webhookResponse).toContain('You answered “Tomorrow”.');
	});

	it.each([
		[
			'as people left it',
			{ decision: 'approve', text: ' Dear Ada,\r\nhi ' },
			true,
			'Dear Ada,\nhi',
		],
		['also if they decline', { decision: 'decline', text: 'Dear' }, false, 'Dear'],
		['empty if they deleted it', { decision: 'approve', text: ' ' }, true, ''],
		[
			'of limited length',
			{ decision: 'approve', text: 'x'.repeat(20_000) },
			true,
			'x'.repeat(10_000),
		],
	])('has the edited text, %s', (_, body, approved, text) => {
		const { returned } = send('POST', open.id, body, { editableText: 'Dear Bob' });
		const json = returned.workflowData?.[0]?.[0]?.json;
		expect(json).toMatchObject({ approved, text });
		expect(json).not.toHaveProperty('choice');
	});

	it('has a name and a comment of limited length', () => {
		const long = 'x'.repeat(100_000);
		const body = { decision: 'approve', comment: long, name: long };
		const { comment, respondedBy } = decisionOf({ ...withComment, asksForName: true }, body) ?? {};
		expect([comment?.length, respondedBy?.length]).toEqual([2_000, 2_000]);
	});

	it('has all of a comment with line breaks that the browser lets people type', () => {
		const typed = `${'line\n'.repeat(399)}the end`.slice(0, 2_000);
		const body = { decision: 'approve', comment: typed.replaceAll('\n', '\r\n') };
		expect(decisionOf(withComment, body)?.comment).toBe(typed);
	});
});

describe('a request to the link', () => {
	const approve = { decision: 'approve' };

	it.each([
		['GET shows the question', 'GET', open.id, approve, 200],
		['GET of an earlier question says that it has changed', 'GET', 'id-1', {}, 410],
		['POST to an earlier question decides nothing', 'POST', 'id-1', approve, 410],
		['POST without a decision shows the question again', 'POST', open.id, {}, 400],
	])('%s', (_, method, wait, body, status) => {
		expect(send(method, wait, body)).toMatchObject({ status, resumes: false });
	});

	it.each([null, '', 'undefined', '{}'])(
		'says that the link is no longer valid if nothing was asked: %j',
		(nothing) => {
			const sent = send('POST', '', approve, nothing);
			expect(sent).toMatchObject({ status: 410, resumes: false });
		},
	);

	it.each([
		['a declined review', 'xHitlTool', 'decline', ' Too expensive ', 'Too expensive'],
		['a declined review without a comment', 'xHitlTool', 'decline', ' ', undefined],
		['what is no review', 'x', 'decline', 'Too expensive', undefined],
	])('the feedback for the model of %s', (_, type, decision, comment, feedback) => {
		const sent = send('POST', open.id, { decision, comment }, {}, type);
		expect(sent).toMatchObject({ resumes: true, feedback, timedOut: false });
	});

	it('returns one item with the answer, and a page that repeats it', () => {
		const body = { decision: 'decline', comment: 'Too expensive' };
		const { returned } = send('POST', open.id, body);
		const { webhookResponse, workflowData } = returned;
		const answer = { approved: false, respondedBy: null, comment: 'Too expensive' };
		const json = { ...answer, respondedAt: NOW.toISOString(), timedOut: false, task: { id: 1 } };
		expect(workflowData).toEqual([[{ json, pairedItem: { item: 0 } }]]);
		expect(webhookResponse).toContain('You answered “Keep”.');
		expect(send('GET', 'other', {}).page).toContain('This link is no longer valid');
	});

	it.each(['GET', 'POST'])('%s after the end of the wait decides nothing', (method) => {
		const { page, ...sent } = send(method, open.id, approve, { endsAt: NOW.getTime() });
		expect(sent).toMatchObject({ status: 410, resumes: false });
		expect(page).toContain('Nobody answered until 1 January 1970, 01:16 (Europe/Berlin).');
		const before = send(method, open.id, approve, { endsAt: NOW.getTime() + 1 });
		expect(before).toMatchObject(method === 'GET' ? { status: 200 } : { resumes: true });
	});
});
