import type { INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../api/values';
import type { Question } from '../approval/wait';
import type { FieldRules } from '../node';
import type { ApiRequest } from '../transport/outcome';

export type ServiceObject = Record<string, unknown>;

export interface WantedBoard {
	name: string;
	workspaceId?: number | string;
}

/**
 * One operation of the action node, as a value: `run.ts` does the rest.
 *
 * Fields of the panel → `parameters` (checked) → `request` → the service → `response` (checked)
 * → items.
 */
export interface Operation<Parameters = unknown> extends FieldRules<Parameters> {
	option: INodePropertyOptions;
	/** A board to look for first: if there is one, it is the result, and nothing is sent. */
	find?(parameters: Parameters): WantedBoard;
	/** Items of one run for which this is the same make one call. */
	sharedKey?(parameters: Parameters): string;
	/** What to ask people with the created object, before the execution continues. */
	ask?(parameters: Parameters): Question;
	/** @param invitation to answer, with the link, if the operation asks */
	request(parameters: Parameters, invitation?: string): ApiRequest;
	response: Schema<ServiceObject[]>;
	/** Only of a GET, whose pages are followed: how many objects are enough. */
	limit?(parameters: Parameters): number;
	/** A write that may be sent again, such as an update. Without it, a write is a create. */
	isIdempotent?: true;
	emptyHint?: string;
}

export const isCreate = ({ limit, isIdempotent }: Operation) =>
	limit === undefined && isIdempotent === undefined;
