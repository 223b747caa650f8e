import { randomInt } from 'node:crypto';
import { createAccount, type Account, type AccountSecrets } from './account';
import { Assumptions, type AssumedChanges, type Like } from './assumptions';
import { DeliveryQueue } from './deliveries/queue';
import { createSender, type Sender } from './deliveries/send';
import { Feed } from './feed';
import { Faults } from './faults/faults';
import { faultSeed } from './faults/schema';
import { Journal } from './journal';
import { openStore, type Store } from './store/store';
import { createTasks, type Tasks } from './tasks';

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
	/** How long a receiver may take to respond. */
	deliveryTimeoutMs?: number;
	/** Of the n8n that uses the sandbox; the page links to it. */
	n8nUrl?: string;
	/** Of the random faults, a 32-bit integer; random by default. */
	seed?: number;
}

/** What the routes work on. */
export interface Services extends Pick<SandboxOptions, 'n8nUrl'> {
	account: Account;
	assumptions: Assumptions;
	faults: Faults;
	feed: Feed;
	journal: Journal;
	queue: DeliveryQueue;
	sender: Sender;
	store: Store;
	tasks: Tasks;
}

export function createServices(options: SandboxOptions): Services {
	const { like, n8nUrl } = options;
	const assumptions = new Assumptions({ ...like?.assumptions, ...options.assumptions });
	const faults = new Faults(faultSeed.parse(options.seed ?? randomInt(MAX_RANDOM_SEED)));
	const feed = new Feed();
	const journal = new Journal(feed);
	const sender = createSender(options.deliveryTimeoutMs ?? DELIVERY_TIMEOUT_MS);
	const store = openStore(options.database ?? ':memory:');
	const queue = new DeliveryQueue({ assumptions, faults, journal, sender, store });
	const tasks = createTasks({ assumptions, feed, queue, store });
	const account = createAccount(options.account);
	return { account, assumptions, faults, feed, journal, n8nUrl, queue, sender, store, tasks };
}
