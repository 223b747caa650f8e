import { boardsQuery } from '../schemas';
import { ASSUMED, assumed, OWN_NAME } from './assumed';
import { schemaOfInput, type SchemaName } from './schemas';

const REFUSALS = {
	400: 'The body is not JSON',
	401: 'The token, or the login, is missing or wrong',
	404: 'The board or workspace that the body names does not exist',
	413: 'The body is too large',
	415: 'The content type is not application/json',
	422: 'Fields are missing, unknown or cannot be read',
};
type Refusal = keyof typeof REFUSALS;

const BODY_REFUSALS: Refusal[] = [400, 413, 415, 422];

/** The five operations of the API document. */
export const paths = {
	'/api/v1/auth/login': {
		post: {
			operationId: 'logIn',
			summary: 'Exchange credentials for a token',
			description: 'Whether the login needs the Authorization header is assumed: it does not.',
			security: [],
			...assumed('security'),
			requestBody: body('LoginRequest'),
			responses: {
				200: { description: 'A token and the user', content: json(reference('Session')) },
				...refusals(401, ...BODY_REFUSALS),
			},
		},
	},
	'/api/v1/boards': {
		get: {
			operationId: 'listBoards',
			summary: 'List boards',
			parameters: [
				query('workspace_id', 'Restricts the result to one workspace'),
				query('archived', 'When true, archived boards are included'),
			],
			responses: {
				200: {
					description: 'An array of boards, each with a count of its tasks',
					...assumed(OWN_NAME),
					content: json({ type: 'array', items: reference('Board') }),
				},
				...refusals(401, 422),
			},
		},
		post: {
			operationId: 'createBoard',
			summary: 'Create a board',
			requestBody: body('BoardRequest'),
			responses: { ...created('Board'), ...refusals(401, 404, ...BODY_REFUSALS) },
		},
	},
	'/api/v1/tasks': {
		post: {
			operationId: 'createTask',
			summary: 'Create a task',
			requestBody: body('TaskRequest'),
			responses: { ...created('Task'), ...refusals(401, 404, ...BODY_REFUSALS) },
		},
	},
	'/api/v1/webhooks': {
		post: {
			operationId: 'registerWebhook',
			summary: 'Register a webhook',
			requestBody: body('WebhookRequest'),
			responses: { ...created('Webhook'), ...refusals(401, ...BODY_REFUSALS) },
		},
	},
};

export function json(schema: object) {
	return { 'application/json': { schema } };
}

export function reference(name: SchemaName) {
	return { $ref: `#/components/schemas/${name}` };
}

function body(name: SchemaName) {
	return { required: true, ...assumed('required'), content: json(reference(name)) };
}

/** API: neither the status nor the body of a create is shown. */
function created(name: SchemaName) {
	return { 201: { description: 'Created', ...ASSUMED, content: json(reference(name)) } };
}

/** API: no refusal is shown. */
function refusals(...statuses: Refusal[]) {
	const content = json(reference('Error'));
	return Object.fromEntries(
		statuses.map((status) => [status, { description: REFUSALS[status], ...ASSUMED, content }]),
	);
}

function query(name: keyof typeof boardsQuery.shape, description: string) {
	const field = boardsQuery.shape[name];
	return {
		name,
		in: 'query',
		description,
		required: !field.safeParse(undefined).success,
		schema: schemaOfInput(field),
	};
}
