import type { IExecuteFunctions } from 'n8n-workflow';

import type { FieldsToRead } from '../fields/readFields';
import type { Client } from '../http/client';
import type { SendOptions } from '../http/retry';
import type { Operation, WantedBoard } from '../operations/operation';
import type { ApiRequest, Outcome } from '../outcome';
import type { ExecutionOrigin } from '../ownTasks/origin';
import type { BoardIndex } from '../service/boards';
import type { StartedItem } from './startItems';

/** What all items of a run use. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	fields: FieldsToRead;
	/** What may surprise: the indexes of its items, by the end of a hint that begins with their number. */
	surprises: Map<string, number[]>;
	client: Client;
	/** Only of an operation that creates, in an execution that a trigger of this package started. */
	origin?: ExecutionOrigin;
	sendOptions: SendOptions;
	/** By index: items that may have created something, in this try of Retry On Fail or an earlier try. */
	maybeCreated: Map<number, SentItem>;
	/** By workspace, the newest list of boards. A list that could not be read is forgotten. */
	boardLists: Map<WantedBoard['workspaceId'], Promise<BoardIndex>>;
	/** By identity key, how the latest of identical items ends. */
	outcomesByIdentity: Map<string, Promise<Outcome>>;
}

export function noteSurprises({ surprises }: Run, hintEnds: string[], itemIndex: number): void {
	for (const hintEnd of hintEnds) {
		const indexes = surprises.get(hintEnd) ?? [];
		indexes.push(itemIndex);
		surprises.set(hintEnd, indexes);
	}
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
