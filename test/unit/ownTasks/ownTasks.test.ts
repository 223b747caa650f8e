import fc from 'fast-check';

import {
	toShortText,
	collectDistinctValues,
} from '../../../nodes/WorkspaceTaskService/reading/json';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { around, idName, levels, nest, scalar } from '../../support/eventShapes';
import { BASE_URL, newWorkflow, noteTask, readTaskEvent } from './workflow';

const own = { id: 7, title: 'Own' };

const newTasks = () => OwnTasks.open(newWorkflow(), BASE_URL);

/** The tasks of a workflow that created a task, as soon as the response came. */
async function tasksWith(id: string | undefined, title = 'Own'): Promise<OwnTasks> {
	const tasks = newTasks();
	await noteTask(tasks, id, title);
	return tasks;
}

/** Each event is received at another time. */
let received = 0;
function hides(tasks: OwnTasks, body: object, type?: string | null): boolean {
	const event = readTaskEvent(body, type);
	const receipt = { trigger: 'Trigger', receivedDate: new Date((received += 1)) };
	return tasks.recordAndFindOwnCreations([event], receipt).length > 0;
}

/** Whether the event may have started an execution because it is about an own task. */
function started(tasks: OwnTasks, event: object, minutesLater = 0): boolean {
	const receivedDate = new Date(Date.now() + minutesLater * 60_000);
	const texts = collectDistinctValues(event).map(toShortText);
	const starting = { ...readTaskEvent(event), texts };
	return tasks.findLongestChain([starting], receivedDate) !== undefined;
}

it('an event of any shape is hidden if it has an own ID beside the own title', async () => {
	const ids = fc.oneof(
		fc.integer({ min: 1_000 }),
		fc.uuid(),
		fc.stringMatching(/^[A-Z]{1,4}-[1-9]\d{3,5}$/),
	);
	const titles = fc.stringMatching(/^[A-Za-z][A-Za-z ]{3,20}[a-z]$/);
	const others = fc.record({ fields: around, eventId: fc.option(scalar, { nil: undefined }) });
	const property = fc.asyncProperty(
		ids,
		titles,
		idName,
		levels,
		others,
		async (id, title, name, all, { fields, eventId }) => {
			const task = { ...fields, [name]: id, title: title.toUpperCase() };
			const event = { id: eventId, type: 'task.created', what: nest(task, all) };
			const tasks = await tasksWith(String(id), title);
			expect([1, 2].map(() => hides(tasks, event))).toEqual([true, true]);
			expect(started(tasks, event)).toBe(true);
		},
	);
	await fc.assert(property);
});

describe('the creation of an own task', () => {
	it.each<[string, object]>([
		['an object that is called a task', { deep: [{ task: { id: 7 } }] }],
		['an object with a task_id', { change: { task_id: '7' } }],
		['an object with an ID and a title', { data: { what: { id: 7, title: 'Renamed since' } } }],
	])('is hidden each time if the event shows the task by %s', async (_, event) => {
		const tasks = await tasksWith('7');
		expect([1, 2].map(() => hides(tasks, event))).toEqual([true, true]);
	});

	it.each<[string, string | null, boolean[]]>([
		['each time if its type says that it is a creation', 'task.created', [true, true]],
		['once without a type', null, [true, false]],
		['never if its type says something else', 'task.updated', [false, false]],
	])('is hidden %s: %s', async (_, type, expected) => {
		const tasks = await tasksWith('7');
		expect([1, 2].map(() => hides(tasks, { task: own }, type))).toEqual(expected);
	});

	it.each<[string, object]>([
		['the own ID may be the ID of anything', { event: 'task.created', data: { id: 7 } }],
		['another task is outside', { id: 8, title: 'By a person', inside: own }],
	])('is not seen if %s', async (_, event) => {
		expect(hides(await tasksWith('7'), event)).toBe(false);
	});

	it.each(['user', 'board', 'parent', 'old', 'previous', 'before', 'related'])(
		'is not seen if it is the %s of the task of a person',
		async (aside) => {
			const tasks = await tasksWith('7');
			const task = { id: 8, title: 'By a person' };
			expect(hides(tasks, { task, [aside]: own })).toBe(false);
			expect(hides(tasks, { task: { ...task, [aside]: [own] } })).toBe(false);
		},
	);
});

describe('an event that may be about an own task', () => {
	it.each<[string, boolean, object]>([
		['shows the task', true, { task: own }],
		['has the ID under any name', true, { about: { ref: 7 } }],
		['has a link to it', true, { link: 'https://example.com/tasks/7?from=mail' }],
		['has the title, and shows no ID', true, { about: 'OWN' }],
		['shows the task of a person that has the own title', false, { task: { id: 8, title: 'Own' } }],
		['shows the task of a person, and the own ID elsewhere', false, { task_id: 8, parent: own }],
		['has nothing of it', false, { about: 'By a person' }],
	])('%s: %s', async (_, isOwn, event) => {
		expect(started(await tasksWith('7'), event)).toBe(isOwn);
	});

	it('has the title of a task whose response had no ID', async () => {
		const tasks = await tasksWith('');
		expect(started(tasks, { task: { id: 8, title: 'Own' } })).toBe(true);
		expect(started(tasks, { task: { id: 8, parent: { title: 'Own' } } })).toBe(true);
		expect(started(tasks, { task: { id: 8, title: 'By a person' } })).toBe(false);
		expect(started(await tasksWith(undefined), { task: { id: 8, title: 'Own' } })).toBe(false);
	});

	it('arrives while the create has no response, with the title or without a title', () => {
		const tasks = newTasks();
		void noteTask(tasks, new Promise(() => {}));
		const events = [{ task: { id: 8, title: 'Own' } }, { event: 'x' }];
		expect(events.map((event) => started(tasks, event))).toEqual([true, true]);
		expect(started(tasks, { task: { id: 8, title: 'By a person' } })).toBe(false);
		expect(started(tasks, { event: 'x' }, -1)).toBe(false);
	});

	it('arrives within ten minutes after the create', async () => {
		const tasks = await tasksWith('7');
		expect([9, 11].map((minutes) => started(tasks, { task: own }, minutes))).toEqual([true, false]);
	});
});

it('the last 5,000 tasks of a workflow are remembered', async () => {
	const tasks = newTasks();
	for (let id = 0; id <= 5_000; id += 1) await noteTask(tasks, String(id));
	const hidden = [0, 1, 5_000].map((id) => hides(tasks, { task: { id } }));
	expect(hidden).toEqual([false, true, true]);
});

it('two services have nothing in common', () => {
	const one = OwnTasks.open('workflow', 'https://one.example.com');
	expect(OwnTasks.open('workflow', 'https://two.example.com')).not.toBe(one);
	expect(OwnTasks.open('workflow', 'https://one.example.com')).toBe(one);
});
