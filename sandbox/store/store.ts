import { boardStore, type BoardStore } from './boards';
import { emptyDatabase, openDatabase, transactions, type Transaction } from './database';
import { deliveryStore, type DeliveryStore } from './deliveries';
import { seed } from './seed';
import { taskStore, type TaskStore } from './tasks';
import { webhookStore, type WebhookStore } from './webhooks';

const FIRST_WORKSPACE_ID = 1;

export interface Store {
	boards: BoardStore;
	tasks: TaskStore;
	webhooks: WebhookStore;
	deliveries: DeliveryStore;
	transaction: Transaction;
	/** Back to the seed. */
	reset(): void;
	close(): void;
}

/** Opens a SQLite file (or `:memory:`) and fills it with the seed if it is new. */
export function openStore(file: string): Store {
	const database = openDatabase(file);
	const boards = boardStore(database);
	const tasks = taskStore(database);
	const transaction = transactions(database);
	if (!boards.hasWorkspace(FIRST_WORKSPACE_ID)) transaction(() => seed({ boards, tasks }));

	return {
		boards,
		tasks,
		webhooks: webhookStore(database),
		deliveries: deliveryStore(database),
		transaction,
		reset: () =>
			transaction(() => {
				emptyDatabase(database);
				seed({ boards, tasks });
			}),
		close: () => database.close(),
	};
}
