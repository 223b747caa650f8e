import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Client } from '../transport/client';
import type { ApiRequest, Outcome } from '../transport/outcome';
import type { SendOptions } from '../transport/retry';
import type { ItemFields } from './fields/readFields';
import type { Operation } from './operation';
import type { StartedItem } from './promises/startEach';
import type { Shared } from './steps/shareIdentical';

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
	/** Items of a run with the same shared key share a request. */
	sharedKey?: string;
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
