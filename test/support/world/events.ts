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
			clock.schedule(delayMs, () => void this.arrive(body, events.process, { of, number }));
		}
	}

	private async arrive(body: object, at: number, event: Pick<Delivery, 'of' | 'number'>) {
		const { clock, host, scenario } = this.world;
		const process = this.world.processAt(at);
		const delivery: Delivery = { ...event, process, atMs: clock.ms };
		this.deliveries.push(delivery);
		await Promise.race([deliver(body, delivery, host), process.killed]);
		const [first] = scenario.executions;
		if (first !== undefined && delivery.items !== undefined && this.starts < MAX_STARTS) {
			const own: Partial<ExecutionPlan> = { id: STARTED_ID, operation: 'create task', items: 1 };
			const { worker = at, roundMs = 0 } = scenario.events ?? {};
			const plan = { ...first, ...own, keys: 0, faults: [], process: worker, tries: 1 };
			const once = { ...plan, startMs: roundMs, cancelMs: undefined };
			void this.world.execute(once, `own.${this.starts++}`, delivery);
		}
		this.open -= 1;
	}
}
