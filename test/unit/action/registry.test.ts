import {
	NodeHelpers,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { actionProperties } from '../../../nodes/WorkspaceTaskService/action/panel/description';
import { registry } from '../../../nodes/WorkspaceTaskService/action/registry';
import { sendAndWait } from '../../../nodes/WorkspaceTaskService/approval/task.sendAndWait';
import { makeQuestion } from '../../../nodes/WorkspaceTaskService/approval/question';

/** The internal names, which saved workflows contain, and the names that users see. */
const CONTRACT = {
	'board.create': 'Create',
	'board.findOrCreate': 'Find or Create',
	'board.getAll': 'Get Many',
	'task.create': 'Create',
	'task.sendAndWait': 'Create and Wait for Approval',
	'webhook.create': 'Register',
};

const LINK = 'https://n8n.example.com/webhook-waiting/1/node';
const INVITATION = `Answer here: ${LINK}`;
const context = {
	getContext: () => ({}),
	getNode: () => ({ type: 'x' }),
	getSignedResumeUrl: () => LINK,
	getWorkflow: () => ({}),
} as unknown as IExecuteFunctions;

function requestOf(resource: string, name: string, entered: unknown) {
	const operation = registry[resource]?.[name];
	if (operation === undefined) throw new Error(`No operation ${resource}.${name}`);
	const { method, path } = operation.call;
	const checked = operation.parameters.parse(entered);
	const parameters = operation.extension?.begin(context, checked) ?? checked;
	return { method, path, ...operation.request(parameters) };
}

/** As the API document shows them, with what was entered. */
const REQUESTS: Array<[resource: string, name: string, entered: object, request: object]> = [
	[
		'board',
		'getAll',
		{ returnAll: true, limit: 50, filters: { workspaceId: '7', includeArchived: true } },
		{ method: 'GET', path: '/api/v1/boards', query: { workspace_id: 7, archived: true } },
	],
	[
		'board',
		'create',
		{
			name: ' Launch ',
			workspaceId: 7,
			additionalFields: { description: 'May', color: '#2F5FD0' },
		},
		{
			method: 'POST',
			path: '/api/v1/boards',
			body: { name: 'Launch', workspace_id: 7, description: 'May', color: '#2F5FD0' },
		},
	],
	[
		'board',
		'findOrCreate',
		{ name: ' Launch ', additionalFields: { customFields: '{"icon": "star"}' } },
		{
			method: 'POST',
			path: '/api/v1/boards',
			body: { name: 'Launch', workspace_id: undefined, icon: 'star' },
		},
	],
	[
		'task',
		'create',
		{
			boardId: '42',
			title: 'Call',
			additionalFields: {
				description: 'Soon',
				dueDate: '2026-03-29',
				priority: 'high',
			},
		},
		{
			method: 'POST',
			path: '/api/v1/tasks',
			body: {
				title: 'Call',
				board_id: 42,
				description: 'Soon',
				due_date: '2026-03-29',
				priority: 'high',
			},
		},
	],
	[
		'task',
		'sendAndWait',
		{
			boardId: '42',
			title: 'Offer',
			message: ' Send it? ',
			additionalFields: { description: 'For Ada', priority: 'high' },
		},
		{
			method: 'POST',
			path: '/api/v1/tasks',
			body: {
				title: 'Offer',
				board_id: 42,
				description: `Send it?\n\nFor Ada\n\n${INVITATION}`,
				priority: 'high',
			},
		},
	],
	[
		'webhook',
		'create',
		{
			url: 'https://example.com/hook',
			events: ['task.created'],
			additionalFields: { customEvents: 'task.deleted' },
		},
		{
			method: 'POST',
			path: '/api/v1/webhooks',
			body: { url: 'https://example.com/hook', events: ['task.created', 'task.deleted'] },
		},
	],
];

describe('the request', () => {
	it('of each operation has a row here', () => {
		const tested = REQUESTS.map(([resource, name]) => `${resource}.${name}`);
		expect(tested.sort()).toEqual(Object.keys(CONTRACT).sort());
	});

	it.each(REQUESTS)('of %s.%s matches the API document', (resource, name, entered, request) => {
		expect(requestOf(resource, name, entered)).toMatchObject(request);
	});

	it('omits empty fields', () => {
		const boards = requestOf('board', 'getAll', { returnAll: true, limit: 50 });
		expect(JSON.stringify(boards.query)).toBe('{}');
		const task = requestOf('task', 'create', { boardId: 1, title: 'a' });
		expect(JSON.stringify(task.body)).toBe('{"title":"a","board_id":1}');
	});
});

describe('the question of an approval', () => {
	const { parameters } = sendAndWait;
	const task = { boardId: 1, title: 'Offer', message: 'Send it?' };
	const asked = (more: object) => {
		const question = makeQuestion(
			{ ...context, getTimezone: () => 'UTC' } as never,
			parameters.parse({ ...task, ...more }),
		);
		return JSON.parse(JSON.stringify(question)) as object;
	};

	it('offers to approve or decline without a time limit by default', () => {
		expect(asked({ approvalOptions: {}, limitWaitTime: {} })).toEqual({
			id: expect.stringMatching(/^[0-9a-f]{32}$/),
			asker: '',
			title: 'Offer',
			message: 'Send it?',
			approveLabel: 'Approve',
			declineLabel: 'Decline',
			asksForName: false,
			asksForComment: false,
		});
	});

	it('has the description, the labels, the name and comment settings, and the limit from the panel', () => {
		const values = { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' };
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' };
		const options = { values: { ...values, askForName: true, askForComment: true } };
		const additionalFields = { description: 'For 12 seats' };
		expect(
			asked({ additionalFields, approvalOptions: options, limitWaitTime: { values: limit } }),
		).toMatchObject({
			description: 'For 12 seats',
			asksForName: true,
			approveLabel: 'Yes',
			declineLabel: 'No',
			asksForComment: true,
			limitMs: 2 * 24 * 60 * 60 * 1000,
		});
	});

	it('has no label for a decline that is not offered', () => {
		const values = { approvalType: 'single', disapproveLabel: 'No' };
		expect(asked({ approvalOptions: { values } })).not.toHaveProperty('declineLabel');
	});
});

describe('the key of items that share a call', () => {
	const url = 'https://example.com/hook';

	it.each([
		['board', 'findOrCreate', { name: 'Launch' }, { name: 'Launch', workspaceId: 7 }, false],
		['webhook', 'create', { url, events: ['a', 'b'] }, { url, events: ['b', 'a'] }, true],
		['webhook', 'create', { url, events: ['a', 'b'] }, { url, events: ['a'] }, false],
	])('of %s.%s is the same for %j and %j: %s', (resource, name, one, other, isSame) => {
		const { parameters, identityKey } = registry[resource]?.[name] ?? {};
		const keyOf = (entered: object) => identityKey?.(parameters?.parse(entered));
		expect(keyOf(one) === keyOf(other)).toBe(isSame);
	});
});

describe('the panel', () => {
	it('offers the operations that saved workflows rely on', () => {
		const names = Object.entries(registry).flatMap(([resource, byName]) =>
			Object.entries(byName).map(([name, { option }]) => [`${resource}.${name}`, option.name]),
		);
		expect(Object.fromEntries(names)).toEqual(CONTRACT);
	});

	it('stores each operation under its key in the registry', () => {
		for (const byName of Object.values(registry)) {
			for (const [name, { option }] of Object.entries(byName)) expect(option.value).toBe(name);
		}
	});

	it('shows a field only for its operation and under its own conditions', () => {
		const limit = actionProperties.find(({ name }) => name === 'limit');
		expect(limit?.displayOptions?.show).toEqual({
			resource: ['board'],
			operation: ['getAll'],
			returnAll: [false],
		});
	});

	it.each([
		['afterTimeInterval', ['limitType', 'resumeAmount', 'resumeUnit']],
		['atSpecifiedTime', ['limitType', 'maxDateAndTime']],
	])('shows what a limit of the type %s has', (limitType, expected) => {
		const { properties } = registry.task?.sendAndWait ?? {};
		const limit = properties?.find(({ name }) => name === 'limitWaitTime');
		const [{ values = [] } = {}] = (limit?.options ?? []) as INodePropertyCollection[];
		const shown = values.filter((one) =>
			NodeHelpers.displayParameter({ limitType }, one, null, null),
		);
		expect(shown.map(({ name }) => name)).toEqual(expected);
	});

	it.each(REQUESTS)('offers Create Once Per for %s.%s if it is a create', (...row) => {
		const [resource, operation, , request] = row;
		const { call } = registry[resource]?.[operation] ?? {};
		const [options] = actionProperties.filter(({ name }) => name === 'options');
		const once = options?.options?.find(({ name }) => name === 'createOncePer') as INodeProperties;
		const node = { typeVersion: 1 } as INode;
		const root = { resource, operation };
		const isGet = 'method' in request && request.method === 'GET';
		const isCreate = !isGet && call?.effect !== 'write';
		expect(NodeHelpers.displayParameter({}, once, node, null, root)).toBe(isCreate);
	});

	it('shows each field once, and validates it, also in a collection', () => {
		for (const byName of Object.values(registry)) {
			for (const { properties, parameters } of Object.values(byName)) {
				const fields = properties.filter(({ type }) => type !== 'notice');
				const wrong = parameters.safeParse(valuesOf(fields)).error?.issues ?? [];
				const validated = new Set(wrong.map(({ path }) => path.join('.')));
				expect(pathsOf(fields).sort()).toEqual([...validated].sort());
			}
		}
	});
});

/** The question of an approval checks its limit, and a custom field its columns: they have their own tests. */
const CHECKED_ELSEWHERE = ['limitWaitTime', 'customFieldRows'];

/** The fields of a collection; none for any other field. */
function innerFieldsOf({ name, options, type }: INodeProperties): INodeProperties[] {
	if (CHECKED_ELSEWHERE.includes(name)) return [];
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	const groups = options as INodePropertyCollection[];
	return groups.map(({ name, displayName, values }) => {
		return { name, displayName, type: 'collection', default: {}, options: values };
	});
}

function pathsOf(fields: INodeProperties[]): string[] {
	return fields.flatMap((field) => {
		const inner = pathsOf(innerFieldsOf(field));
		return inner.length === 0 ? [field.name] : inner.map((path) => `${field.name}.${path}`);
	});
}

/** A value in each field that no rule accepts. */
function valuesOf(fields: INodeProperties[]): object {
	const values = fields.map((field) => {
		const inner = innerFieldsOf(field);
		return [field.name, inner.length === 0 ? () => 'no value' : valuesOf(inner)];
	});
	return Object.fromEntries(values) as object;
}
