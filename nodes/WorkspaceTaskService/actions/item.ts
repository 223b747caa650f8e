import type { IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../transport/client';
import type { ApiRequest, Outcome } from '../transport/outcome';
import type { SendOptions } from '../transport/retry';
import type { ItemFields } from './fields/readFields';
import type { Operation } from './operation';
import type { StartedItem } from './startEach';
import type { Turns } from './turns';

/** What identical items share, by shared key. */
interface Shared {
	turns: Turns;
	/** How creates ended that may have had an effect. */
	outcomes: Map<string, Outcome>;
}

/** What the items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	fields: ItemFields;
	client: Client;
	sendOptions: SendOptions;
	/** By index: items that may have created something, in this try of Retry On Fail or an earlier try. */
	completed: Map<number, Item>;
	shared: Shared;
}

/** What an input item asks for. */
export interface Item extends Pick<StartedItem, 'index' | 'signal' | 'letNextPass'> {
	parameters: unknown;
	request: ApiRequest;
	/** What the user entered as Create Once Per. */
	onceKey?: string;
	/** How it ended in an earlier try of Retry On Fail. */
	outcome?: Outcome;
}
