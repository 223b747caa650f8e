import type { Account } from './account';
import type { Assumptions, Like } from './assumptions';
import type { DeliveryQueue } from './deliveries/queue';
import type { Sender } from './deliveries/send';
import type { Feed } from './feed';
import type { Faults } from './faults/faults';
import type { Journal } from './journal';
import type { Store } from './store/store';
import type { Tasks } from './tasks';

/** What the routes work on. */
export interface Services {
	account: Account;
	store: Store;
	journal: Journal;
	feed: Feed;
	queue: DeliveryQueue;
	sender: Sender;
	tasks: Tasks;
	faults: Faults;
	assumptions: Assumptions;
	like?: Like;
	/** Of the n8n that uses the sandbox, for the page to link to. */
	n8nUrl?: string;
}
