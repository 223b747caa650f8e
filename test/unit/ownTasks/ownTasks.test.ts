import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readTask } from '../../../nodes/WorkspaceTaskService/api/read/task';
import type { Change } from '../../../nodes/WorkspaceTaskService/api/read/eventType';
import { generationAfter } from '../../../nodes/WorkspaceTaskService/ownTasks/generation';
import { readStart } from '../../../nodes/WorkspaceTaskService/ownTasks/startReading';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { around, idName, levels, name, nest, scalar } from '../../support/eventShapes';

const TRIGGER = 'trigger';

let workflows = 0;
const newTasks = () => OwnTasks.open(`workflow ${(workflows += 1)}`, 'https://tasks.example.com');

/** The tasks of a workflow that created one, as soon as the response came. */
async function tasksWith(title: string, ids: string[] | undefined): Promise<OwnTasks> {
	const tasks = newTasks();
	await note(tasks, title, ids);
	return tasks;
}

/** A create of the first generation that has its response. */
async function note(tasks: OwnTasks, title: string, ids: string[] | undefined): Promise<void> {
	tasks.note({ title }, Promise.resolve(ids), { generation: 0, sentDate: new Date() });
	await Promise.all(tasks.pending(readTask({}), new Date()));
}

const hides = (tasks: OwnTasks, event: object, change: Change, trigger: string) =>
	tasks.hide(readTask(event), change, trigger);
/** Whether one of these tasks may have started an execution. */
const counts = (tasks: OwnTasks, ...items: IDataObject[]) =>
	generationAfter(tasks, items.map(readStart)) > 0;

const item = (payload: unknown) => ({
	receivedAt: new Date().toISOString(),
	payload: payload as object,
});

describe('an event of any shape', () => {
	const id = fc.oneof(
		fc.integer({ min: 1_000 }).map(String),
		fc.uuid(),
		fc.stringMatching(/^[A-Z]{1,4}-[1-9]\d{3,5}$/),
	);
	const title = fc.stringMatching(/^[A-Za-z][A-Za-z ]{3,20}[a-z]$/);
	/** As a number where it is one. */
	const sent = (value: string, isNumber: boolean) =>
		isNumber && /^\d+$/.test(value) ? Number(value) : value;

	it('is hidden if it has an own ID beside the own title', async () => {
		const scenes = fc.record({
			id,
			title,
			levels,
			idName,
			others: around,
			isNumber: fc.boolean(),
			eventId: fc.option(scalar, { nil: undefined }),
		});
		const property = fc.asyncProperty(scenes, async (scene) => {
			const task = {
				...scene.others,
				[scene.idName]: sent(scene.id, scene.isNumber),
				title: scene.title.toUpperCase(),
			};
			const inner = nest(task, scene.levels);
			const event = { id: scene.eventId, type: 'task.created', what: inner };
			const tasks = await tasksWith(scene.title, [scene.id]);
			const another = `another ${TRIGGER}`;
			const isHidden = [TRIGGER, another].map((one) => hides(tasks, event, 'creation', one));
			expect(isHidden).toEqual([true, true]);
			expect(counts(tasks, item(event))).toBe(true);
		});
		await fc.assert(property);
	});

	it("runs if it is about a person's task and an own ID is that of anything else", async () => {
		const thing = (own: unknown) =>
			fc.oneof(
				fc.constant<unknown>(own),
				name.map((one) => ({ id: own, [one]: 'Ada' })),
				fc.constant([own]),
			);
		const things = (own: unknown) => fc.dictionary(name, thing(own), { maxKeys: 4 });
		const scenes = fc
			.record({ own: id, theirs: id, title, isNumber: fc.boolean(), isEvents: fc.boolean() })
			.filter(({ own, theirs }) => own !== theirs)
			.chain((scene) => {
				const own = sent(scene.own, scene.isNumber);
				const fields = { inside: things(own), beside: things(own), levels, own: fc.constant(own) };
				return fc.tuple(fc.constant(scene), fc.record(fields));
			});
		const property = fc.asyncProperty(
			scenes,
			async ([scene, { inside, beside, levels: all, own }]) => {
				const task = { ...inside, id: scene.theirs, title: 'By a person' };
				const event = { ...(scene.isEvents && { id: own }), ...beside, what: nest(task, all) };
				const tasks = await tasksWith(scene.title, [scene.own]);
				expect(hides(tasks, event, 'creation', TRIGGER)).toBe(false);
				expect(counts(tasks, item({ event: 'x', what: nest(task, all) }))).toBe(all.length > 900);
			},
		);
		await fc.assert(property);
	});

	it('counts if it has an own ID under any name, without a title', async () => {
		const property = fc.asyncProperty(id, name, levels, async (own, field, all) => {
			const tasks = await tasksWith('Own', [own]);
			const event = { what: nest({ [field]: own }, all) };
			expect(hides(tasks, event, 'creation', TRIGGER)).toBe(false);
			expect(counts(tasks, item(event))).toBe(true);
			const link = nest(`https://example.com/tasks/${own}?from=mail`, all);
			expect(counts(tasks, item({ link }))).toBe(true);
		});
		await fc.assert(property);
	});
});

describe('an own task', () => {
	const own = { id: '7', title: 'Own' };

	it('hides each event that names it as created, and one of any other kind', async () => {
		const tasks = await tasksWith('Own', ['7']);
		const named = { event: 'task.created', task: own };
		const isHidden = (event: object, change: Change) => hides(tasks, event, change, TRIGGER);
		expect([isHidden({ task: own }, 'unknown'), isHidden({ task: own }, 'unknown')]).toEqual([
			true,
			false,
		]);
		expect([
			isHidden(named, 'creation'),
			isHidden(named, 'creation'),
			isHidden({ x: own }, 'creation'),
		]).toEqual([true, true, true]);
	});

	it('is not hidden by an ID that may be of anything', async () => {
		const tasks = await tasksWith('Own', ['7']);
		expect(hides(tasks, { data: { id: 7 } }, 'creation', TRIGGER)).toBe(false);
		expect(hides(tasks, { by: { id: 7 } }, 'creation', 'another')).toBe(false);
	});

	it('is not hidden while another task with a title is beside it', async () => {
		const tasks = await tasksWith('Own', ['7']);
		const beside = { theirs: { id: 8, title: 'By a person' }, parent: own };
		expect(hides(tasks, beside, 'creation', TRIGGER)).toBe(false);
		expect(hides(tasks, { ...beside, theirs: own }, 'creation', TRIGGER)).toBe(true);
	});
});

describe('a title', () => {
	const titled = (more: object = {}) => item({ event: 'task.created', about: 'own', ...more });

	it.each<[string, string[] | undefined, object, boolean]>([
		['a create without an ID', [], {}, true],
		['a create without an ID, in an event with one', [], { task: { id: 8, title: 'Own' } }, true],
		['an event without an ID', ['7'], {}, true],
		['neither', ['7'], { task: { id: 8, title: 'Own' } }, false],
		['a create that was refused', undefined, {}, false],
	])('counts for %s: %s', async (_, ids, more, isCounted) => {
		const tasks = await tasksWith('Own', ids);
		expect(counts(tasks, titled(more))).toBe(isCounted);
		expect(hides(tasks, titled(more).payload, 'creation', TRIGGER)).toBe(false);
	});

	it('of a task without an ID counts although a later task with an ID has it too', async () => {
		const tasks = await tasksWith('Own', []);
		await note(tasks, 'Own', ['7']);
		expect(counts(tasks, item({ task: { id: 8, title: 'Own' } }))).toBe(true);
	});

	it('counts in an event that arrives within ten minutes', async () => {
		const tasks = await tasksWith('Own', []);
		const after = (minutes: number) => ({
			...titled(),
			receivedAt: new Date(Date.now() + minutes * 60_000).toISOString(),
		});
		expect([9, 11].map((minutes) => counts(tasks, after(minutes)))).toEqual([true, false]);
	});

	it('counts while the create has no response, in an event that arrived after it was sent', () => {
		const tasks = newTasks();
		tasks.note({ title: 'Own' }, new Promise(() => {}), { generation: 0, sentDate: new Date() });
		const event = { event: 'task.created', task: { id: 8, title: 'Own' } };
		const before = { ...item(event), receivedAt: new Date(Date.now() - 1_000).toISOString() };
		expect([counts(tasks, item(event)), counts(tasks, before)]).toEqual([true, false]);
		expect(counts(tasks, item({ task: { id: 8, title: 'Other' } }))).toBe(false);
	});
});

it('an item that no trigger returned is not counted', async () => {
	const tasks = await tasksWith('Own', ['7']);
	expect(counts(tasks, { id: 7, title: 'Own' })).toBe(false);
});

it('two services have nothing in common', () => {
	const one = OwnTasks.open('workflow', 'https://one.example.com');
	expect(OwnTasks.open('workflow', 'https://two.example.com')).not.toBe(one);
	expect(OwnTasks.open('workflow', 'https://one.example.com')).toBe(one);
});

describe('the tasks that an event is about', () => {
	const [seven, eight] = [7, 8].map((id) => ({ id, title: 'By a person' }));

	it.each<[string, object, string[]]>([
		['the one that it names', { task_id: 7, current: eight }, ['7']],
		['the first that it shows', { from: seven, to: [eight] }, ['7']],
		['itself', { ...seven, of: eight }, ['7']],
		['not what belongs to one', { is: { ...seven, of: eight } }, ['7']],
		['not what a task without an ID has', { seven, is: { title: 'A', of: eight } }, ['7']],
		['not what is in a list with others', { seven, all: [eight, 'B'] }, ['7']],
		['not something without a title', { seven, by: { id: 8, name: 'Ada' } }, ['7']],
	])('are %s', async (_, event, ids) => {
		const counted = ['7', '8'].map(async (id) => {
			const tasks = await tasksWith('Own', [id]);
			return counts(tasks, item(event)) ? [id] : [];
		});
		expect((await Promise.all(counted)).flat()).toEqual(ids);
	});
});
