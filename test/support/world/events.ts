import { eventOf } from '../eventShapes';
import type { VirtualClock } from '../virtualClock';
import type { Host } from './n8n/context';
import type { Process } from './n8n/process';
import { deliver, type Delivery, type Start } from './n8n/trigger';
import type { ExecutionPlan, Scenario } from './scenario/scenario';
import type { Created } from './service/ledger';

/** Between two deliveries of one event. */
const REPETITION_MS = 5_000;
/** Of the tasks of persons. */
const FIRST_FOREIGN_ID = 1_000_000;
/** Executions that events start: between processes, nothing ends a loop. */
const MAX_STARTS = 40;
/** Of the plan of these executions. */
const STARTED_ID = 'own ';

export const isStartedByEvent = ({ id }: ExecutionPlan) => id === STARTED_ID;

interface World {
	clock: VirtualClock;
	host: Host;
	scenario: Scenario;
	processAt(number: number): Process;
	execute(plan: ExecutionPlan, execution: string, start: Start): Promise<void>;
}

/** Each task that is created is an event, and each event that starts the workflow creates a task. */
export class Events {
	readonly deliveries: Delivery[] = [];
	/** Deliveries that have not ended. */
	open = 0;
	private starts = 0;
	/** Places of the production limit that are taken, and who waits for one. */
	private taken = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly world: World) {
		world.host.service.onTask = (task) => this.send(task.id, task.item, task);
		for (const [index, { atMs, title }] of (world.scenario.events?.persons ?? []).entries())
			this.send(FIRST_FOREIGN_ID + index, title, undefined, atMs);
	}

	private send(id: number, title: string, of?: Created, atMs?: number): void {
		const { clock, host, scenario } = this.world;
		const { events } = scenario;
		if (events === undefined || host.service.isWell) return;
		const stored = events.isRetitled ? `${title} (stored)` : title;
		const more = events.taskType === undefined ? {} : { [events.taskType]: 'story' };
		const body = eventOf(events.shape, `event ${id}`, { id, title: stored }, more);
		for (let number = 1; number <= (events.isTwice ? 2 : 1); number++) {
			this.open += 1;
			const delayMs = (atMs ?? events.delayMs) + (number - 1) * REPETITION_MS;
			clock.schedule(delayMs, () => void this.arrive(body, events.process, { id, of, number }));
		}
	}

	private async arrive(body: object, at: number, event: Pick<Delivery, 'id' | 'of' | 'number'>) {
		const { clock, host } = this.world;
		const process = this.world.processAt(at);
		const delivery: Delivery = { ...event, process, atMs: clock.ms };
		this.deliveries.push(delivery);
		const respond = await Promise.race([deliver(body, delivery, host), process.killed]);
		if (delivery.items !== undefined) {
			await this.takePlace();
			void this.start(delivery).then(() => this.leavePlace());
		}
		respond?.();
		this.open -= 1;
	}

	/** @returns when the execution has ended */
	private async start(delivery: Delivery): Promise<void> {
		const { events, executions } = this.world.scenario;
		const [first] = executions;
		const isLost = delivery.process.isDead || this.starts >= MAX_STARTS;
		if (events === undefined || first === undefined || isLost) return;
		const { items, workers, roundMs } = events;
		const own: Partial<ExecutionPlan> = { id: STARTED_ID, operation: 'create task', items };
		const worker = workers[this.starts % workers.length] ?? 0;
		const plan = { ...first, ...own, keys: 0, faults: [], process: worker, tries: 1 };
		const once = { ...plan, startMs: roundMs, cancelMs: undefined };
		await this.world.execute(once, `own.${this.starts++}`, delivery);
	}

	private async takePlace(): Promise<void> {
		const { productionLimit = Infinity } = this.world.scenario.events ?? {};
		if (this.taken < productionLimit) this.taken += 1;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Who waits takes the place over. */
	private leavePlace(): void {
		const next = this.waiting.shift();
		if (next === undefined) this.taken -= 1;
		else next();
	}
}
