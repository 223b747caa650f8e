import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { ApiRequest } from '../transport/request';

/** An object as the service returns it; its fields are the service's own. */
export type ServiceObject = Record<string, unknown>;

/**
 * One operation of the action node, as a value: `run.ts` does the rest.
 *
 * A value travels: fields of the panel → `parameters` (checked) → `request` → the service →
 * `response` (checked) → `select` → items.
 */
export interface Operation<Parameters = unknown> {
	/** The entry in the Operation dropdown. */
	option: INodePropertyOptions;
	/** The fields of the panel. `properties.ts` shows them for this operation only. */
	properties: INodeProperties[];
	/** What may stand in those fields, keyed by their names. An empty field is absent. */
	parameters: z.ZodType<Parameters>;
	/** Where the names of the panel become those of the API. Pure. */
	request(parameters: Parameters): ApiRequest;
	/** Any answer of the service, made into the list of objects that become items. */
	response: z.ZodType<ServiceObject[]>;
	/** Which of them to keep, or what to make of them, such as their count; all, if absent. */
	select?(objects: ServiceObject[], parameters: Parameters): ServiceObject[];
}
