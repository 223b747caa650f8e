/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { root } from '../install/paths.cjs';
import * as sandbox from '../../sandbox/schemas';

type Json = Record<string, unknown>;

export const OPENAPI_FILE = path.join(root, 'docs/openapi.json');

/** The sandbox's field, without what it assumes: required fields, minimums, text that is not blank. */
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
const refused = {
	default: { description: 'Refused. The statuses and bodies are not documented.' },
};
const done = {
	'2XX': { description: 'Done. The status and the body are not documented.' },
	...refused,
};

const post = (operationId: string, summary: string, schema: z.ZodType): Json => ({
	operationId,
	summary,
	requestBody: { required: true, ...json(fieldsOf(schema)) },
	responses: done,
});

const tokenAnswer = {
	description: 'Logged in',
	...json({
		type: 'object',
		properties: { token: { type: 'string' }, user: { type: 'object' } },
		required: ['token', 'user'],
	}),
};
const boardsAnswer = {
	description: 'The boards, each with a count of its tasks. The status is not documented.',
	...json({ type: 'array', items: { type: 'object' } }),
};
const QUERY = {
	workspace_id: ['Restricts the result to one workspace', { type: 'integer' }],
	archived: ['Includes archived boards', { type: 'boolean', default: false }],
} as const;

/** OpenAPI 3.1 of what the API document shows. What it does not show stays open. */
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
				'The documented calls. Required fields, further fields, answers and errors are not documented, so they are open here.',
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
					responses: { 200: tokenAnswer, ...refused },
				},
			},
			'/api/v1/boards': {
				get: {
					operationId: 'listBoards',
					summary: 'List boards',
					parameters,
					responses: { '2XX': boardsAnswer, ...refused },
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

/** The API document's own facts, read by a person: a call, its fields, and the statuses shown. */
const FACTS: Array<[call: string, fields: string, statuses: string]> = [
	['post /api/v1/auth/login', 'email:string password:string', '200 default'],
	['get /api/v1/boards', 'workspace_id:integer archived:boolean=false', '2XX default'],
	[
		'post /api/v1/boards',
		'name:string workspace_id:integer description:string color:string',
		'2XX default',
	],
	[
		'post /api/v1/tasks',
		'title:string board_id:integer description:string due_date:string(date) priority:string',
		'2XX default',
	],
	['post /api/v1/webhooks', 'url:string(uri) events:array', '2XX default'],
];

interface Operation {
	parameters?: Array<{ name: string; schema: Json }>;
	requestBody?: { content: { 'application/json': { schema: Json } } };
	responses: Json;
}

/** What docs/openapi.json says that the API document does not, or does not say that it does. */
export function openApiFindings(text = readFileSync(OPENAPI_FILE, 'utf8')): string[] {
	const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
	const found = Object.entries(paths).flatMap(([route, operations]) =>
		Object.entries(operations).map(([method, operation]) =>
			[`${method} ${route}`, ...factsOf(operation)].join(' | '),
		),
	);
	const facts = FACTS.map((fact) => fact.join(' | '));
	const isCurrent = JSON.stringify(JSON.parse(text)) === JSON.stringify(openApiDocument());
	return [
		...facts
			.filter((fact) => !found.includes(fact))
			.map((fact) => `docs/openapi.json lacks: ${fact}`),
		...found
			.filter((fact) => !facts.includes(fact))
			.map((fact) => `not in the API document: ${fact}`),
		...(isCurrent ? [] : ['docs/openapi.json is not current: run npm run openapi']),
	];
}

function factsOf({ parameters, requestBody, responses }: Operation): string[] {
	const { properties, required }: Json = requestBody?.content['application/json'].schema ?? {};
	const given = parameters?.map(({ name, schema }) => [name, schema] as const);
	const fields = (given ?? Object.entries((properties ?? {}) as Record<string, Json>)).map(
		([name, { type, format, default: usual }]) =>
			`${name}:${String(type)}${format ? `(${String(format)})` : ''}${usual === undefined ? '' : `=${String(usual)}`}`,
	);
	const mandatory = required === undefined ? [] : [`requires ${String(required)}`];
	return [fields.join(' '), Object.keys(responses).join(' '), ...mandatory];
}
