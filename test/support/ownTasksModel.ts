import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { ownTask } from '../../nodes/WorkspaceTaskService/actions/memory/ownTask';
import { OwnTasks } from '../../nodes/WorkspaceTaskService/ownTasks';
import { identityReader } from '../../nodes/WorkspaceTaskService/trigger/duplicates';
import { foreignEvents } from '../../nodes/WorkspaceTaskService/trigger/ownEvents';
import { readEvents } from '../../nodes/WorkspaceTaskService/trigger/payload/parsedEvents';
import type { Outcome } from '../../nodes/WorkspaceTaskService/transport/outcome';

const URL = 'https://tasks.example.com';
const WANTED = { events: ['task.created', 'task.updated'], registered: [], boards: [] };
const TYPE = 'n8n-nodes-workspace-task-service.workspaceTaskServiceTrigger';
/** A loop has no end if there are more executions. */
export const TOO_MANY = 200;

export interface Task {
	id: number;
	title: unknown;
	board_id: number;
}

/** How the service responds to a create. */
export const RESPONSES = {
	task: (task: Task) => task,
	data: (task: Task) => ({ id: 'req-1', data: task }),
	'data.task': (task: Task) => ({ data: { task } }),
	'data.object': ({ id }: Task) => ({ data: { object: { id } } }),
	list: (task: Task) => [task],
	message: (task: Task) => ({ message: task }),
	task_id: ({ id }: Task) => ({ success: true, task_id: String(id) }),
	location: ({ id }: Task) => `/api/v1/tasks/${id}`,
	request: ({ id }: Task) => ({ id: `request ${id}`, success: true }),
	'no ID': () => ({ success: true }),
};

let events = 0;

/** What the service sends about a task. */
export const EVENTS = {
	task: (event: string, task: Task) => ({ event, task }),
	flat: (event: string, { id, ...task }: Task) => ({ id: next(), event, task_id: id, ...task }),
	data: (type: string, task: Task) => ({ id: next(), type, data: task }),
	'data.object': (event: string, task: Task) => ({ event, data: { object: task } }),
	message: (event: string, task: Task) => ({ event, message: task }),
	'event.task': (type: string, task: Task) => ({ event: { type, task } }),
	resource_id: (event: string, { id, ...task }: Task) => ({ event, resource_id: id, ...task }),
	'task as a URL': (event: string, { id, ...task }: Task) => ({
		event,
		task: `${URL}/api/v1/tasks/${id}`,
		...task,
	}),
	'a list': (event: string, task: Task) => [{ event, task }],
	'only task_id': (event: string, { id }: Task) => ({ event, task_id: id }),
	'no ID': (event: string, { title, board_id }: Task) => ({ event, task: { title, board_id } }),
};

const next = () => `evt-${(events += 1)}`;

/** A service and a workflow that answers each new task by creating some. */
export interface Scene {
	response: keyof typeof RESPONSES;
	event: keyof typeof EVENTS;
	/** Delivers to all triggers, and waits for their responses, before it responds to a create. */
	isSynchronous: boolean;
	/** After a create, if it is not synchronous. */
	respondMs: number;
	deliverMs: number;
	triggers: number;
	/** How many tasks an execution creates, at the same time. */
	creates: number;
	/** Before it creates them. */
	pauseMs: number;
	title: unknown;
	/** Without one, only the task is sent. */
	type: string;
	/** Creates nothing for a task with its own title, so that it never loops. */
	stopsAtOwnTitle: boolean;
}

export const SCENE: Scene = {
	...{ response: 'task', event: 'task', isSynchronous: false, respondMs: 50, deliverMs: 100 },
	...{
		triggers: 1,
		creates: 1,
		pauseMs: 0,
		title: 'Own',
		type: 'task.created',
		stopsAtOwnTitle: false,
	},
};

interface Delivery {
	trigger: string;
	task: Task;
	isPersons: boolean;
	hasStarted: boolean;
	/** While the service processed a create of an equal task. */
	isAmbiguous: boolean;
	tookMs: number;
}

let models = 0;

/** The real trigger and action node code, without n8n. Needs jest's fake timers. */
export class OwnTasksModel {
	readonly deliveries: Delivery[] = [];
	readonly warnings: string[] = [];
	readonly createMs: number[] = [];
	executions = 0;
	private readonly inFlight = new Set<Task>();
	private readonly id = `${(models += 1)}`;
	private tasks = 0;
	private latest?: Task;
	private restarts = 0;
	/** Creates, and events that are to be delivered. */
	private underWay = 0;

	constructor(private readonly scene: Scene) {}

	/** A person creates a task. */
	async create(title: unknown = 'By a person', boardId = 1): Promise<void> {
		this.latest = { id: (this.tasks += 1), title, board_id: boardId };
		await this.send('task.created', this.latest, true);
	}

	/** A person works on the latest task, no matter who created it. */
	async edit(): Promise<void> {
		if (this.latest !== undefined) await this.send('task.updated', this.latest, true);
	}

	/** The process ends and starts again: waiting executions continue. */
	restart(): void {
		this.restarts += 1;
	}

	/** Nothing but executions that wait. */
	isQuiet(): boolean {
		return this.underWay === 0;
	}

	/** Until nothing happens any more. */
	async settle(): Promise<void> {
		for (let before = -1; before !== this.deliveries.length;) {
			before = this.deliveries.length;
			await jest.advanceTimersByTimeAsync(200_000);
		}
	}

	lost(): Delivery[] {
		return this.deliveries.filter((one) => one.isPersons && !one.hasStarted && !one.isAmbiguous);
	}

	/** How often an event of a task that the workflow created started it. */
	ownStarts(): number {
		return this.deliveries.filter((one) => !one.isPersons && one.hasStarted).length;
	}

	private async send(type: string, task: Task, isPersons: boolean): Promise<void> {
		const { event, triggers } = this.scene;
		const sent = EVENTS[event](type === 'task.created' ? this.scene.type : type, task);
		this.underWay += 1;
		const all = Array.from(
			{ length: triggers },
			async (_each, n) => await this.deliver(`trigger ${n}`, sent, { task, isPersons }),
		);
		await Promise.all(all);
		this.underWay -= 1;
	}

	private async deliver(
		trigger: string,
		body: unknown,
		{ task, isPersons }: { task: Task; isPersons: boolean },
	): Promise<void> {
		const now = new Date();
		const equal = [...this.inFlight].filter((one) => String(one.title) === String(task.title));
		const isAmbiguous = this.scene.isSynchronous && equal.length > 0;
		const delivery = { body, rawBody: undefined, headers: {} };
		const read = readEvents(delivery, WANTED, { now, identify: identityReader(delivery) });
		const own = OwnTasks.of(this.workflowId, URL);
		const foreign = await foreignEvents(this.webhookContext(trigger), own, read.events);
		const hasStarted = foreign.events.length > 0;
		const tookMs = Date.now() - now.getTime();
		this.deliveries.push({ trigger, task, isPersons, hasStarted, isAmbiguous, tookMs });
		if (!hasStarted) return;
		own.noteStart(now.toISOString(), foreign.generation);
		this.executions += 1;
		const isOver = this.scene.stopsAtOwnTitle && String(task.title) === String(this.scene.title);
		if (!isOver && this.executions < TOO_MANY) void this.execute(trigger, now.toISOString());
	}

	private async execute(trigger: string, receivedAt: string): Promise<void> {
		const { creates, pauseMs, title } = this.scene;
		await sleep(pauseMs);
		const context = this.executeContext(trigger, receivedAt);
		const body = { title, board_id: 1 };
		const request = { method: 'POST', path: '/api/v1/tasks', body } as const;
		const send = ownTask(context, URL, request)(async () => await this.respond(body));
		await Promise.all(Array.from({ length: creates }, send));
	}

	private async respond(sent: Omit<Task, 'id'>): Promise<Outcome> {
		const { isSynchronous, respondMs, deliverMs, response } = this.scene;
		const task = { id: (this.tasks += 1), ...sent };
		this.latest = task;
		const began = Date.now();
		this.inFlight.add(task);
		this.underWay += 2;
		if (!isSynchronous) {
			const deliver = async () => await this.send('task.created', task, false);
			void sleep(deliverMs)
				.then(deliver)
				.then(() => (this.underWay -= 1));
			await sleep(respondMs);
		} else {
			// In another order than the creates, and neither do the responses come in order.
			await sleep(((task.id * 7) % 5) * 10);
			await this.send('task.created', task, false);
			this.underWay -= 1;
			await sleep(((task.id * 3) % 5) * 10);
		}
		this.inFlight.delete(task);
		this.underWay -= 1;
		this.createMs.push(Date.now() - began);
		const body = RESPONSES[response](task);
		const headers = typeof body === 'string' ? { location: body } : {};
		return { kind: 'done', body, response: { status: 201, text: '', headers } } as never;
	}

	private get workflowId(): string {
		return `model ${this.id}, process ${this.restarts}`;
	}

	private webhookContext(trigger: string): IWebhookFunctions {
		const warn = (line: string) => void this.warnings.push(line);
		return {
			getNode: () => ({ id: trigger, name: trigger }),
			getWorkflow: () => ({ id: this.workflowId }),
			logger: { warn, debug: () => {} },
		} as unknown as IWebhookFunctions;
	}

	private executeContext(name: string, receivedAt: string): IExecuteFunctions {
		return {
			getNode: () => ({ id: 'action', name: 'Action' }),
			getExecuteData: () => ({ node: { name: 'Action' } }),
			getInputData: () => [{ json: {} }],
			getWorkflow: () => ({ id: this.workflowId }),
			getChildNodes: () => [],
			getParentNodes: () => [{ name, type: TYPE }],
			getWorkflowDataProxy: () => ({
				$: () => ({ isExecuted: true, first: () => ({ json: { receivedAt } }) }),
			}),
		} as unknown as IExecuteFunctions;
	}
}
