import type { IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../../../nodes/WorkspaceTaskService/reading/json';
import { PAGE_HEADERS } from '../../../nodes/WorkspaceTaskService/approval/page';
import { loadQuestionInWebhook } from '../../../nodes/WorkspaceTaskService/approval/question';
import { respondToPerson } from '../../../nodes/WorkspaceTaskService/approval/answer';

const NOW = new Date(1_000_000);
const YES = { approved: true, respondedBy: null, comment: null };
const open = { id: 'id-2', asker: 'Offers', task: { id: 1 } };
const withComment = {
	title: 'Offer',
	message: 'Send it?',
	approveLabel: 'Send',
	declineLabel: 'Keep',
	asksForName: false,
	asksForComment: true,
};
const choices = { choices: ['Today', 'Tomorrow'] };

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

interface Sent {
	method?: string;
	/** The ID of the question in the link. */
	wait?: string;
	body?: object;
	/** Of the question; what n8n has instead, if it is no object. */
	asked?: unknown;
	/** Of the node. */
	type?: string;
}

/** What a request to the link gets, and the item with which it resumes the execution. */
function send({ method = 'POST', wait = open.id, body = {}, asked = {}, type = 'x' }: Sent) {
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
			isObject(asked) ? JSON.stringify({ ...withComment, ...open, ...asked }) : asked,
		getQueryData: () => ({ wait }),
		getRequestObject: () => ({ method }),
		getBodyData: () => body,
		getResponseObject: () => response,
	};
	const returned = respondToPerson(context as unknown as IWebhookFunctions, NOW);
	const { webhookResponse, workflowData } = returned;
	if (workflowData === undefined) expect(returned).toEqual({ noWebhookResponse: true });
	else expect(headers).toEqual(PAGE_HEADERS);
	const [item] = workflowData?.[0] ?? [];
	return { page: webhookResponse as string, ...sent, item, json: item?.json };
}

const approve = { decision: 'approve' };

describe('a decision', () => {
	const approveOnly = { declineLabel: undefined, asksForComment: false };
	const withName = { ...approveOnly, asksForName: true };

	it.each([
		['an approval without what was not asked for', approveOnly, { ...approve, comment: 'x' }, YES],
		['a name', withName, { ...approve, name: ' Ada ' }, { ...YES, respondedBy: 'Ada' }],
		['a comment that is no text', {}, { ...approve, comment: { toString: 1 } }, YES],
	])('is read from %s', (_, asked, body, decision) => {
		expect(send({ asked, body }).json).toMatchObject(decision);
	});

	it.each([
		['a missing name', withName, { ...approve, name: ' ' }],
		['a decline that is not offered', approveOnly, { decision: 'decline' }],
		['two buttons', {}, { decision: ['approve', 'decline'] }],
		['no button', {}, {}],
		['a place without a choice', choices, { choice: '2' }],
		['an approval between choices', choices, approve],
	])('is not read from %s: the question is shown again', (_, asked, body) => {
		expect(send({ asked, body })).toMatchObject({ status: 400, json: undefined });
	});

	it('between choices is read from the place of a choice', () => {
		const { json, page } = send({ asked: choices, body: { choice: '1' } });
		expect(json).toMatchObject({ approved: true, choice: 'Tomorrow' });
		expect(json).not.toHaveProperty('text');
		expect(page).toContain('You answered “Tomorrow”.');
	});

	it.each([
		['as people left it', { ...approve, text: ' Dear Ada,\r\nhi ' }, true, 'Dear Ada,\nhi'],
		['also if they decline', { decision: 'decline', text: 'Dear' }, false, 'Dear'],
		['empty if they deleted it', { ...approve, text: ' ' }, true, ''],
	])('has the edited text, %s', (_, body, approved, text) => {
		const { json } = send({ asked: { editableText: 'Dear Bob' }, body });
		expect(json).toMatchObject({ approved, text });
		expect(json).not.toHaveProperty('choice');
	});

	it('has texts of limited length', () => {
		const long = 'x'.repeat(100_000);
		const asked = { asksForName: true, editableText: '' };
		const { json } = send({ asked, body: { ...approve, comment: long, name: long, text: long } });
		const lengths = [json?.comment, json?.respondedBy, json?.text].map((text) => `${text}`.length);
		expect(lengths).toEqual([2_000, 2_000, 10_000]);
	});

	it('has all of a comment with line breaks that the browser lets people type', () => {
		const typed = `${'line\n'.repeat(399)}the end`.slice(0, 2_000);
		const body = { ...approve, comment: typed.replaceAll('\n', '\r\n') };
		expect(send({ body }).json?.comment).toBe(typed);
	});
});

describe('a request to the link', () => {
	it.each([
		['GET shows the question', { method: 'GET' }, 200],
		['GET of an earlier question says that it has changed', { method: 'GET', wait: 'id-1' }, 410],
		['POST to an earlier question decides nothing', { wait: 'id-1' }, 410],
	])('%s', (_, sent, status) => {
		expect(send({ ...sent, body: approve })).toMatchObject({ status, json: undefined });
	});

	it.each([null, 'undefined', '{}'])(
		'says that the link is no longer valid if nothing was asked: %j',
		(asked) => {
			const { page, ...sent } = send({ wait: '', body: approve, asked });
			expect(sent).toMatchObject({ status: 410, json: undefined });
			expect(page).toContain('This link is no longer valid');
		},
	);

	it.each([
		['a declined review', 'xHitlTool', ' Too expensive ', 'Too expensive'],
		['a declined review without a comment', 'xHitlTool', ' ', undefined],
		['what is no review', 'x', 'Too expensive', undefined],
	])('the feedback for the model of %s', (_, type, comment, feedback) => {
		const { json } = send({ body: { decision: 'decline', comment }, type });
		expect(json?.chatInput).toBe(feedback);
	});

	it('returns one item with the answer, and a page that repeats it', () => {
		const { item, page } = send({ body: { decision: 'decline', comment: 'Too expensive' } });
		const answer = { approved: false, respondedBy: null, comment: 'Too expensive' };
		const json = { ...answer, respondedAt: NOW.toISOString(), timedOut: false, task: { id: 1 } };
		expect(item).toEqual({ json, pairedItem: { item: 0 } });
		expect(page).toContain('You answered “Keep”.');
	});

	it.each(['GET', 'POST'])('%s after the end of the wait decides nothing', (method) => {
		const late = send({ method, body: approve, asked: { endsAt: NOW.getTime() } });
		expect(late).toMatchObject({ status: 410, json: undefined });
		expect(late.page).toContain('Nobody answered until 1 January 1970, 01:16 (Europe/Berlin).');
		const { status, json } = send({ method, body: approve, asked: { endsAt: NOW.getTime() + 1 } });
		expect([status, json !== undefined]).toEqual(
			method === 'GET' ? [200, false] : [undefined, true],
		);
	});
});
