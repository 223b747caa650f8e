import type { IWebhookFunctions } from 'n8n-workflow';

import {
	approvalWebhooks,
	decisionIn,
	respondToPerson,
} from '../../../nodes/WorkspaceTaskService/approval/respond';

const question = { title: 'Offer', message: 'Send it?', approveLabel: 'Send' };
const approveOnly = { ...question, asksForComment: false };
const withComment = { ...question, declineLabel: 'Keep', asksForComment: true };

describe('a decision', () => {
	it.each([
		['an approval', approveOnly, { decision: 'approve' }, { approved: true }],
		[
			'a comment that was not asked for',
			approveOnly,
			{ decision: 'approve', comment: 'x' },
			{ approved: true },
		],
		['a decline', withComment, { decision: 'decline' }, { approved: false, comment: '' }],
		[
			'a comment',
			withComment,
			{ decision: 'approve', comment: ' a ' },
			{ approved: true, comment: 'a' },
		],
		['a decline that is not offered', approveOnly, { decision: 'decline' }, undefined],
		['another word', withComment, { decision: 'yes' }, undefined],
		['two buttons', withComment, { decision: ['approve', 'decline'] }, undefined],
		['no button', withComment, { comment: 'approve' }, undefined],
		['an empty body', withComment, {}, undefined],
		['no body', withComment, undefined, undefined],
		['text', withComment, 'decision=approve', undefined],
	])('is read from %s', (_, asked, body, decision) => {
		expect(decisionIn(body, asked)).toEqual(decision);
	});

	it('has a comment of limited length', () => {
		const body = { decision: 'approve', comment: 'x'.repeat(100_000) };
		expect(decisionIn(body, withComment)?.comment).toHaveLength(2_000);
	});
});

it('n8n resumes the execution at the URL that it signs', () => {
	expect(approvalWebhooks.map(({ httpMethod }) => httpMethod)).toEqual(['GET', 'POST']);
	for (const webhook of approvalWebhooks) {
		expect(webhook).toMatchObject({
			path: '={{ $nodeId }}',
			restartWebhook: true,
			isFullPath: true,
		});
	}
});

describe('a request to the link', () => {
	const open = { ...withComment, id: 'id-2', task: { id: 1 } };

	function send(method: string, wait: string, body: object, id = open.id) {
		const sent: { status?: number; page?: string } = {};
		const response = {
			setHeader: () => {},
			writeHead(status: number) {
				sent.status = status;
				return response;
			},
			end: (page: string) => void (sent.page = page),
		};
		const context = {
			getNode: () => ({ name: 'Ask', type: 'x' }),
			evaluateExpression: () => JSON.stringify({ ...open, id }),
			getQueryData: () => ({ wait }),
			getRequestObject: () => ({ method }),
			getBodyData: () => body,
			getResponseObject: () => response,
		};
		const returned = respondToPerson(context as unknown as IWebhookFunctions, new Date(0));
		return { ...sent, resumes: returned.workflowData !== undefined };
	}

	const approve = { decision: 'approve' };

	it.each([
		['GET shows the question', 'GET', open.id, approve, 200],
		['GET of an earlier question says that it has changed', 'GET', 'id-1', {}, 410],
		['POST to an earlier question decides nothing', 'POST', 'id-1', approve, 410],
		['POST without the ID of a question decides nothing', 'POST', '', approve, 410],
		['POST without a decision shows the question again', 'POST', open.id, {}, 400],
	])('%s', (_, method, wait, body, status) => {
		expect(send(method, wait, body)).toMatchObject({ status, resumes: false });
	});

	it('decides once: a second POST gets a notice', () => {
		expect(send('POST', 'id-3', approve, 'id-3').resumes).toBe(true);
		const second = send('POST', 'id-3', approve, 'id-3');
		expect(second).toMatchObject({ status: 409, resumes: false });
		expect(second.page).toContain('already answered');
	});
});
