import type { Headers } from '../../../../../nodes/WorkspaceTaskService/api/read/event/surroundings';
import {
	changeIn,
	typeReader,
} from '../../../../../nodes/WorkspaceTaskService/api/read/event/eventName';
import { readDelivery } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/delivery';
import { selectEvents } from '../../../../../nodes/WorkspaceTaskService/trigger/events/selection';

const ALL = { events: ['task.*'], registered: ['task.created', 'task.updated'], boards: [] };
const task = { id: 7, title: 'Call the supplier', board_id: 4 };

function eventTypesOf(body: unknown, headers: Headers = {}) {
	const rawBody = Buffer.from(JSON.stringify(body));
	const delivery = { body, rawBody, headers };
	const { events } = selectEvents(readDelivery(delivery), ALL);
	return events.map(({ type }) => type);
}

type Shape = [name: string, type: string | null, body: unknown, headers?: Headers];

describe('the type of an event', () => {
	it.each<Shape>([
		['capitals', 'task.created', { event_type: 'TASK_CREATED', task }],
		['data.event', 'task.created', { data: { event: 'task.created', task } }],
		['two fields of event', 'task.created', { event: { entity: 'task', action: 'created' }, task }],
		[
			'a verb in the present',
			'task.created',
			{ resource: 'tasks', operation: 'create', data: task },
		],
		['the verb first', 'task.created', { type: 'created.task', task }],
		['X-Topic', 'task.created', { task }, { 'x-topic': 'task/created' }],
		['reverse DNS', 'com.example.task.created', { type: 'com.example.task.created', task }],
		['two types', 'task.completed', { event: 'task.completed', type: 'task', action: 'updated' }],
		['a name, which may be that of a task', null, { name: 'task.created', data: task }],
	])('in the shape "%s" is %s', (...[, type, body, headers]) => {
		expect(eventTypesOf(body, headers)).toEqual([type]);
	});

	/** From the documentation of services with tasks, issues or tickets; shortened. */
	it.each<Shape>([
		['GitHub', 'issues.opened', { action: 'opened' }, { 'x-github-event': 'issues' }],
		['GitLab', 'issue', { event_type: 'issue' }, { 'x-gitlab-event': 'Issue Hook' }],
		['Gitea', 'issues.closed', { action: 'closed', issue: {} }, { 'x-gitea-event': 'issues' }],
		['Asana', 'task.added', { events: [{ action: 'added', resource: { resource_type: 'task' } }] }],
		['ClickUp', 'task.created', { event: 'taskCreated', task_id: 'c0j', webhook_id: '7fa' }],
		['Linear', 'Issue.create', { action: 'create', type: 'Issue', data: { id: 'a' } }],
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
		typeReader(['task.created'], [])(readDelivery({ body, rawBody: undefined, headers }).whole);

	it('is found with a version', () => {
		expect(nameIn({ event: 'task.created.v12' })).toBe('task.created');
	});

	it.each(['myevent', 'eventful', 'prototype', 'kindness'])('is not in the field %s', (name) => {
		expect(nameIn({ [name]: 'task.created' })).toBeNull();
	});

	it.each([
		['x-7-event', 'task.created'],
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

	it('is of two fields before a type inside that may be of anything else', () => {
		const body = { object: 'board', action: 'renamed', data: { type: 'task.created' } };
		const { whole } = readDelivery({ body, rawBody: undefined, headers: {} });
		expect(typeReader(['task.created', 'board.renamed'], [])(whole)).toBe('board.renamed');
	});

	it.each([`task.${'x'.repeat(95)}`, 'hookup', 'prehook'])('may be %s', (event) => {
		expect(nameIn({ event })).toBe(event);
	});

	const task = { id: 7, title: 'Call' };

	it.each<[object, object?]>([
		[{ event: 'updated', task }],
		[{ data: { event: 'updated', task } }],
		[{ event: 'updated', data: { task } }],
		[{ event: { action: 'updated' }, task }],
		[{ action: 'update', task: [task] }],
		[{ Event: 'Updated', Task: task }],
		[{ event: 'updated', task, user: { id: 1 }, changes: {}, board: { id: 4 } }],
		[{ event: 'updated', tasks: [task, task] }],
		[{ task }, { 'x-event': 'updated' }],
	])('has the field beside it as its thing: %j', (body, headers = {}) => {
		expect(nameIn(body, headers)?.toLowerCase()).toMatch(/^task\.updated?$/);
	});

	it.each([
		['created', { action: 'created', comment: { id: 1 }, task }],
		['created', { action: 'created', task_id: 7, text: 'Hello' }],
		['created', { action: 'created', task: 7 }],
		['updated', { event: 'updated', data: task }],
		['ping', { event: 'ping', task }],
		['comment', { type: 'comment', task }],
		['task', { type: 'task', task }],
		['comment.created', { event: 'comment.created', task }],
	])('stays %s in %j', (name, body) => expect(nameIn(body)).toBe(name));

	it.each([
		{ event: 'updated', task },
		{ object: 'task', action: 'updated' },
		{ action: 'updated', data: { type: 'task.updated' } },
	])('stays as it is in %j if it is a known type', (body) => {
		const { whole } = readDelivery({ body, rawBody: undefined, headers: {} });
		expect(typeReader(['updated', 'task.updated'], [])(whole)).toBe('updated');
	});

	it.each([
		{ event: { name: 'task.created' }, task },
		{ event: { key: 'TASK_CREATED' }, task },
		{ event_type: { name: 'task.created' }, task },
		{ data: { event: { name: 'task.created' }, task } },
		{ event: { name: 'created' }, object: 'task' },
		{ event: { name: 'created' }, task },
		{ event: { name: 'Team meeting' }, type: 'task.created' },
		{ event: { name: 'Team meeting' }, data: { type: 'task.created' } },
	])('may be that of an object: %j', (body) => expect(nameIn(body)).toBe('task.created'));

	it.each([
		{ name: 'task.created', event: {} },
		{ notification: { name: 'task.created' }, task },
		{ user: { event: { name: 'task.created' } } },
	])('is not that of another object: %j', (body) => expect(nameIn(body)).toBeNull());

	it('has at most 100 characters', () => {
		expect(nameIn({ event: `task.${'x'.repeat(96)}` })).toBeNull();
	});
});

describe('what an event type says', () => {
	it.each([
		...[
			'task.created',
			'taskCreate',
			'issue.opened',
			'tasks.INSERT',
			'todo.new',
			'work_item.added',
		],
		...['BOARD_TASK_CREATED', 'projectTaskAdded', 'task.add', 'card.created', 'ticket.created'],
		...['task.created.2', 'task.created.v10', 'onTaskCreated'],
	])('is a creation: %s', (type) => {
		expect(changeIn(type)).toBe('creation');
	});

	const THINGS = [
		'task',
		'item',
		'issue',
		'card',
		'ticket',
		'todo',
		'record',
		'object',
		'resource',
	];
	it.each([...THINGS.flatMap((thing) => [thing, `${thing}s`]), 'work'])(
		'is a creation of a %s',
		(thing) => expect(changeIn(`${thing}.created`)).toBe('creation'),
	);

	it.each([
		...[
			'create',
			'created',
			'creates',
			'creating',
			'creation',
			'add',
			'adds',
			'adding',
			'addition',
		],
		...['new', 'open', 'opens', 'opened', 'insert', 'inserts', 'inserted', 'insertion'],
	])('is a creation if a task is in the state %s', (word) => {
		expect(changeIn(`task.${word}`)).toBe('creation');
	});

	it.each(['taskings', 'subitem', 'homework', 'works', 'recreate', 'newest', 'reopen'])(
		'is something else with the word %s',
		(word) => expect(changeIn(`task.created.${word}`)).toBe('other'),
	);

	it.each([
		...['task.updated', 'task.recreated', 'task.addressed', 'task.mention', 'task.online'],
		...['comment.added', 'task.comment.created', 'task.reopened', 'renew', 'workspace.added'],
		...['tasklist.created', 'framework.added', 'board.subtask.created'],
	])('is something else: %s', (type) => {
		expect(changeIn(type)).toBe('other');
	});

	it.each([null, '', 'task', 'event', 'created', 'new'])('is neither: %s', (type) => {
		expect(changeIn(type)).toBe('unknown');
	});
});
