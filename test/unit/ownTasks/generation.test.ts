import type { IDataObject } from 'n8n-workflow';

import { readTask } from '../../../nodes/WorkspaceTaskService/api/read/task';
import { DeepCreates } from '../../../nodes/WorkspaceTaskService/ownTasks/deepCreates';
import { generationAfter } from '../../../nodes/WorkspaceTaskService/ownTasks/generation';
import { readStart } from '../../../nodes/WorkspaceTaskService/ownTasks/startReading';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';

const MINUTE_MS = 60_000;

interface Created {
	generation: number;
	ids?: string[];
	title?: string;
	minutesAgo?: number;
}

let workflows = 0;
let tasks: OwnTasks;
beforeEach(() => {
	tasks = OwnTasks.open(`workflow ${(workflows += 1)}`, 'https://generation.example.com');
});

const note = (created: Created, response?: Promise<string[]>) => {
	const { generation, ids = [], title = 'Own', minutesAgo = 0 } = created;
	const sentDate = new Date(Date.now() - minutesAgo * MINUTE_MS);
	tasks.note({ title }, response ?? Promise.resolve(ids), { generation, sentDate });
};

/** Resolves when all creates have their response. */
const noted = async (...all: Created[]) => {
	for (const created of all) note(created);
	await Promise.all(tasks.pending(readTask({}), new Date()));
};

const item = (payload: object): IDataObject => ({ receivedAt: new Date().toISOString(), payload });
const after = (...events: object[]) =>
	generationAfter(
		tasks,
		events.map((event) => readStart(item(event))),
	);

describe('the generation of a create', () => {
	const seven = { generation: 4, ids: ['7'] };
	const eight = { generation: 2, ids: ['8'] };

	it.each<[string, number, object]>([
		['0 without an own task', 0, { task: { id: 9, title: 'Own' } }],
		['one more than the task that the event names', 5, { task: { id: 7, title: 'Own' } }],
		['one more than an ID under any name', 5, { it: { ref: 7 } }],
		['one more than an ID in a link', 5, { link: 'https://example.com/tasks/7?from=mail' }],
		['one more than the highest', 5, { all: [8, 7, 9] }],
		['that of the named task, whatever else it holds', 3, { task: { id: 8, parent: 7 } }],
		['0 for the named task of a person, whatever else it holds', 0, { task_id: 9, parent: 7 }],
	])('is %s', async (_, expected, event) => {
		await noted(seven, eight);
		expect(after(event)).toBe(expected);
	});

	it('is one more than the highest in all items', async () => {
		await noted(seven, eight);
		expect(after({ it: 9 }, { it: 7 }, { it: 8 })).toBe(5);
	});

	it('is 0 for the event of an own task that is older than ten minutes', async () => {
		await noted({ ...seven, minutesAgo: 11 }, { ...eight, minutesAgo: 9 });
		expect([after({ it: 7 }), after({ it: 8 })]).toEqual([0, 3]);
	});

	it('counts from the named task, if it is known, and not from one with its title', async () => {
		await noted({ ...seven, minutesAgo: 11 }, { generation: 6 });
		expect(after({ task: { id: 7, title: 'Own' } })).toBe(0);
	});
});

describe('by title', () => {
	const named = { task: { id: 9, title: 'OWN' } };

	it('counts the own tasks without an ID', async () => {
		await noted({ generation: 3 }, { generation: 5, ids: ['7'] });
		expect(after(named)).toBe(4);
	});

	it('does not count a title beside the task that the event names', async () => {
		await noted({ generation: 3, title: 'Own' });
		expect(after({ task: { id: 9, title: "A person's", parent: { title: 'Own' } } })).toBe(0);
		expect(after({ task_id: 9, about: 'Own' })).toBe(4);
	});

	it('counts an own task with an ID only if the event shows none', async () => {
		await noted({ generation: 5, ids: ['7'] });
		expect([after(named), after({ about: 'Own' })]).toEqual([0, 6]);
	});

	it.each([
		['the higher of two generations', 1, 9],
		['the lower one, if the higher one is old', 11, 2],
	])('counts %s', async (_, minutesAgo, expected) => {
		await noted({ generation: 8, minutesAgo }, { generation: 1 });
		expect(after(named)).toBe(expected);
	});
});

describe('while a create has no response', () => {
	it('an event that may be that of its task counts from it', async () => {
		note({ generation: 3 }, new Promise(() => {}));
		expect(after({ event: 'x' })).toBe(4);
		expect(after({ task: { id: 9, title: 'Own' } })).toBe(4);
		expect(after({ task: { id: 9, title: "A person's" } })).toBe(0);
	});

	it('an event of a task that is known does not', async () => {
		await noted({ generation: 1, ids: ['7'] });
		note({ generation: 3 }, new Promise(() => {}));
		expect(after({ task: { id: 7, title: 'Own' } })).toBe(2);
	});
});

it('tasks of persons with the title of own tasks without an ID deepen too', async () => {
	const deepCreates = new DeepCreates();
	let created = 0;
	for (let id = 1; id <= 120; id += 1) {
		const generation = after({ task: { id, title: 'Own' } });
		if (generation > 1 && deepCreates.count() === undefined) continue;
		created += 1;
		await noted({ generation });
	}
	// As docs/TRIGGER.md says.
	expect(created).toBe(27);
});

describe('loops', () => {
	/** Each task is an event that creates `width` tasks: how many are created until all are refused. */
	async function loop(width: number, eventOf: (id: number) => object): Promise<number> {
		const deepCreates = new DeepCreates();
		const events: object[] = [{ task: { id: -1, title: "A person's" } }];
		let created = 0;
		for (const event of events) {
			const generation = after(event);
			for (let index = 0; index < width; index += 1) {
				if (generation > 1 && deepCreates.count() === undefined) continue;
				created += 1;
				await noted({ generation, ids: [`${created}`] });
				events.push(eventOf(created));
			}
		}
		return created;
	}

	it.each([
		[1, 27],
		[2, 31],
		[3, 37],
		[10, 135],
	])('of %d tasks for each event end after %d creates', async (width, expected) => {
		expect(await loop(width, (id) => ({ link: `https://example.com/tasks/${id}` }))).toBe(expected);
		expect(await loop(width, (id) => ({ a: [{ b: id }] }))).toBe(expected);
	});
});
