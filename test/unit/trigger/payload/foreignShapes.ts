import type { Headers } from '../../../../nodes/WorkspaceTaskService/trigger/payload/rawEvents';

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

/** From the documentation of services with tasks, issues or tickets, and of three platforms; shortened. */
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
	shape('Zendesk', 'zen:event-type:ticket.created', {
		type: 'zen:event-type:ticket.created',
		detail: { id: '1' },
		event: {},
	}),
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
