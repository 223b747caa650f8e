import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'apiToken',
	options: [
		{ name: 'API Token', value: 'apiToken' },
		{ name: 'Email and Password', value: 'login' },
	],
};

/** API: the documented event types, for both panels and for reading deliveries. May be incomplete. */
export const eventOptions: Array<INodePropertyOptions & { value: string }> = [
	{ name: 'Task Created', value: 'task.created', description: 'A task was created' },
	{ name: 'Task Updated', value: 'task.updated', description: 'A task was changed' },
];

export const customEvents: INodeProperties = {
	displayName: 'Custom Events',
	name: 'customEvents',
	type: 'string',
	default: '',
	placeholder: 'e.g. task.deleted',
	description: 'Other event types that your service supports, separated by commas',
};

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://tasks.example.com',
	hint: 'The URL of the service in your browser, up to the first slash after the host name',
};

/** As `normalizeBaseUrl` and `isLoopback` read the URL. n8n knows no flags. */
const PLAIN_HTTP = '^\\s*[hH][tT][tT][pP]:';
const THIS_MACHINE =
	'^\\s*[hH][tT][tT][pP]:[/\\\\]*([lL][oO][cC][aA][lL][hH][oO][sS][tT]|127\\.\\d+\\.\\d+\\.\\d+|0\\.0\\.0\\.0|\\[::1?\\])(:\\d*)?([/\\\\?#].*)?\\s*$';

export const plainHttpNotice: INodeProperties = {
	displayName:
		'This URL is not encrypted: others on the network can read what is sent. Use https:// if possible.',
	name: 'plainHttpNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { baseUrl: [{ _cnd: { regex: PLAIN_HTTP } }] },
		hide: { baseUrl: [{ _cnd: { regex: THIS_MACHINE } }] },
	},
};
