import type { INodeProperties } from 'n8n-workflow';

/** How both nodes sign in. */
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
