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
import type { WantedBoard } from './operation';
import type { Panel } from './parameters';

/** What the items of one run share. */
export interface Run {
	context: IExecuteFunctions;
	panel: Panel;
	client: Client;
	sendOptions: SendOptions;
	boards: BoardLists;
	/** Items that created something in an earlier try of Retry On Fail, or may have, by index. */
	completed: Map<number, Item>;
	/** What identical items share, by `sharedKey`. */
	shared: Map<string, Promise<Outcome>>;
}

/** What an input item asks for. */
export interface Item {
	index: number;
	parameters: unknown;
	request: ApiRequest;
	/** The same for identical items. */
	sharedKey?: string;
	/** A board to look for first. */
	wanted?: WantedBoard;
	/** What the user entered as Create Once Per. */
	onceKey?: string;
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
