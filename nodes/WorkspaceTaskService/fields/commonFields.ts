import type {
	INodeCredentialDescription,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

export const authenticationField: INodeProperties = {
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

/** For a credential. The linter reads its name and test in the node, and the editor this form. */
export function requireIfChosen(
	choice: string,
): Pick<INodeCredentialDescription, 'required' | 'displayOptions'> {
	return { required: true, displayOptions: { show: { authentication: [choice] } } };
}

/** For options that the fields of a panel include. */
export function makeOptionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}

/** API: the documented event types, for both panels and for reading deliveries. May be incomplete. */
export const eventOptions: Array<INodePropertyOptions & { value: string }> = [
	{ name: 'Task Created', value: 'task.created', description: 'A task was created' },
	{ name: 'Task Updated', value: 'task.updated', description: 'A task was changed' },
];

export const customEventsField: INodeProperties = {
	displayName: 'Custom Events',
	name: 'customEvents',
	type: 'string',
	default: '',
	placeholder: 'e.g. task.deleted',
	description: 'Other event types that your service supports, separated by commas',
};

/** A text field: n8n's date picker drops what it cannot read, and hides a stored word. */
export const dueDateField: INodeProperties = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-12-31',
	hint: 'Also: today, tomorrow, +3 days',
	description:
		'The day on which the task is due. A time in UTC is converted to the time zone of the workflow, except midnight, which stays the day that is written. A time without a time zone is ignored.',
};

export const baseUrlField: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://tasks.example.com',
	hint: 'The URL of the service in your browser, up to the first slash after the host name',
};

/**
 * n8n evaluates these conditions each time it decrypts a credential. It runs a regex in a context of
 * its own for at most 250 ms, which a busy machine exceeds, so texts are compared: a host that only
 * begins like a local host, such as `localhost.example.com`, counts as local, and upper case is not
 * recognized.
 */
export const plainHttpNotice: INodeProperties = {
	displayName:
		'This URL is not encrypted: others on the network can read what is sent. Use https:// if possible.',
	name: 'plainHttpNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { baseUrl: [{ _cnd: { includes: 'http://' } }] },
		hide: {
			baseUrl: [
				{ _cnd: { includes: '://localhost' } },
				{ _cnd: { includes: '://127.' } },
				{ _cnd: { includes: '://0.0.0.0' } },
				{ _cnd: { includes: '://[::' } },
			],
		},
	},
};
