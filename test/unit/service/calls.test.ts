import { webhookBody } from '../../../nodes/WorkspaceTaskService/service/calls';

it('a webhook needs an event', () => {
	const url = 'https://example.com';
	expect(webhookBody.safeParse({ url, events: ['task.created'] }).success).toBe(true);
	expect(webhookBody.safeParse({ url, events: [] }).success).toBe(false);
});
