/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install/paths.cjs';
import { openApiDocument, type Json } from './openApiDocument';

export const OPENAPI_FILE = path.join(root, 'docs/openapi.json');

/** Copied from the API document by hand: a call, its fields, and the statuses shown. */
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

/** Differences between docs/openapi.json and the API document. */
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
