import { eventNameReader } from '../../../../nodes/WorkspaceTaskService/trigger/payload/eventName';
import { readEvents } from '../../../../nodes/WorkspaceTaskService/trigger/payload/parsedEvents';
import type { Headers } from '../../../../nodes/WorkspaceTaskService/trigger/payload/rawEvents';

const ALL = { events: ['task.*'], registered: ['task.created', 'task.updated'], boards: [] };
const task = { id: 7, title: 'Call the supplier', board_id: 4 };

function eventTypesOf(body: unknown, headers: Headers = {}) {
	const rawBody = Buffer.from(JSON.stringify(body));
	const delivery = { body, rawBody, headers };
	const { events } = readEvents(delivery, ALL, new Date());
	return events.map(({ event }) => event.event);
}

type Shape = [name: string, type: string | null, body: unknown, headers?: Headers];

describe('the type of an event', () => {
	it.each<Shape>([
		['Event', 'task.created', { Event: 'task.created', Task: task }],
		['event_type in capitals', 'task.created', { event_type: 'TASK_CREATED', task }],
		['data.event', 'task.created', { data: { event: 'task.created', task } }],
		['metadata.eventType', 'task.created', { metadata: { eventType: 'TaskCreated' }, task }],
		['notification.type', 'task.created', { notification: { type: 'task.created' }, task }],
		['event.type', 'task.created', { event: { type: 'task.created' }, task }],
		['two fields of event', 'task.created', { event: { entity: 'task', action: 'created' }, task }],
		['a verb alone', 'created', { action: 'created', task }],
		[
			'a verb in the present',
			'task.created',
			{ resource: 'tasks', operation: 'create', data: task },
		],
		['camel case in the present', 'task.created', { event: 'taskCreate', data: task }],
		['the verb first', 'task.created', { type: 'created.task', task }],
		['X-Topic', 'task.created', { task }, { 'x-topic': 'task/created' }],
		['X-Event-Name', 'task.created', { task }, { 'x-event-name': 'task.created' }],
		['ce-type', 'task.created', { task }, { 'ce-type': 'com.example.task.created' }],
		['reverse DNS', 'tasks.task.created.v1', { type: 'com.example.tasks.task.created.v1', task }],
		['another reverse DNS', 'task.archived', { type: 'com.example.task.archived', task }],
		['two types', 'task.completed', { event: 'task.completed', type: 'task', action: 'updated' }],
		['XML with a root element', 'task.created', { webhook: { event: 'task.created', task } }],
		['a name, which may be that of a task', null, { name: 'task.created', data: task }],
		['no event type', null, { task }],
	])('in the shape "%s" is %s', (...[, type, body, headers]) => {
		expect(eventTypesOf(body, headers)).toEqual([type]);
	});

	/** From the documentation of services with tasks, issues or tickets; shortened. */
	it.each<Shape>([
		['GitHub', 'issues.opened', { action: 'opened' }, { 'x-github-event': 'issues' }],
		['GitHub push', 'push', { ref: 'refs/heads/main' }, { 'x-github-event': 'push' }],
		['GitLab', 'issue', { event_type: 'issue' }, { 'x-gitlab-event': 'Issue Hook' }],
		['Gitea', 'issues.closed', { action: 'closed', issue: {} }, { 'x-gitea-event': 'issues' }],
		['Jira', 'jira:issue_updated', { webhookEvent: 'jira:issue_updated', issue: { id: '9' } }],
		['Asana', 'task.added', { events: [{ action: 'added', resource: { resource_type: 'task' } }] }],
		['Trello', 'updateCard', { action: { type: 'updateCard', data: {} }, model: { id: 'b' } }],
		['ClickUp', 'task.created', { event: 'taskCreated', task_id: 'c0j', webhook_id: '7fa' }],
		['Linear', 'Issue.create', { action: 'create', type: 'Issue', data: { id: 'a' } }],
		['Wrike', 'task.created', [{ taskId: 'IEA', eventType: 'TaskCreated' }]],
		['Basecamp', 'todo_created', { id: 1, kind: 'todo_created', recording: {} }],
		['Plane', 'issue.created', { event: 'issue', action: 'created', data: { id: '1' } }],
		['OpenProject', 'work_package:updated', { action: 'work_package:updated' }],
		['Smartsheet', 'row.created', { events: [{ objectType: 'row', eventType: 'created', id: 1 }] }],
		['Supabase', 'tasks.INSERT', { type: 'INSERT', table: 'tasks', record: {} }],
	])('of %s is %s', (...[, type, body, headers]) => {
		expect(eventTypesOf(body, headers)).toEqual([type]);
	});

	it('is found among 100,000 fields', () => {
		const others = Array.from({ length: 100_000 }, (_, n) => [`field ${n}`, n]);
		expect(eventTypesOf({ event: 'task.created', ...Object.fromEntries(others) })).toEqual([
			'task.created',
		]);
	});
});

describe('the name of an event', () => {
	const nameIn = (body: object, headers = {}) =>
		eventNameReader(headers, ['task.created'])(body, body);

	it.each([{ event: 'callback' }, { event: 'notification' }])('is found beside %j', (body) => {
		expect(nameIn({ ...body, type: 'task.created' })).toBe('task.created');
	});

	it('is found with a version', () => {
		expect(nameIn({ event: 'task.created.v12' })).toBe('task.created');
	});

	it.each(['myevent', 'eventful', 'prototype', 'kindness'])('is not in the field %s', (name) => {
		expect(nameIn({ [name]: 'task.created' })).toBeNull();
	});

	it.each([
		['x-7-event', 'task.created'],
		['my_event', null],
		['x-eventual', null],
		['x-event-types', null],
		['pre-ce-type', null],
	])('in the header %s is %s', (header, name) => {
		expect(nameIn({}, { [header]: 'task.created' })).toBe(name);
	});

	it.each([
		['with a digit before it', { object: '7 task' }],
		['with a digit after it', { object: 'task 7' }],
		['in another field', { timetable: 'task' }],
		['in the plural of a field', { tables: 'task' }],
	])('has no thing %s', (_, body) => {
		expect(nameIn({ ...body, action: 'created' })).toBe('created');
	});

	it.each([`task.${'x'.repeat(95)}`, 'hookup', 'prehook'])('may be %s', (event) => {
		expect(nameIn({ event })).toBe(event);
	});

	it('has at most 100 characters', () => {
		expect(nameIn({ event: `task.${'x'.repeat(96)}` })).toBeNull();
	});
});
