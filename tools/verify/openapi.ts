/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import * as sandbox from '../../sandbox/schemas';
import { root } from '../install/paths.cjs';

/** The documented calls, with their fields as the sandbox reads them. */
const CALLS: Record<string, z.ZodObject> = {
	'post /api/v1/auth/login': sandbox.loginRequest,
	'get /api/v1/boards': sandbox.boardsQuery,
	'post /api/v1/boards': sandbox.boardRequest,
	'post /api/v1/tasks': sandbox.taskRequest,
	'post /api/v1/webhooks': sandbox.webhookRequest,
};

const body = z.object({
	content: z.object({
		'application/json': z.object({ schema: z.object({ properties: z.looseObject({}) }) }),
	}),
});
const operation = z.object({
	parameters: z.array(z.object({ name: z.string() })).default([]),
	requestBody: body.optional(),
});
const file = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Two independent readings of the API document: docs/openapi.json and the sandbox. */
export function openApiFindings(): string[] {
	const text = readFileSync(path.join(root, 'docs/openapi.json'), 'utf8');
	const described = Object.entries(file.parse(JSON.parse(text)).paths).flatMap(
		([route, operations]) =>
			Object.entries(operations).map(([method, { parameters, requestBody }]) => {
				const properties = requestBody?.content['application/json'].schema.properties ?? {};
				const names = [...parameters.map(({ name }) => name), ...Object.keys(properties)];
				return `${method} ${route}: ${names.join(', ')}`;
			}),
	);
	const served = Object.entries(CALLS).map(
		([call, { shape }]) => `${call}: ${Object.keys(shape).join(', ')}`,
	);
	return [
		...served.filter((call) => !described.includes(call)).map((call) => `lacks ${call}`),
		...described
			.filter((call) => !served.includes(call))
			.map((call) => `the sandbox lacks ${call}`),
	];
}
