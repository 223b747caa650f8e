import type { INodeParameters } from 'n8n-workflow';

import { PACKAGE } from '../support/engine/engine';
import { forwardTo } from '../../tools/http/proxy';
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
	/** It delivers the events of the tasks that the workflow creates, which are on the same board. */
	isSameBoard: boolean;
}

interface Scene extends Service {
	/** How many tasks an execution creates, each with a node of its own. */
	creates: number;
	title: string;
	options: INodeParameters;
}

const SCENE: Scene = {
	response: (task) => json(task, 201),
	event: (task) => ({ event: 'task.created', task }),
	isEarly: false,
	isSameBoard: true,
	creates: 1,
	title: 'Own',
	options: {},
};
const ENDLESS = 100;
const REFUSAL = 'Not created: this workflow has started itself 25 times in ten minutes';
const TYPE = `${PACKAGE}.workspaceTaskServiceTrigger`;

/** A service that sends the events of all tasks, and a workflow that creates tasks for each. */
class World {
	executions = 0;
	readonly errors: string[] = [];
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
			const delivered = scene.isSameBoard ? this.deliver(task) : undefined;
			if (scene.isEarly) await delivered;
			return scene.response(task);
		});
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
		for (const title of titles) void this.deliver(this.newTask({ title, board_id: 1 }));
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	/** How many creates the service has received. */
	created(): number {
		return this.service.requestsTo('POST /api/v1/tasks').length;
	}

	private newTask(sent: Fields): Fields {
		return { id: (this.lastId += 1), ...sent };
	}

	/** Resolves when the service has the response. */
	private async deliver(task: Fields): Promise<void> {
		await new Promise<void>((onResponse) => {
			const received = this.receive(this.scene.event(task), onResponse);
			this.underWay.add(received);
			void received.finally(() => this.underWay.delete(received));
		});
	}

	private async receive(event: Fields, onResponse: () => void): Promise<void> {
		const [registration] = this.service.requestsTo('POST /api/v1/webhooks');
		const { url: path } = JSON.parse(registration?.body ?? '{}') as { url: string };
		const headers = { 'content-type': 'application/json' };
		const request = { method: 'POST', path, headers, body: JSON.stringify(event) };
		const { creates, title, options } = this.scene;
		const trigger = { ...BOTH, options };
		const settings = { name: 'Trigger', id: 'trigger' };
		const { returned } = await this.environment.pass(request, trigger, { onResponse }, settings);
		const [items] = returned.workflowData ?? [];
		if (items === undefined || this.executions >= ENDLESS) return;
		this.executions += 1;
		const names = Array.from({ length: creates }, (_, index) => `Create ${index}`);
		const boardId = { __rl: true, mode: 'id', value: '1' };
		const parameters = { resource: 'task', operation: 'create', boardId, title };
		const create = { parameters, settings: { onError: 'continueRegularOutput' as const } };
		const nodes = {
			Trigger: { settings: { type: TYPE }, parameters: trigger },
			...Object.fromEntries(names.map((name) => [name, create])),
		};
		const run = await this.environment.engine.runChain(nodes, { Trigger: names }, items);
		const { runData } = run.data.resultData;
		const created = names.flatMap((name) => runData[name]?.[0]?.data?.main?.[0] ?? []);
		this.errors.push(...created.flatMap(({ json: { error } }) => (error ? [String(error)] : [])));
	}
}

let world: World;
afterEach(async () => await world.close());

const noId = () => json({ success: true }, 201);

describe.each([1, 3])('a workflow that creates %d tasks for each new task', (creates) => {
	it.each<[string, Partial<Scene>]>([
		['in the usual shape', {}],
		['under a name of its own', { event: (task) => ({ event: 'task.created', a: { b: [task] } }) }],
		['before the response', { isEarly: true }],
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
		['no ID in the response', { response: noId }],
		['no ID in the event', { event: ({ title }) => ({ event: 'task.created', title }) }],
		['the ID under a name of its own', { event: ({ id }) => ({ event: 'x', entity_id: id }) }],
	])('stops itself after 25 creates with %s', async (_, scene) => {
		world = await World.open({ ...scene, creates });
		await world.createByPerson('By a person');
		expect([world.executions, world.created()]).toEqual([26 + creates, 25 + creates]);
		expect(world.errors).toContain(REFUSAL);
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
	])('stops itself after 25 creates with %s', async (_, scene) => {
		world = await World.open(scene);
		await world.createByPerson('By a person');
		expect([world.executions, world.created()]).toEqual([27, 26]);
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
