import { approvalWebhooks, decisionIn } from '../../../nodes/WorkspaceTaskService/approval/respond';

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
