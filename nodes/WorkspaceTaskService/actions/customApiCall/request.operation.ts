import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { anyAnswer } from '../../api/responses';
import { readAs } from '../../api/requests';
import { isObject } from '../../api/json';
import { METHODS } from '../../transport/outcome';
import { jsonIn, objectIn } from '../jsonFields';
import type { Operation } from '../operation';

const PATH = /^\/[^\s\\#]{1,2000}$/;
/** Another host, and `..` in any spelling: what is sent stays below the Base URL. */
const OUTSIDE = /^\/(\/|[a-z][a-z\d+.-]*:)|\/(\.|%2e){1,2}(\/|$)/i;

function pathIn(value: unknown): string | undefined {
	const path = `/${String(value ?? '')
		.trim()
		.replace(/^\//, '')}`;
	return PATH.test(path) && !OUTSIDE.test(path.replace(/\?.*/, '')) ? path : undefined;
}

function queryIn(value: unknown): IDataObject | undefined {
	const query = objectIn(value);
	const values = Object.values(query ?? {});
	return values.every((one) => /^(string|number|boolean)$/.test(typeof one)) ? query : undefined;
}

function bodyIn(value: unknown): object | undefined {
	const body = jsonIn(value);
	return isObject(body) || Array.isArray(body) ? body : undefined;
}

const parameters = z.object({
	method: readAs(
		(value) => METHODS.find((method) => method === value),
		`must be one of ${METHODS.join(', ')}`,
	),
	path: readAs(
		pathIn,
		'must be a path below the Base URL, such as /api/v1/boards, without "..", "#" or spaces',
	),
	query: readAs(queryIn, 'must be a JSON object of texts, numbers, true or false').optional(),
	body: readAs(bodyIn, 'must be a JSON object or list').optional(),
});

/** Any call of the service that has no operation of its own, with the credential and rate limit of the other operations. */
export const customApiCall: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Request',
		value: 'request',
		description: 'Call a path of the service that this node has no operation for',
		action: 'Make a custom API call',
	},
	properties: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			required: true,
			default: 'GET',
			description: 'Only GET is sent again if it is unclear whether the service received it',
			options: METHODS.map((method) => ({ name: method, value: method })),
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. /api/v1/boards',
			description: 'What follows the Base URL of the credential, with /api/v1',
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
		body: method === 'GET' || method === 'DELETE' ? undefined : body,
		isCustom: true,
	}),
	response: anyAnswer,
};
