/* eslint-disable @n8n/community-nodes/require-node-api-error -- not thrown by a node */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createAccount, type AccountSecrets } from './account';
import { Assumptions, type Assumed, type AssumedChanges, type Like } from './assumptions';
import { buildApp } from './app';
import { DeliveryQueue } from './deliveries/queue';
import { createSender } from './deliveries/send';
import { Feed } from './feed';
import { Faults } from './faults/faults';
import { faultSeed, type Fault, type FaultRequest } from './faults/schema';
import { Journal } from './journal';
import type { RecordedDelivery, RecordedRequest, Task } from './records';
import { listWebhooks } from './routes/webhookControl';
import type { TaskChanges } from './schemas';
import type { Services } from './services';
import { openStore } from './store/store';
import { createTasks } from './tasks';

export type { AssumedChanges, Fault, FaultRequest, RecordedDelivery, RecordedRequest };
export type { Task, TaskChanges };

const HOST = '127.0.0.1';
const DELIVERY_TIMEOUT_MS = 10_000;
const MAX_RANDOM_SEED = 1_000_000;

export interface SandboxOptions {
	/** 0, the default, is any free port. */
	port?: number;
	account?: AccountSecrets;
	/** A SQLite file; by default `:memory:`. */
	database?: string;
	/** Changes to the defaults in assumptions.ts. */
	assumptions?: AssumedChanges;
	/** More of them, from a report; `assumptions` take precedence. */
	like?: Like;
	/** Waits before the 2nd, 3rd, … attempt of a delivery; takes precedence over `assumptions`. */
	retryDelaysMs?: number[];
	/** How long a receiver may take to respond. */
	deliveryTimeoutMs?: number;
	/** Of the n8n that uses the sandbox; the page links to it. */
	n8nUrl?: string;
	/** Of the random faults, a 32-bit integer; random by default. */
	seed?: number;
}

export interface Sandbox {
	/** `http://127.0.0.1:<port>` */
	url: string;
	email: string;
	password: string;
	/** The API token of the account. */
	token: string;
	/** Every request to paths other than `/sandbox/*`, in order of arrival. */
	requests(): RecordedRequest[];
	/** Every attempt, in order of completion. */
	deliveries(): RecordedDelivery[];
	/** The `key` in a URL is masked. */
	webhooks(): ReturnType<typeof listWebhooks>;
	/** Causes `task.updated`. Throws if the task is unknown. */
	editTask(id: number, changes: TaskChanges): Task;
	assumptions(): Assumed;
	/** Throws if the changes are invalid. */
	assume(changes: AssumedChanges): Assumed;
	/** Throws if the fault is invalid. */
	addFault(fault: FaultRequest): Fault;
	faults(): Fault[];
	clearFaults(): void;
	/** Resolves once no delivery is due or in flight. */
	idle(): Promise<void>;
	/** Ends connections, timers and deliveries in flight; a database file keeps what is due. */
	close(): Promise<void>;
}

/** Starts the sandbox on loopback. Rejects if the port is in use or the database unreadable. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const services = createServices(options);
	const { account, store, journal, queue, tasks, faults, assumptions } = services;
	const app = buildApp(services);
	let closing: Promise<void> | undefined;
	const close = () => (closing ??= shutDown(app, services));
	const url = await listen(app, options.port ?? 0, close);
	queue.enqueue(store.deliveries.due());

	return {
		url,
		email: account.email,
		password: account.password,
		token: account.token,
		requests: () => journal.requests(),
		deliveries: () => journal.deliveries(),
		webhooks: () => listWebhooks(services),
		editTask: (id, changes) => tasks.edit(id, changes),
		assumptions: () => ({ ...assumptions.current }),
		assume: (changes) => assumptions.change(changes),
		addFault: (fault) => faults.add(fault),
		faults: () => faults.list(),
		clearFaults: () => faults.clear(),
		idle: () => queue.idle(),
		close,
	};
}

function createServices(options: SandboxOptions): Services {
	const sender = createSender(options.deliveryTimeoutMs ?? DELIVERY_TIMEOUT_MS);
	const store = openStore(options.database ?? ':memory:');
	const feed = new Feed();
	const journal = new Journal(feed);
	const { retryDelaysMs, like } = options;
	const assumptions = new Assumptions({
		...like?.assumptions,
		...options.assumptions,
		...(retryDelaysMs && { retryDelaysMs }),
	});
	const faults = new Faults(faultSeed.parse(options.seed ?? randomInt(MAX_RANDOM_SEED)));
	const queue = new DeliveryQueue({ store, journal, sender, faults, assumptions });
	return {
		account: createAccount(options.account),
		store,
		journal,
		feed,
		queue,
		sender,
		tasks: createTasks({ store, queue, feed, assumptions }),
		faults,
		assumptions,
		like,
		n8nUrl: options.n8nUrl,
	};
}

async function listen(
	app: FastifyInstance,
	port: number,
	close: () => Promise<void>,
): Promise<string> {
	try {
		return await app.listen({ host: HOST, port });
	} catch (error) {
		await close();
		throw error;
	}
}

async function shutDown(app: FastifyInstance, { queue, sender, store }: Services) {
	// Requests first: those in flight would add deliveries to a stopped queue.
	await app.close();
	queue.stop();
	await sender.close();
	store.close();
}
