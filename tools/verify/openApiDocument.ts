import { z } from 'zod/v4';
import * as sandbox from '../../sandbox/schemas';

export type Json = Record<string, unknown>;

/** Without what the sandbox assumes: required fields, minimums, text that is not blank. */
function documented({ type, format, pattern, items, properties }: Json): Json {
	return {
		type,
		...(format !== undefined && { format }),
		...(String(pattern).startsWith('^#') && { pattern }),
		...(items !== undefined && { items: documented(items as Json) }),
		...(properties !== undefined && { properties: eachDocumented(properties as Json) }),
	};
}

const eachDocumented = (fields: Json): Json =>
	Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, documented(field as Json)]),
	);

const fieldsOf = (schema: z.ZodType): Json => documented(z.toJSONSchema(schema, { io: 'input' }));

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const refusedResponse = {
	default: { description: 'Refused. The statuses and bodies are not documented.' },
};
const responses = {
	'2XX': { description: 'Done. The status and the body are not documented.' },
	...refusedResponse,
};

const post = (operationId: string, summary: string, schema: z.ZodType): Json => ({
	operationId,
	summary,
	requestBody: { required: true, ...json(fieldsOf(schema)) },
	responses: responses,
});

const tokenResponse = {
	description: 'Logged in',
	...json({
		type: 'object',
		properties: { token: { type: 'string' }, user: { type: 'object' } },
		required: ['token', 'user'],
	}),
};
const boardsResponse = {
	description: 'The boards, each with a count of its tasks. The status is not documented.',
	...json({ type: 'array', items: { type: 'object' } }),
};
const QUERY = {
	workspace_id: ['Restricts the result to one workspace', { type: 'integer' }],
	archived: ['Includes archived boards', { type: 'boolean', default: false }],
} as const;

/** OpenAPI 3.1. What the API document does not show stays open. */
export function openApiDocument(): Json {
	const parameters = boardsQueryNames().map((name) => {
		const [description, schema] = QUERY[name];
		return { name, in: 'query', description, schema };
	});
	return {
		openapi: '3.1.0',
		info: {
			title: 'Workspace Task Service',
			version: 'v1',
			description:
				'The documented calls. Required fields, further fields, responses and errors are not documented, so they are open here.',
		},
		servers: [
			{ url: '{base_url}', variables: { base_url: { default: 'https://tasks.example.com' } } },
		],
		security: [{ apiToken: [] }],
		paths: {
			'/api/v1/auth/login': {
				post: {
					...post('logIn', 'Exchange credentials for a token', sandbox.loginRequest),
					// Whether it needs the header is not documented.
					security: [{}, { apiToken: [] }],
					responses: { 200: tokenResponse, ...refusedResponse },
				},
			},
			'/api/v1/boards': {
				get: {
					operationId: 'listBoards',
					summary: 'List boards',
					parameters,
					responses: { '2XX': boardsResponse, ...refusedResponse },
				},
				post: post('createBoard', 'Create a board', sandbox.boardRequest),
			},
			'/api/v1/tasks': { post: post('createTask', 'Create a task', sandbox.taskRequest) },
			'/api/v1/webhooks': {
				post: post('registerWebhook', 'Register a webhook', sandbox.webhookRequest),
			},
		},
		components: {
			securitySchemes: {
				apiToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'Developer Tools → API Tokens. Premium, Business and Enterprise plans only.',
				},
			},
		},
	};
}

const boardsQueryNames = () => Object.keys(sandbox.boardsQuery.shape) as Array<keyof typeof QUERY>;
