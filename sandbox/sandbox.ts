import { buildApp } from './app';
import type { FaultRequest } from './faults/schema';
import type { AssumedChanges } from './assumptions';
import { listWebhooks } from './routes/records';
import type { TaskChanges } from './schemas';
import { createServices, type SandboxOptions } from './services';

export type { AssumedChanges, FaultRequest, SandboxOptions };
export type { RecordedDelivery, RecordedRequest } from './records';

const HOST = '127.0.0.1';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts the sandbox on loopback. Rejects if the port is in use or the database unreadable. */
export async function startSandbox(options: SandboxOptions = {}) {
	const services = createServices(options);
	const { account, store, journal, queue, sender, tasks, faults, assumptions } = services;
	const app = buildApp(services);
	let closing: Promise<void> | undefined;
	const shutDown = async () => {
		// Requests first: those in flight would add deliveries to a stopped queue.
		await app.close();
		queue.stop();
		await sender.close();
		store.close();
	};
	const close = async () => await (closing ??= shutDown());
	const url = await app.listen({ host: HOST, port: options.port ?? 0 }).catch(async (error) => {
		await close();
		throw error;
	});
	queue.enqueue(store.deliveries.list());

	return {
		/** `http://127.0.0.1:<port>` */
		url,
		email: account.email,
		password: account.password,
		/** The API token of the account. */
		token: account.token,
		/** Every request to paths other than `/sandbox/*`, in order of arrival. */
		requests: () => journal.requests(),
		/** Every attempt, in order of completion. */
		deliveries: () => journal.deliveries(),
		/** The `key` in a URL is masked. */
		webhooks: () => listWebhooks(services),
		/** Causes `task.updated`. Throws if the task is unknown. */
		editTask: (id: number, changes: TaskChanges) => tasks.edit(id, changes),
		assumptions: () => ({ ...assumptions.current }),
		/** Throws if the changes are invalid. */
		assume: (changes: AssumedChanges) => assumptions.change(changes),
		/** Throws if the fault is invalid. */
		addFault: (fault: FaultRequest) => faults.add(fault),
		faults: () => faults.list(),
		clearFaults: () => faults.clear(),
		/** Resolves once no delivery is due or in flight. */
		idle: () => queue.idle(),
		/** Ends connections, timers and deliveries in flight; a database file keeps what is due. */
		close,
	};
}
