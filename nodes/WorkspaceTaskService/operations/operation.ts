import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { FieldRules } from '../fields/checkFields';
import type { ApiRequest } from '../outcome';
import type { JsonObject } from '../reading/json';
import type { Call } from '../service/calls';
import type { Schema } from '../service/values/schemas';

export interface WantedBoard {
	name: string;
	workspaceId?: number | string;
}

/** What an operation does besides its request, in the order in which it is called. */
interface Extension<Parameters> {
	/** @throws NodeOperationError if this run cannot do it */
	requirePossible(context: IExecuteFunctions): void;
	/** @returns the fields of an item, before they are checked */
	adjustFields(context: IExecuteFunctions, entered: JsonObject, itemIndex: number): JsonObject;
	/** @returns the parameters of the request */
	begin(context: IExecuteFunctions, parameters: Parameters): Parameters;
	/**
	 * After a request that was sent, or that Create Once Per skipped.
	 * @param mayHaveCreated this execution, in this try of Retry On Fail or an earlier try; an unclear outcome
	 * counts
	 */
	end(
		context: IExecuteFunctions,
		items: INodeExecutionData[],
		mayHaveCreated: boolean,
	): Promise<void>;
	/** Further fields of the item of a failure. */
	failureFields(context: IExecuteFunctions, reason: string): IDataObject;
}

/**
 * One operation of the action node, as a value: `run.ts` does the rest.
 *
 * Fields of the panel → `parameters` (checked) → `request` → the service → `response` (checked)
 * → items.
 */
export interface Operation<Parameters = unknown> extends FieldRules<Parameters> {
	option: INodePropertyOptions;
	/** A board to look for first: if it exists, it is the result, and nothing is sent. */
	boardToFind?(parameters: Parameters): WantedBoard;
	/**
	 * Items of a run with the same identity key are identical: once one of them may have created something, its
	 * outcome is the outcome of the items after it.
	 * @param onceKey of Create Once Per, which allows a create for each key
	 */
	identityKey?(parameters: Parameters, onceKey?: string): string;
	/** Why the service of the Base URL cannot take the parameters, as a sentence about a field. */
	explainRejection?(parameters: Parameters, baseUrl: string): string | undefined;
	call: Call;
	request(parameters: Parameters): Omit<ApiRequest, 'call'>;
	response: Schema<JsonObject[]>;
	/** What the user should know about the object that was created. */
	findWarning?(parameters: Parameters, object: JsonObject): string | undefined;
	/** Only of an operation that lists objects: the links to further pages are followed. */
	list?: {
		/** How many objects are enough; Infinity for all. */
		maxEntries(parameters: Parameters): number;
	};
	/** For n8n's AI builder: how to use the operation. */
	builderHint?: string;
	extension?: Extension<Parameters>;
}
