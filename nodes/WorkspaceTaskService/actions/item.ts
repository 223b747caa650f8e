import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Client } from '../transport/client';
import type { ApiRequest, Outcome } from '../transport/outcome';
import type { SendOptions } from '../transport/retry';
import type { BoardLists } from './board/boardLists';
import type { ItemFields } from './fields/readFields';
import type { Operation, WantedBoard } from './operation';
import type { StartedItem } from './promises/startEach';

/** What the items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	fields: ItemFields;
	client: Client;
	sendOptions: SendOptions;
	boards: BoardLists;
	/** By index: items that may have created something, in this try of Retry On Fail or an earlier try. */
	completed: Map<number, Item>;
	/** The requests that identical items share, by their shared key. */
	shared: Map<string, Promise<Outcome>>;
}

export interface ItemKeys {
	/** What the user entered as Create Once Per. */
	onceKey?: string;
	/** The once key and what it belongs to, as n8n's list of the node has it. */
	recordedKey?: string;
	/** Items with the same turn key, of all executions, take turns. */
	turnKey?: string;
	/** Items of a run with the same shared key share a request. */
	sharedKey?: string;
}

/** What an input item asks for. */
export interface Item extends ItemKeys, Pick<StartedItem, 'index' | 'signal' | 'letNextPass'> {
	parameters: unknown;
	request: ApiRequest;
	/** A board to look for first. */
	wantedBoard?: WantedBoard;
	/** How it ended in an earlier try of Retry On Fail. */
	outcome?: Outcome;
}

export type NodeFailure = NodeApiError | NodeOperationError;

/** How an item ended. `hasEffect`: it created something, or may have. */
export type Result =
	| { kind: 'done'; items: INodeExecutionData[]; remark?: Remark; hasEffect: boolean }
	| { kind: 'failed'; error: NodeFailure; hasEffect: boolean }
	| { kind: 'notStarted' };

/** Decided by the outcome: an object of the service may have any field. */
export type Remark = 'alreadyCreated' | 'mayExist' | 'warning' | 'incomplete';
