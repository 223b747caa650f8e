import type { Headers } from '../../../../nodes/WorkspaceTaskService/trigger/payload/body';

/** A notification as a service sends it, and the event types that a user of that service expects. */
export interface ForeignShape {
	name: string;
	body: unknown;
	expected: Array<string | null>;
	headers: Headers;
	/** The event types that the node reads: the same, unless it does not know the shape. */
	becomes: Array<string | null>;
}

const task = { id: 7, title: 'Call the supplier', board_id: 4 };

const shape = (
	name: string,
	expected: string | null | Array<string | null>,
	body: unknown,
	headers: Headers = {},
	becomes = [expected].flat(),
): ForeignShape => ({ name, body, expected: [expected].flat(), headers, becomes });

/** Shapes in which a task service may name `task.created`. */
const TASK_SHAPES = [
	shape('event', 'task.created', { event: 'task.created', data: { task } }),
	shape('Event', 'task.created', { Event: 'task.created', Task: task }),
	shape('event_name', 'task.created', { event_name: 'task.created', task }),
	shape('eventName', 'task.created', { eventName: 'task.created', task }),
	shape('event_type in capitals', 'task.created', { event_type: 'TASK_CREATED', task }),
	shape('webhookEvent', 'task.created', { webhookEvent: 'task_created', task }),
	shape('data.event', 'task.created', { data: { event: 'task.created', task } }),
	shape('payload.event', 'task.created', { id: 1, payload: { event: 'task.created', task } }),
	shape('meta.event', 'task.created', { meta: { event: 'task.created' }, data: task }),
	shape('metadata.eventType', 'task.created', { metadata: { eventType: 'TaskCreated' }, task }),
	shape('message.event', 'task.created', { message: { event: 'task.created', task } }),
	shape('notification.type', 'task.created', { notification: { type: 'task.created' }, task }),
	shape('event.type', 'task.created', { event: { type: 'task.created' }, task }),
	shape('event.name', 'task.created', { event: { name: 'task.created', id: 3 }, task }, {}, [null]),
	shape('event.entity and event.action', 'task.created', {
		event: { entity: 'task', action: 'created' },
		task,
	}),
	shape('type and action', 'task.created', { type: 'task', action: 'created', data: task }),
	shape('object and event', 'task.created', { object: 'task', event: 'created', data: task }),
	shape('action beside the task', 'task.created', { action: 'created', task }, {}, ['created']),
	shape('event beside the task', 'task.created', { event: 'created', task }, {}, ['created']),
	shape('resource and verb in the present', 'task.created', {
		resource: 'tasks',
		operation: 'create',
		data: task,
	}),
	shape('camel case in the present', 'task.created', { event: 'taskCreate', data: task }),
	shape('the verb first', 'task.created', { type: 'created.task', task }),
	shape('a topic in the body', 'task.created', { topic: 'tasks/create', payload: task }),
	shape('X-Topic', 'task.created', { task }, { 'x-topic': 'task/created' }),
	shape('X-Webhook-Event', 'task.created', { task }, { 'x-webhook-event': 'task.created' }),
	shape('X-Event-Name', 'task.created', { task }, { 'x-event-name': 'task.created' }),
	shape('ce-type', 'task.created', { task }, { 'ce-type': 'com.example.task.created' }),
	shape(
		'reverse-DNS type',
		'task.created',
		{
			specversion: '1.0',
			type: 'com.example.tasks.task.created.v1',
			data: { task },
		},
		{},
		['tasks.task.created.v1'],
	),
	shape('reverse-DNS name of another event type', 'task.archived', {
		specversion: '1.0',
		type: 'com.example.task.archived',
		data: { task },
	}),
	shape('a name beside a composed one', 'task.completed', {
		event: 'task.completed',
		type: 'task',
		action: 'updated',
		data: task,
	}),
	shape('data.type', 'task.created', { id: 'd-1', data: { type: 'task.created', ...task } }),
	shape('name', 'task.created', { name: 'task.created', data: task }, {}, [null]),
	shape('list of events', ['task.created', 'task.updated'], {
		events: [
			{ event: 'task.created', task },
			{ event: 'task.updated', task },
		],
	}),
	shape('list of tasks', ['task.created', 'task.created'], {
		event: 'task.created',
		tasks: [task, task],
	}),
	shape('XML with a root element', 'task.created', { webhook: { event: 'task.created', task } }),
	shape('form with JSON in one field', 'task.created', {
		payload: JSON.stringify({ event: 'task.created', task }),
	}),
	shape('no event type', null, { task }),
];

/** From the documentation of well-known services, shortened. */
const SERVICE_SHAPES = [
	shape(
		'GitHub',
		'issues.opened',
		{ action: 'opened', issue: { id: 1 } },
		{ 'x-github-event': 'issues' },
	),
	shape('GitHub push', 'push', { ref: 'refs/heads/main' }, { 'x-github-event': 'push' }),
	shape(
		'GitLab',
		'issue.open',
		{
			object_kind: 'issue',
			event_type: 'issue',
			object_attributes: { id: 301, action: 'open' },
		},
		{ 'x-gitlab-event': 'Issue Hook' },
		['issue'],
	),
	shape('Gitea', 'issues.closed', { action: 'closed', issue: {} }, { 'x-gitea-event': 'issues' }),
	shape('Bitbucket', 'repo:push', { push: {} }, { 'x-event-key': 'repo:push' }),
	shape('Azure DevOps', 'workitem.created', {
		eventType: 'workitem.created',
		publisherId: 'tfs',
		resource: { id: 5 },
	}),
	shape('Jira', 'jira:issue_updated', {
		webhookEvent: 'jira:issue_updated',
		issue_event_type_name: 'issue_generic',
		issue: { id: '99' },
	}),
	shape('Asana', ['task.added', 'task.changed'], {
		events: [
			{ action: 'added', resource: { gid: '1', resource_type: 'task' }, parent: null },
			{ action: 'changed', resource: { gid: '1', resource_type: 'task' } },
		],
	}),
	shape('Trello', 'updateCard', { action: { type: 'updateCard', data: {} }, model: { id: 'b' } }),
	shape('ClickUp', 'task.created', { event: 'taskCreated', task_id: 'c0j', webhook_id: '7fa' }),
	shape('monday.com', 'create_pulse', { event: { type: 'create_pulse', pulseId: 1, boardId: 2 } }),
	shape('Todoist', 'item:added', { event_name: 'item:added', event_data: { id: '1' } }),
	shape('Linear', 'Issue.create', { action: 'create', type: 'Issue', data: { id: 'a' } }),
	shape('Notion', 'page.content_updated', {
		type: 'page.content_updated',
		entity: { id: '1', type: 'page' },
	}),
	shape('Wrike', 'task.created', [{ taskId: 'IEA', eventType: 'TaskCreated' }]),
	shape('Teamwork', 'task.created', { task }, { 'x-projects-event': 'TASK.CREATED' }),
	shape('Basecamp', 'todo_created', { id: 1, kind: 'todo_created', recording: {} }),
	shape('Plane', 'issue.created', { event: 'issue', action: 'created', data: { id: '1' } }),
	shape('Vikunja', 'task.created', { event_name: 'task.created', data: { task, doer: {} } }),
	shape('Kanboard', 'task.created', { event_name: 'task.create', event_data: { task } }),
	shape('Taiga', 'userstory.create', { action: 'create', type: 'userstory', by: {}, data: {} }),
	shape('OpenProject', 'work_package:updated', {
		action: 'work_package:updated',
		work_package: {},
	}),
	shape('Planka', 'cardCreate', { event: 'cardCreate', data: { item: {} } }),
	shape('Smartsheet', ['row.created'], {
		nonce: '1',
		events: [{ objectType: 'row', eventType: 'created', id: 1 }],
	}),
	shape('Podio', 'item.create', { type: 'item.create', item_id: '1', hook_id: '2' }),
	shape('HubSpot', ['contact.creation'], [{ eventId: 1, subscriptionType: 'contact.creation' }]),
	shape('Pipedrive 1', 'updated.deal', {
		v: 1,
		event: 'updated.deal',
		meta: { action: 'updated', object: 'deal' },
	}),
	shape('Pipedrive 2', 'deal.change', { meta: { action: 'change', entity: 'deal' }, data: {} }),
	shape('Zendesk', 'zen:event-type:ticket.created', {
		type: 'zen:event-type:ticket.created',
		detail: { id: '1' },
		event: {},
	}),
	shape('Intercom', 'conversation.user.created', {
		type: 'notification_event',
		topic: 'conversation.user.created',
		data: { type: 'notification_event_data', item: {} },
	}),
	shape('Slack', 'message', { type: 'event_callback', event: { type: 'message', text: 'Hi' } }),
	shape('Stripe', 'customer.created', {
		id: 'evt_1',
		object: 'event',
		type: 'customer.created',
		data: { object: { object: 'customer' } },
	}),
	shape('PayPal', 'PAYMENT.SALE.COMPLETED', {
		event_type: 'PAYMENT.SALE.COMPLETED',
		resource_type: 'sale',
		resource: {},
	}),
	shape('Square', 'payment.created', { type: 'payment.created', data: { type: 'payment' } }),
	shape('Chargebee', 'subscription_created', { event_type: 'subscription_created', content: {} }),
	shape('Lemon Squeezy', 'order_created', {
		meta: { event_name: 'order_created' },
		data: { type: 'orders', id: '1' },
	}),
	shape(
		'Shopify',
		'orders/create',
		{ id: 820, email: 'a@b.c' },
		{ 'x-shopify-topic': 'orders/create' },
	),
	shape(
		'WooCommerce',
		'order.created',
		{ id: 1 },
		{
			'x-wc-webhook-event': 'created',
			'x-wc-webhook-resource': 'order',
			'x-wc-webhook-topic': 'order.created',
		},
	),
	shape('Typeform', 'form_response', {
		event_id: '1',
		event_type: 'form_response',
		form_response: {},
	}),
	shape('Calendly', 'invitee.created', { event: 'invitee.created', payload: {} }),
	shape('Cal.com', 'BOOKING_CREATED', { triggerEvent: 'BOOKING_CREATED', payload: {} }),
	shape('Zoom', 'meeting.started', { event: 'meeting.started', payload: { object: {} } }),
	shape('Box', 'FILE.UPLOADED', { type: 'webhook_event', trigger: 'FILE.UPLOADED', source: {} }),
	shape('DocuSign', 'envelope-completed', { event: 'envelope-completed', data: {} }),
	shape('Mailgun', 'delivered', { signature: {}, 'event-data': { event: 'delivered' } }),
	shape('SendGrid', ['delivered', 'open'], [{ event: 'delivered' }, { event: 'open' }]),
	shape('Mailchimp', 'subscribe', { type: 'subscribe', 'data[id]': '8a' }),
	shape('Segment', 'Order Completed', { type: 'track', event: 'Order Completed', properties: {} }),
	shape('Eventbrite', 'order.placed', {
		api_url: 'https://a.b',
		config: { action: 'order.placed' },
	}),
	shape('Patreon', 'members:create', { data: {} }, { 'x-patreon-event': 'members:create' }),
	shape(
		'Contentful',
		'ContentManagement.Entry.publish',
		{ sys: {} },
		{
			'x-contentful-topic': 'ContentManagement.Entry.publish',
		},
	),
	shape('Strapi', 'entry.create', { event: 'entry.create', model: 'article', entry: {} }),
	shape(
		'Sentry',
		'issue.created',
		{ action: 'created', data: {} },
		{ 'sentry-hook-resource': 'issue' },
		['created'],
	),
	shape('PagerDuty', 'incident.triggered', {
		event: { id: '1', event_type: 'incident.triggered', resource_type: 'incident' },
	}),
	shape(
		'Netlify',
		'deploy_created',
		{ id: '1', state: 'ready' },
		{ 'x-netlify-event': 'deploy_created' },
	),
	shape('Vercel', 'deployment.created', { id: '1', type: 'deployment.created', payload: {} }),
	shape('Heroku', 'build.create', { action: 'create', resource: 'build', data: {} }),
	shape('CircleCI', 'workflow-completed', { type: 'workflow-completed', id: '1', workflow: {} }),
	shape('Clerk', 'user.created', { type: 'user.created', object: 'event', data: {} }),
	shape('Supabase', 'tasks.INSERT', {
		type: 'INSERT',
		table: 'tasks',
		schema: 'public',
		record: {},
	}),
	shape(
		'Azure Event Grid',
		['Microsoft.Storage.BlobCreated'],
		[{ eventType: 'Microsoft.Storage.BlobCreated', topic: '/subscriptions/1', subject: '/a' }],
	),
	shape('Amazon EventBridge', 'Object Created', { 'detail-type': 'Object Created', detail: {} }),
	shape(
		'Microsoft Graph',
		'created',
		{
			value: [{ changeType: 'created', resource: 'Users/1/Messages/2' }],
		},
		{},
		[null],
	),
	shape(
		'Adyen',
		'AUTHORISATION',
		{
			live: 'false',
			notificationItems: [{ NotificationRequestItem: { eventCode: 'AUTHORISATION' } }],
		},
		{},
		[null],
	),
	shape(
		'Shortcut',
		'story.update',
		{
			id: '1',
			actions: [{ action: 'update', entity_type: 'story' }],
		},
		{},
		[null],
	),
	shape(
		'Wekan',
		'act-createCard',
		{ text: 'Ada created a card', description: 'act-createCard' },
		{},
		[null],
	),
];

export const FOREIGN_SHAPES = [...TASK_SHAPES, ...SERVICE_SHAPES];
