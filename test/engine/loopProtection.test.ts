import type { INodeParameters } from 'n8n-workflow';

import { json, type ScriptedResponse } from '../../tools/http/server';
import { CONTINUE } from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';
import { BOTH } from '../support/engine/triggerEnvironment';
import {
	countCreates,
	CREATE_OWN,
	environment,
	makeDelivery,
	passForItems,
	publish,
	service,
	setUpForwardingService,
	TRIGGER_TYPE,
} from '../support/engine/triggerSuite';

type Fields = Record<string, unknown>;

interface Scene {
	/** How the service responds to a create. */
	response: (task: Fields) => ScriptedResponse;
	/** What it sends about a task. */
	event: (task: Fields) => Fields;
	/** It waits for this after it began to deliver the event, before it responds to the create. */
	hold: (delivered: Promise<void> | undefined) => Promise<void>;
	/** It delivers the events of the tasks that the workflow creates, which are on the same board. */
	isSameBoard: boolean;
	/** The workflow lists so many boards first, if any, and creates a task for each of them. */
	boards: number;
	/** Of the node that creates tasks. */
	more: INodeParameters;
	title: string;
	/** Of the trigger. */
	options: INodeParameters;
}

const SCENE: Scene = {
	response: (task) => json(task, 201),
	event: (task) => ({ event: 'task.created', task }),
	hold: async () => {},
	isSameBoard: true,
	boards: 0,
	more: {},
	title: 'Own',
	options: {},
};
/** The service has the response to the event before it responds to the create. */
const EARLY: Partial<Scene> = { hold: async (delivered) => await delivered };
const NO_ID: Partial<Scene> = { response: () => json({ success: true }, 201) };

const ENDLESS = 150;
const REFUSAL =
	'Not created: this workflow has already created 100 tasks in a chain, each started by the one before';
const LIST_BOARDS = { parameters: { resource: 'board', operation: 'getAll' } };
const TRIGGER = { name: 'Trigger', id: 'trigger' };

/** A service that sends the events of all tasks, and a workflow that creates tasks for each. */
class World {
	executions = 0;
	readonly errors: string[] = [];
	skipped = 0;
	/** Of persons and executions. */
	readonly tasks: Fields[] = [];
	private lastId = 1_000;
	private readonly underWay = new Set<Promise<void>>();
	private readonly scene: Scene;

	constructor(scene: Partial<Scene>) {
		this.scene = { ...SCENE, ...scene };
		const { event, hold, isSameBoard, response, boards } = this.scene;
		service.when('POST /api/v1/tasks', async ({ body }) => {
			const task = this.newTask(JSON.parse(body));
			const delivered = isSameBoard ? this.deliver(event(task)) : undefined;
			await hold(delivered);
			return response(task);
		});
		const listed = Array.from({ length: boards }, (_, id) => ({ id, name: `Board ${id}` }));
		service.when('GET /api/v1/boards', json(listed));
	}

	/** Resolves when nothing happens any more. */
	async createByPerson(...titles: string[]): Promise<void> {
		const tasks = titles.map((title) => this.newTask({ title, board_id: 1 }));
		for (const task of tasks) void this.deliver(this.scene.event(task));
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	/** One after the other. Resolves when nothing happens any more. */
	async sendEvents(...events: Fields[]): Promise<void> {
		for (const event of events) {
			void this.deliver(event);
			while (this.underWay.size > 0) await Promise.all(this.underWay);
		}
	}

	/** Edits the tasks that executions created, or some of them, one after the other. */
	async editOwn(count?: number): Promise<void> {
		const edits = this.own().slice(0, count);
		const event = 'task.updated';
		await this.sendEvents(...edits.map((task) => ({ event, task: { ...task, status: 'closed' } })));
	}

	/** The tasks that executions created. */
	own(): Fields[] {
		return this.tasks.filter(({ title }) => title === this.scene.title);
	}

	private newTask(sent: Fields): Fields {
		const task = { id: (this.lastId += 1), ...sent };
		this.tasks.push(task);
		return task;
	}

	/** Resolves when the service has the response. */
	private async deliver(event: Fields): Promise<void> {
		await new Promise<void>((onResponse) => {
			const received = this.receive(event, onResponse);
			this.underWay.add(received);
			void received.finally(() => this.underWay.delete(received));
		});
	}

	private async receive(event: Fields, onResponse: () => void): Promise<void> {
		const { boards, title, options, more } = this.scene;
		const trigger = { ...BOTH, options };
		const delivery = makeDelivery(JSON.stringify(event));
		const items = await passForItems(delivery, trigger, { onResponse }, TRIGGER);
		if (items === undefined || this.executions >= ENDLESS) return;
		this.executions += 1;
		const parameters = { ...CREATE_OWN, title, ...more };
		const nodes = {
			Trigger: { settings: { type: TRIGGER_TYPE }, parameters: trigger },
			Boards: LIST_BOARDS,
			Create: { parameters, settings: CONTINUE },
		};
		const links: Record<string, string[]> =
			boards > 0 ? { Trigger: ['Boards'], Boards: ['Create'] } : { Trigger: ['Create'] };
		const run = await environment.engine.runChain(nodes, links, items);
		const created = run.data.resultData.runData.Create?.[0]?.data?.main?.[0] ?? [];
		this.errors.push(...created.flatMap(({ json: { error } }) => (error ? [String(error)] : [])));
		this.skipped += created.filter(({ json }) => json.skipped === true).length;
	}
}

setUpForwardingService();
let world: World;
beforeEach(async () => {
	ProcessedKeys.install();
	await publish(BOTH, TRIGGER);
});

// Three: the creates of an execution are in flight together.
describe('a workflow that creates three tasks for each new task', () => {
	it.each<[string, Partial<Scene>]>([
		['in the usual shape', {}],
		['under a name of its own', { event: (task) => ({ event: 'task.created', a: { b: [task] } }) }],
		['before the response', EARLY],
		[
			'before the response, with the ID alone',
			{ ...EARLY, event: ({ id }) => ({ event: 'task.created', task: { id } }) },
		],
		[
			'before the response, with another title than was sent',
			{ ...EARLY, event: (task) => ({ event: 'task.created', task: { ...task, title: 'O' } }) },
		],
		[
			'in a verb beside a task in which other things have a type',
			{
				event: (task) => {
					const custom_fields = { size: { type: 'number' } };
					const more = { type: 'story', custom_fields, assignee: { id: 3, type: 'user' } };
					return { action: 'created', task: { ...task, ...more } };
				},
			},
		],
		[
			'and responds with the task under other names',
			{
				response: ({ id, title, board_id }) =>
					json({ id, code: `T-${id as number}`, name: title, board_id, status: { id: 2 } }, 201),
			},
		],
	])('runs once if the service sends the event %s', async (_, scene) => {
		world = new World({ ...scene, boards: 3 });
		await world.createByPerson('By a person');
		expect([world.executions, countCreates(), world.errors]).toEqual([1, 3, []]);
	});

	it.each<[string, Partial<Scene>]>([
		['the ID under a name of its own', { event: ({ id }) => ({ event: 'x', entity_id: id }) }],
		['the ID in a link', { event: ({ id }) => ({ event: 'x', link: `https://a.b/tasks/${id}` }) }],
		['no ID in the response', NO_ID],
		['no ID in the event', { event: ({ title }) => ({ event: 'task.created', title }) }],
	])('stops itself after 100 creates for own tasks, with %s', async (_, scene) => {
		world = new World({ ...scene, boards: 3 });
		await world.createByPerson('By a person');
		expect([world.executions, countCreates()]).toEqual([104, 103]);
		expect(world.errors).toContain(REFUSAL);
	});
});

describe('a workflow that creates a task for each new task', () => {
	it.each<[string, Partial<Scene>]>([
		['no ID in the response, which comes late', { ...NO_ID, ...EARLY }],
		['another title for each task', { ...NO_ID, title: '={{ $json.task.title }} again' }],
		['the ID beside that of the event', { event: ({ id }) => ({ event: 'task.created', id }) }],
		[
			'other events than creations',
			{ event: ({ id, title }) => ({ event: 'task.updated', task: { id, title } }) },
		],
	])('stops itself after 101 creates with %s', async (_, scene) => {
		world = new World(scene);
		await world.createByPerson('By a person');
		expect([world.executions, countCreates()]).toEqual([102, 101]);
		expect(world.errors).toContain(REFUSAL);
	});

	it("still runs for a person's task after it stopped itself, and creates", async () => {
		world = new World(NO_ID);
		await world.createByPerson('By a person');
		const [executions, created] = [world.executions, countCreates()];
		await world.createByPerson('By another person');
		// The task that it creates is one more that may be its own.
		expect([world.executions, countCreates()]).toEqual([executions + 2, created + 1]);
	});

	it('is never stopped if it is meant to start itself', async () => {
		world = new World({ options: { ignoreOwnTasks: false } });
		await world.createByPerson('By a person');
		expect([world.executions, world.errors]).toEqual([ENDLESS, []]);
	});

	it('that stopped itself skips what was created before, and uses no key for what is refused', async () => {
		const event = ({ id }: Fields) => ({ event: 'x', entity_id: id });
		const more = { options: { createOncePer: '={{ $json.payload.entity_id }}' } };
		world = new World({ event, more });
		await world.createByPerson('By a person');
		const [first, last] = [world.own().slice(3, 4), world.own().slice(-1)];
		await world.sendEvents(...[...first, ...last, ...last].map(event));
		expect([countCreates(), world.skipped]).toEqual([101, 1]);
		expect(world.errors).toEqual([REFUSAL, REFUSAL, REFUSAL]);
	});
});

it('an execution that creates 50 tasks creates 50 if the events of 30 come before the first response', async () => {
	const COUNT = 50;
	/** The limiter lets so many through at once. */
	const AT_ONCE = 30;
	let delivered = 0;
	let respond = () => {};
	const all = new Promise<void>((resolve) => (respond = resolve));
	let isHeld = false;
	const hold = async (delivery?: Promise<void>) => {
		if (!isHeld) return;
		await delivery;
		delivered += 1;
		if (delivered === AT_ONCE) respond();
		await all;
	};
	world = new World({ boards: COUNT, hold });
	// Until the limiter sends so many at once.
	await world.createByPerson('By a person');
	isHeld = true;
	const before = countCreates();
	await world.createByPerson('By another person');
	expect([countCreates() - before, delivered, world.errors]).toEqual([COUNT, COUNT, []]);
	// Those of the deliveries that did not wait, because 20 waited already, created nothing.
	expect(world.executions).toBeGreaterThanOrEqual(2 + AT_ONCE - 20);
});

describe('a person', () => {
	it('may edit 30 tasks that a workflow created, each of which gets a follow-up', async () => {
		world = new World({});
		const titles = Array.from({ length: 30 }, (_, index) => `By a person ${index}`);
		await world.createByPerson(...titles);
		await world.editOwn();
		expect([world.executions, countCreates(), world.errors]).toEqual([60, 60, []]);
	});

	it.each<[string, Partial<Scene>, number[]]>([
		['creates 30', {}, [60, 0]],
		[
			'has created 30 before',
			{ more: { options: { createOncePer: '={{ $json.id }}' } } },
			[30, 30],
		],
	])('may edit one task, for which a workflow %s', async (_, scene, counts) => {
		world = new World({ boards: 30, ...scene });
		await world.createByPerson('By a person');
		await world.editOwn(1);
		expect([countCreates(), world.skipped]).toEqual(counts);
		expect([world.executions, world.errors]).toEqual([2, []]);
	});

	it('may edit one task, for which the service refuses 30', async () => {
		const archived = json({ message: 'The board is archived' }, 422);
		let isArchived = false;
		const response = (task: Fields) => (isArchived ? archived : json(task, 201));
		world = new World({ boards: 30, response, isSameBoard: false });
		await world.createByPerson('By a person');
		isArchived = true;
		await world.editOwn(1);
		expect(world.errors).toHaveLength(30);
		expect(world.errors).not.toContain(REFUSAL);
	});
});

describe('a busy workflow', () => {
	const current = (task: Fields) => ({ event: 'task.created', current: task });

	it.each<[string, Partial<Scene>]>([
		['that copies tasks of one title', { title: '={{ $json.task.title }}' }],
		[
			'whose events have no title',
			{ event: ({ id }) => ({ event: 'task.created', task: { id } }) },
		],
		['that creates on another board, without IDs', { ...NO_ID, isSameBoard: false }],
		[
			'whose own IDs are those of users and boards too',
			{ event: (task) => current({ ...task, user_id: 1_002, board: { id: 1_004 } }) },
		],
	])('creates a task for each of 60: %s', async (_, scene) => {
		world = new World(scene);
		const titles = Array.from({ length: 30 }, () => 'By a person');
		for (const title of titles) await world.createByPerson(title);
		await world.createByPerson(...titles);
		expect([world.executions, countCreates(), world.errors]).toEqual([60, 60, []]);
	});
});
