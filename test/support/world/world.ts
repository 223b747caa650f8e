import { Events } from './events';
import { contextOf, executeDataOf, storedCredential } from './n8n/context';
import type { Host } from './n8n/context';
import { Process } from './n8n/process';
import { KeyStore } from './n8n/store';
import type { Delivery, Start } from './n8n/trigger';
import { hasFailed, returned, threw, type Try } from './n8n/tries';
import { PLAN } from './scenario/plain';
import type { ExecutionPlan, Kill, Scenario } from './scenario/scenario';
import type { Created, Sent } from './service/ledger';
import { Service } from './service/service';
import { VirtualClock } from '../virtualClock';

/** Everything that happened, for the invariants. */
export interface History {
	scenario: Scenario;
	tries: Try[];
	sent: Sent[];
	deliveries: Delivery[];
	created: Created[];
	/** Entries of Create Once Per that two processes wrote at the same time, or whose write failed. */
	store: Pick<KeyStore, 'raced' | 'failed' | 'lostOwn' | 'busyAround'>;
	/** Whether all executions ended. */
	hasEnded: boolean;
	openTimers: number;
	/** The last execution, which asks a healthy service for each key again. */
	audit?: Try;
}

const RETRY_ON_FAIL_MS = 1_000;
const SETTLING_MS = 1_000;
const RESTART_MS = 2_000;
/** After the last execution started: a hundred may wait for one name, and each lists all boards in its turn. */
const MAX_MS = 24 * 3_600_000;
let simulations = 0;

const PERSONS: Start = { items: [{ json: { payload: { task: { title: "A person's" } } } }] };

/** Runs the scenario with the real package, in virtual time. */
export async function simulate(scenario: Scenario): Promise<History> {
	const clock = new VirtualClock(scenario.seed);
	const restore = clock.install();
	try {
		return await new World(scenario, clock).run();
	} finally {
		restore();
	}
}

class World {
	readonly host: Host;
	private readonly tries: Try[] = [];
	private readonly processes: Process[] = [];
	private readonly all: Process[] = [];
	private kills: Kill[];
	private open = 0;
	private isQuiet = () => this.open === 0;

	constructor(
		readonly scenario: Scenario,
		readonly clock: VirtualClock,
	) {
		const id = `${++simulations}`;
		this.kills = [...scenario.kills];
		this.host = {
			id,
			service: new Service(scenario, clock),
			store: new KeyStore(scenario, (by, call) => this.killAtCall(by, call)),
			credential: storedCredential(id, scenario.tokenLifeMs !== undefined),
		};
	}

	async run(): Promise<History> {
		const { scenario, clock, host, tries } = this;
		for (const kill of this.kills)
			if (kill.atMs !== undefined) clock.schedule(kill.atMs, () => this.kill(kill));
		for (const plan of scenario.executions) {
			for (let number = 0; number < plan.times; number++) {
				const startMs = plan.startMs + number * plan.everyMs;
				void this.execute({ ...plan, startMs }, number === 0 ? plan.id : `${plan.id}.${number}`);
			}
		}
		const events = new Events(this);
		this.isQuiet = () => this.open === 0 && events.open === 0;
		const hasEnded = await this.runUntil(MAX_MS);
		// What takes effect later is no event any more.
		host.service.onTask = () => {};
		await clock.runAll(clock.ms + SETTLING_MS);
		const openTimers = this.all.reduce((sum, { isDead, waits }) => sum + (isDead ? 0 : waits), 0);
		const audit = hasEnded ? await this.audit() : undefined;
		const { sent, created } = host.service;
		// What is under way still takes effect.
		await clock.runAll(clock.ms + 300_000);
		const { deliveries } = events;
		const ledger = { sent, created, deliveries, store: host.store };
		return { scenario, tries, ...ledger, hasEnded, openTimers, audit };
	}

	/** @param start by default, if there is a trigger, a person's event */
	async execute(
		plan: ExecutionPlan,
		execution: string,
		start = this.scenario.events && PERSONS,
	): Promise<void> {
		this.open += 1;
		await this.clock.wait(plan.startMs);
		const process = this.processAt(plan.process);
		const data = executeDataOf(plan, this.host);
		const cancel = new AbortController();
		const beganMs = this.clock.ms;
		let run: Try | undefined;
		const end = () => {
			if (process.isDead) return;
			if (run?.endMs === undefined && run !== undefined) run.cancelledMs = this.clock.ms;
			cancel.abort();
		};
		if (plan.cancelMs !== undefined) this.clock.schedule(plan.cancelMs, end);
		for (let number = 1; number <= plan.tries; number++) {
			if (number > 1) await this.clock.wait(RETRY_ON_FAIL_MS);
			if (cancel.signal.aborted || process.isDead) break;
			run = { plan, start, execution, number, process, beganMs, startMs: this.clock.ms, sent: [] };
			this.tries.push(run);
			const context = contextOf(run, data, cancel.signal, this.host);
			const work = process.copy.runItems(context);
			const killed = process.killed.then(() => undefined);
			run.ended = await Promise.race([work.then(returned, threw), killed]);
			run.endMs = this.clock.ms;
			if (run.ended === undefined || !hasFailed(run.ended)) break;
		}
		// A person starts it again.
		if (process.isDead && run?.ended === undefined)
			void this.execute(
				{ ...plan, startMs: RESTART_MS, cancelMs: undefined },
				`${execution}'`,
				start,
			);
		this.open -= 1;
	}

	/** @returns whether all executions ended */
	private async runUntil(maxMs: number): Promise<boolean> {
		const { clock } = this;
		return await clock.runUntil(this.isQuiet, maxMs);
	}

	processAt(number: number): Process {
		return (this.processes[number] ??= this.start());
	}

	private start(): Process {
		const process = new Process(this.all.length, this.clock);
		this.all.push(process);
		return process;
	}

	private killAtCall(process: Process, call: number): void {
		const due = this.kills.find(
			(kill) => kill.atStoreCall === call && this.processes[kill.process] === process,
		);
		if (due !== undefined) this.kill(due);
	}

	private kill(kill: Kill): void {
		this.kills = this.kills.filter((one) => one !== kill);
		this.processes[kill.process]?.kill();
		delete this.processes[kill.process];
	}

	private async audit(): Promise<Try | undefined> {
		const keys = Math.max(0, ...this.scenario.executions.map((plan) => plan.keys));
		if (keys === 0) return undefined;
		this.host.service.isWell = true;
		this.host.store.isWell = true;
		const process = this.processes.length;
		const plan = { ...PLAN, id: 'audit', items: keys, keys, process, continues: false };
		void this.execute(plan, plan.id);
		await this.runUntil(MAX_MS + MAX_MS);
		return this.tries.pop();
	}
}
