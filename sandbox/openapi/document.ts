import { eventKinds, type EventKind } from '../records';
import { ASSUMED, HOW_TO_READ } from './assumed';
import { json, paths, reference } from './operations';
import { componentSchemas } from './schemas';

/** OpenAPI 3.1, made from the schemas that the sandbox itself reads and answers with. */
export function openApiDocument() {
	return {
		openapi: '3.1.0',
		info: {
			title: 'Workspace Task Service',
			version: 'v1',
			description: `As the sandbox implements it when nothing is configured. ${HOW_TO_READ}`,
		},
		servers: [{ url: '/' }],
		security: [{ apiToken: [] }],
		paths,
		webhooks: Object.fromEntries(eventKinds.map((kind) => [kind, delivery(kind)])),
		components: {
			schemas: componentSchemas(),
			securitySchemes: {
				apiToken: {
					type: 'http',
					scheme: 'bearer',
					description:
						'An API token: made under Developer Tools, API Tokens, Generate New Token, or by a login. Premium, Business and Enterprise plans have them.',
				},
			},
		},
	};
}

function delivery(kind: EventKind) {
	return {
		summary: `Sent to the url of each webhook that subscribed to ${kind}`,
		post: {
			...ASSUMED,
			security: [],
			parameters: [
				header('X-Webhook-Event', 'The kind of the event'),
				header('X-Webhook-Delivery', 'The same in every attempt to deliver to one webhook'),
			],
			requestBody: { required: true, content: json(reference('Notification')) },
			responses: {
				'2XX': { description: 'Ends the delivery' },
				410: { description: 'Ends the webhook' },
				default: { description: 'The delivery is tried again' },
			},
		},
	};
}

function header(name: string, description: string) {
	return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
