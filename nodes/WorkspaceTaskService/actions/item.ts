import type { IExecuteFunctions } from 'n8n-workflow';

import type { Names } from '../api/boards';
import type { Start } from '../ownTasks/start';
import type { Client } from '../transport/client';
import type { ApiRequest, Outcome } from '../transport/outcome';
import type { SendOptions } from '../transport/retry';
import type { ItemFields } from './fields/readFields';
import type { Operation, WantedBoard } from './operation';
import type { StartedItem } from './startEach';

/** What the items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	fields: ItemFields;
	client: Client;
	/** Of an operation that creates, in an execution that a trigger of this package started. */
	start?: Start;
	sendOptions: SendOptions;
	/** By index: items that may have created something, in this try of Retry On Fail or an earlier try. */
	maybeCreated: Map<number, SentItem>;
	/** By workspace, the newest list of boards. A list that could not be read is forgotten. */
	boardLists: Map<WantedBoard['workspaceId'], Promise<Names>>;
	/** By shared key, how the latest of identical items ends. */
	shared: Map<string, Promise<Outcome>>;
}

/** What an input item asks for. */
export interface Item extends Pick<StartedItem, 'index' | 'signal' | 'letNextPass'> {
	parameters: unknown;
	request: ApiRequest;
	/** What the user entered as Create Once Per. */
	onceKey?: string;
}

export interface SentItem {
	item: Item;
	outcome: Outcome;
}
