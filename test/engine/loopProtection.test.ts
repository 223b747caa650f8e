import type { INodeParameters } from 'n8n-workflow';

import { ProcessedKeys } from '../support/engine/deduplication';
import { PACKAGE } from '../support/engine/engine';
import { forwardTo } from '../support/proxy';
import {
	json,
	startServer,
	type ScriptedResponse,
	type ScriptedServer,
} from '../../tools/http/server';
import { BOTH, TriggerEnvironment } from '../support/engine/triggerEnvironment';

type Fields = Record<string, unknown>;

/** How the service responds to a create, and what it sends about a task. */
interface Service {
	response: (task: Fields) => ScriptedResponse;
	event: (task: Fields) => Fields;
	/** It delivers the event, and waits for the response, before it responds to the create. */
	isEarly: boolean;
	/** It waits for this after it began to deliver the event, before it responds to the create. */
	hold: (delivered: Promise<void> | undefined) => Promise<void>;
	/** It delivers the events of the tasks that the workflow creates, which are on the same board. */
	isSameBoard: boolean;
}

interface Scene extends Service {
	/** How many tasks an execution creates, each with a node of its own. */
	creates: number;
	/** The workflow lists so many boards first, if any, and creates a task for each of them. */
	boards: number;
	/** Of the nodes that create tasks. */
	more: INodeParameters;
	title: string;
	options: INodeParameters;
}

const SCENE: Scene = {
	response: (task) => json(task, 201),
	event: (task) => ({ event: 'task.created', task }),
	isEarly: false,
	hold: async () => {},
	isSameBoard: true,
	creates: 1,
	boards: 0,
	more: {},
	title: 'Own',
	options: {},
};
const ENDLESS = 150;
const REFUSAL =
	'Not created: this workflow has already created 100 tasks in a chain, each started by the one before';
const LIST_BOARDS = { parameters: { resource: 'board', operation: 'getAll' } };
const TYPE = `${PACKAGE}.workspaceTaskServiceTrigger`;

/** A service that sends the events of all tasks, and a workflow that creates tasks for each. */
class World {
	executions = 0;
	readonly errors: string[] = [];
	skipped = 0;
	/** Of persons and executions. */
	readonly tasks: Fields[] = [];
	private lastId = 1_000;
	private readonly underWay = new Set<Promise<void>>();

	private constructor(
		private readonly environment: TriggerEnvironment,
		/** Between the node and the sandbox, which itself sends no events here. */
		private readonly service: ScriptedServer,
		private readonly scene: Scene,
	) {
		service.when('POST /api/v1/tasks', async ({ body }) => {
			const task = this.newTask(JSON.parse(body));
			const delivered = scene.isSameBoard ? this.deliver(scene.event(task)) : undefined;
			if (scene.isEarly) await delivered;
			await scene.hold(delivered);
			return scene.response(task);
		});
		const boards = Array.from({ length: scene.boards }, (_, id) => ({ id, name: `Board ${id}` }));
		service.when('GET /api/v1/boards', json(boards));
	}

	static async open(scene: Partial<Scene>): Promise<World> {
		const environment = await TriggerEnvironment.open();
		const service = await startServer(forwardTo(environment.sandbox.url));
		environment.engine.credentials.stored.baseUrl = service.url;
		await environment.activate(BOTH, { name: 'Trigger', id: 'trigger' });
		return new World(environment, service, { ...SCENE, ...scene });
	}

	async close(): Promise<void> {
		await this.service.close();
		await this.environment.close();
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

	/** The tasks that executions created. */
	own(): Fields[] {
		return this.tasks.filter(({ title }) => title === this.scene.title);
	}

	/** How many creates the service has received. */
	created(): number {
		return this.service.requestsTo('POST /api/v1/tasks').length;
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
		const [registration] = this.service.requestsTo('POST /api/v1/webhooks');
		const { url: path } = JSON.parse(registration?.body ?? '{}') as { url: string };
		const headers = { 'content-type': 'application/json' };
		const request = { method: 'POST', path, headers, body: JSON.stringify(event) };
		const { creates, boards, title, options, more } = this.scene;
		const trigger = { ...BOTH, options };
		const settings = { name: 'Trigger', id: 'trigger' };
		const { returned } = await this.environment.pass(request, trigger, { onResponse }, settings);
		const [items] = returned.workflowData ?? [];
		if (items === undefined || this.executions >= ENDLESS) return;
		this.executions += 1;
		const names = Array.from({ length: creates }, (_, index) => `Create ${index}`);
		const boardId = { __rl: true, mode: 'id', value: '1' };
		const parameters = { resource: 'task', operation: 'create', boardId, title, ...more };
		const create = { parameters, settings: { onError: 'continueRegularOutput' as const } };
		const nodes = {
			Trigger: { settings: { type: TYPE }, parameters: trigger },
			...(boards > 0 && { Boards: LIST_BOARDS }),
			...Object.fromEntries(names.map((name) => [name, create])),
		};
		const links: Record<string, string[]> =
			boards > 0 ? { Trigger: ['Boards'], Boards: names } : { Trigger: names };
		const run = await this.environment.engine.runChain(nodes, links, items);
		const { runData } = run.data.resultData;
		const created = names.flatMap((name) => runData[name]?.[0]?.data?.main?.[0] ?? []);
		this.errors.push(...created.flatMap(({ json: { error } }) => (error ? [String(error)] : [])));
		this.skipped += created.filter(({ json }) => json.skipped === true).length;
	}
}

let world: World;
beforeEach(() => void ProcessedKeys.install());
afterEach(async () => await world.close());

const noId = () => json({ success: true }, 201);

describe.each([1, 3])('a workflow that creates %d tasks for each new task', (creates) => {
	it.each<[string, Partial<Scene>]>([
		['in the usual shape', {}],
		['under a name of its own', { event: (task) => ({ event: 'task.created', a: { b: [task] } }) }],
		['before the response', { isEarly: true }],
		...['type', 'kind', 'task_type'].map((name): [string, Partial<Scene>] => [
			`in a verb beside a task with a ${name} of its own`,
			{ event: (task) => ({ action: 'created', task: { ...task, [name]: 'story' } }) },
		]),
		[
			'in a verb beside a task whose custom field and assignee have a type',
			{
				event: (task) => {
					const custom_fields = { size: { type: 'number' } };
					const more = { custom_fields, assignee: { id: 3, type: 'user' } };
					return { action: 'created', task: { ...task, ...more } };
				},
			},
		],
		[
			'of django-rest-hooks',
			{
				event: ({ id, title }) => ({
					hook: { id: 3, event: 'task.created', target: 'https://n8n.example' },
					data: { model: 'workspace.task', pk: id, fields: { title, board: 1 } },
				}),
			},
		],
		[
			'and responds with the task under other names',
			{
				response: ({ id, title, board_id }) =>
					json({ id, code: `T-${id as number}`, name: title, board_id, status: { id: 2 } }, 201),
			},
		],
		[
			'before the response, with the ID alone',
			{ isEarly: true, event: ({ id }) => ({ event: 'task.created', task: { id } }) },
		],
	])('runs once if the service sends the event %s', async (_, scene) => {
		world = await World.open({ ...scene, creates });
		await world.createByPerson('By a person');
		expect([world.executions, world.created(), world.errors]).toEqual([1, creates, []]);
	});

	it.each<[string, Partial<Scene>]>([
		['the ID under a name of its own', { event: ({ id }) => ({ event: 'x', entity_id: id }) }],
		['the ID in a link', { event: ({ id }) => ({ event: 'x', link: `https://a.b/tasks/${id}` }) }],
		['no ID in the response', { response: noId }],
		['no ID in the event', { event: ({ title }) => ({ event: 'task.created', title }) }],
	])('stops itself after 100 creates for own tasks, with %s', async (_, scene) => {
		world = await World.open({ ...scene, creates });
		await world.createByPerson('By a person');
		expect(world.created()).toBe(creates + 100);
		expect(world.executions).toBe(1 + world.created());
		expect(world.errors).toContain(REFUSAL);
	});
});

describe('a service that stores another title, and delivers before it responds', () => {
	it.each<[string, string, (title: string) => string]>([
		['escaped', 'R&D', (title) => title.replace('&', '&amp;')],
		['without spaces', 'Call  Ada', (title) => title.replace('  ', ' ')],
		['cut', 'A title that is long', (title) => title.slice(0, 10)],
		['with another apostrophe', "Ada's", (title) => title.replace("'", '’')],
	])('starts the workflow once: %s', async (_, title, store) => {
		const event = (task: Fields) => {
			return { event: 'task.created', task: { ...task, title: store(String(task.title)) } };
		};
		world = await World.open({ title, event, isEarly: true });
		await world.createByPerson('By a person');
		expect([world.executions, world.created(), world.errors]).toEqual([1, 1, []]);
	});
});

describe('an execution that creates 50 tasks at once', () => {
	it('creates 50 if the events of 30 come before the first response', async () => {
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
		world = await World.open({ boards: COUNT, hold });
		// Until the limiter sends so many at once.
		await world.createByPerson('By a person');
		isHeld = true;
		const before = world.created();
		await world.createByPerson('By another person');
		expect([world.created() - before, delivered, world.errors]).toEqual([COUNT, COUNT, []]);
		// Those of the deliveries that did not wait, because 20 waited already, created nothing.
		expect(world.executions).toBeGreaterThanOrEqual(2 + AT_ONCE - 20);
	});
});

describe('a workflow that creates a task for each new task', () => {
	it.each<[string, Partial<Scene>]>([
		['no ID in the response, which comes late', { response: noId, isEarly: true }],
		['another title for each task', { response: noId, title: '={{ $json.task.title }} again' }],
		['the ID beside that of the event', { event: ({ id }) => ({ event: 'task.created', id }) }],
		[
			'other events than creations',
			{ event: ({ id, title }) => ({ event: 'task.updated', task: { id, title } }) },
		],
	])('stops itself after 101 creates with %s', async (_, scene) => {
		world = await World.open(scene);
		await world.createByPerson('By a person');
		expect([world.executions, world.created()]).toEqual([102, 101]);
		expect(world.errors).toContain(REFUSAL);
	});
});

describe('a workflow that has stopped itself', () => {
	it("still runs for a person's task, and creates", async () => {
		world = await World.open({ response: noId });
		await world.createByPerson('By a person');
		const [executions, created] = [world.executions, world.created()];
		await world.createByPerson('By another person');
		// The task that it creates is one more that may be its own.
		expect([world.executions, world.created()]).toEqual([executions + 2, created + 1]);
	});
});

describe('a workflow that is meant to start itself', () => {
	it('is never stopped', async () => {
		world = await World.open({ options: { ignoreOwnTasks: false } });
		await world.createByPerson('By a person');
		expect([world.executions, world.errors]).toEqual([ENDLESS, []]);
	});
});

describe('a person', () => {
	const edit = (task: Fields) => ({ event: 'task.updated', task: { ...task, status: 'closed' } });
	const titles = Array.from({ length: 30 }, (_, index) => `By a person ${index}`);

	it('may edit 30 tasks that a workflow created, each of which gets a follow-up', async () => {
		world = await World.open({});
		await world.createByPerson(...titles);
		await world.sendEvents(...world.own().map(edit));
		expect([world.executions, world.created(), world.errors]).toEqual([60, 60, []]);
	});

	it('may edit one task, for which a workflow creates 30', async () => {
		world = await World.open({ boards: 30 });
		await world.createByPerson('By a person');
		await world.sendEvents(...world.own().slice(0, 1).map(edit));
		expect([world.executions, world.created(), world.errors]).toEqual([2, 60, []]);
	});

	it('may edit one task, for which a workflow has created 30 before', async () => {
		world = await World.open({
			boards: 30,
			more: { options: { createOncePer: '={{ $json.id }}' } },
		});
		await world.createByPerson('By a person');
		await world.sendEvents(...world.own().slice(0, 1).map(edit));
		expect([world.created(), world.skipped, world.errors]).toEqual([30, 30, []]);
	});

	it('may edit one task, for which the service refuses 30', async () => {
		const archived = json({ message: 'The board is archived' }, 422);
		let isArchived = false;
		const response = (task: Fields) => (isArchived ? archived : json(task, 201));
		world = await World.open({ boards: 30, response, isSameBoard: false });
		await world.createByPerson('By a person');
		isArchived = true;
		await world.sendEvents(...world.own().slice(0, 1).map(edit));
		expect(world.errors).toHaveLength(30);
		expect(world.errors).not.toContain(REFUSAL);
	});
});

describe('a loop that has ended', () => {
	it('skips what was created before, and uses no key for what is refused', async () => {
		const event = ({ id }: Fields) => ({ event: 'x', entity_id: id });
		const more = { options: { createOncePer: '={{ $json.payload.entity_id }}' } };
		world = await World.open({ event, more });
		await world.createByPerson('By a person');
		const [first, last] = [world.own().slice(3, 4), world.own().slice(-1)];
		await world.sendEvents(...[...first, ...last, ...last].map(event));
		expect([world.created(), world.skipped]).toEqual([101, 1]);
		expect(world.errors).toEqual([REFUSAL, REFUSAL, REFUSAL]);
	});
});

describe('a busy workflow', () => {
	const copy = '={{ $json.task.title }}';
	const current = (task: Fields) => ({ event: 'task.created', current: task });

	it.each<[string, Partial<Scene>]>([
		['that copies tasks of one title', { title: copy }],
		[
			'whose events have no title',
			{ event: ({ id }) => ({ event: 'task.created', task: { id } }) },
		],
		['that creates on another board, without IDs', { response: noId, isSameBoard: false }],
		[
			'whose own IDs are those of users and boards too',
			{ event: (task) => current({ ...task, user_id: 1_002, board: { id: 1_004 } }) },
		],
	])('creates a task for each of 60: %s', async (_, scene) => {
		world = await World.open(scene);
		const titles = Array.from({ length: 60 }, () => 'By a person');
		for (const title of titles.slice(30)) await world.createByPerson(title);
		await world.createByPerson(...titles.slice(30));
		expect([world.executions, world.created(), world.errors]).toEqual([60, 60, []]);
	});
});
