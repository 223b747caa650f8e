import { z } from 'zod/v4';
import { boardRecord, sessionRecord, taskRecord, webhookRecord } from '../records';
import { boardRequest, loginRequest, taskRequest, webhookRequest } from '../schemas';
import { errorBody } from '../shapes/errors';
import { notification } from '../shapes/notification';
import { assumed, EXTENSION } from './assumed';

/** What clients send. */
export const requests = {
	LoginRequest: loginRequest,
	BoardRequest: boardRequest,
	TaskRequest: taskRequest,
	WebhookRequest: webhookRequest,
};

/** What the sandbox answers and delivers. */
export const answers = {
	Session: sessionRecord,
	Board: boardRecord,
	Task: taskRecord,
	Webhook: webhookRecord,
	Error: errorBody,
	Notification: notification,
};

export type SchemaName = keyof typeof requests | keyof typeof answers;

/** Of what is sent the API document shows names and types; more only where a schema says so. */
const DOCUMENTED = ['type', 'properties', 'items', 'default', 'description', 'examples'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas by name, for `components`. */
export function componentSchemas(): Record<string, JsonSchema> {
	const sent = Object.entries(requests).map(([name, schema]) => [name, schemaOfInput(schema)]);
	const answered = Object.entries(answers).map(([name, schema]) => [name, toJson(schema)]);
	return Object.fromEntries([...sent, ...answered]);
}

/** The schema of what clients send, with its assumed members marked. */
export function schemaOfInput(schema: z.ZodType): JsonSchema {
	return toJson(schema, ({ jsonSchema }) => markUnlessMarked(jsonSchema));
}

/** Without the dialect, which an OpenAPI 3.1 document implies. */
function toJson(
	schema: z.ZodType,
	override?: (node: { jsonSchema: JsonSchema }) => void,
): JsonSchema {
	const json = z.toJSONSchema(schema, { target: 'draft-2020-12', override });
	delete json.$schema;
	return json;
}

function markUnlessMarked(schema: JsonSchema): void {
	if (EXTENSION in schema) return;
	const members = Object.keys(schema).filter((name) => !DOCUMENTED.includes(name));
	if (members.length > 0) Object.assign(schema, assumed(...members));
}
