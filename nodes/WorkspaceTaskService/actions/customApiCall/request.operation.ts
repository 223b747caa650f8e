import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isObject, parseJson } from '../../api/json';
import { anyResponse } from '../../api/responses';
import { readAs } from '../../api/values';
import { METHODS } from '../../transport/outcome';
import { jsonOf, mustBe } from '../fields';
import type { Operation } from '../operation';

const PATH = /^\/[^\s\p{Cc}\\#]{1,2000}$/u;
/** Another host, and `.` or `..` in any spelling: what is sent stays below the Base URL. */
const OUTSIDE = /^\/(\/|[a-z][a-z\d+.-]*:)|(\/|%2f|%5c)(\.|%2e){1,2}(?![\w.~-])/i;

function pathIn(value: unknown): string | undefined {
	const typed = String(value ?? '').trim();
	const path = `/${typed.replace(/^\//, '')}`;
	return PATH.test(path) && !OUTSIDE.test(path.replace(/\?.*/, '')) ? path : undefined;
}

function queryIn(value: unknown): IDataObject | undefined {
	const query = typeof value === 'string' ? parseJson(value) : value;
	if (!isObject(query)) return undefined;
	const isPlain = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one);
	return Object.values(query).every(isPlain) ? (query as IDataObject) : undefined;
}

function bodyIn(value: unknown): object | undefined {
	const body = jsonOf(value);
	return typeof body === 'object' && body !== null ? body : undefined;
}

const parameters = z.object({
	method: readAs(
		(value) => METHODS.find((method) => method === value),
		`must be one of ${METHODS.join(', ')}`,
	),
	path: readAs(
		pathIn,
		'must be the part after the URL of the service, such as /api/v1/boards, without "..", "#" or spaces',
	),
	query: readAs(
		queryIn,
		mustBe('a JSON object of texts, numbers, true or false, such as {"archived": true}'),
	).optional(),
	body: readAs(bodyIn, mustBe('a JSON object or list, such as {"name": "Roadmap"}')).optional(),
});

/** Any call that has no operation of its own, with the credential and limits of the others. */
export const customApiCall: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Request',
		value: 'request',
		description: 'Call a path of the service that this node has no operation for',
		action: 'Make custom API call',
	},
	properties: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			required: true,
			default: 'GET',
			description: 'Only GET is retried when the outcome is unknown',
			options: METHODS.map((method) => ({ name: method, value: method })),
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. /api/v1/boards',
			description: 'The part after the Base URL of the credential, such as /api/v1/boards',
		},
		{
			displayName: 'Query Parameters',
			name: 'query',
			type: 'json',
			default: '{}',
			description: 'A JSON object, such as {"archived": true}',
		},
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			default: '{}',
			description: 'The JSON to send. An empty object is not sent.',
			displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
		},
	],
	parameters,
	request: ({ method, path, query, body }) => ({
		method,
		path,
		query,
		// n8n sets a hidden field to its default.
		body: JSON.stringify(body) === '{}' ? undefined : body,
		isCustom: true,
	}),
	response: anyResponse,
	emptyHint: 'The service returned an empty list.',
};
