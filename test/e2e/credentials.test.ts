import { failureOf, itemsOf } from '../../tools/n8n/api/executions';
import { panelList } from '../support/n8n/panelLists';
import {
	action,
	chain,
	CREATE_TASK,
	httpRequest,
	LIST_BOARDS,
	manualTrigger,
	rows,
	taskRows,
} from '../../tools/n8n/workflow';
import type { Service } from '../support/n8n/environment';
import { environment } from './environment';

const LIST = 'GET /api/v1/boards';
const CREATE = 'POST /api/v1/tasks';

let service: Service;

it('a login is shared by simultaneous and later items, nodes, executions and lists', async () => {
	service = await environment.openService('login');
	const login = { authentication: 'login', options: { maxRetries: 0 } };
	const creates = action({ ...CREATE_TASK, ...login });
	const lists = action({ ...LIST_BOARDS, ...login }, { id: 'second', name: 'Second' });
	const workflow = chain(manualTrigger(), ...rows(taskRows(20)), creates, lists);
	const run = async () => await environment.runWorkflow(workflow, service);
	const executions = [...(await Promise.all([run(), run(), run()])), await run()];
	expect(executions.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
	const parameters = { ...login, resource: 'task', operation: 'create' };
	for (const name of ['boards', 'workspaces', 'boards of the trigger'] as const) {
		const list = await panelList(environment.session, name, service.credential, parameters);
		expect(JSON.stringify(list)).toMatch(/"value":/);
	}
	expect([service.logins(), service.tokens().size]).toEqual([1, 1]);
});

describe.each([
	['apiToken', 0],
	['login', 1],
] as const)("n8n's HTTP Request node with a credential for %s", (kind, logins) => {
	const TASK = { title: 'Call', board_id: 1 };
	beforeEach(async () => (service = await environment.openService(kind)));

	async function call(route: string, fields: object) {
		const [method, path] = route.split(' ');
		const request = httpRequest({
			method,
			url: `${service.proxy.url}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: service.credential.type,
			...fields,
			options: {},
		});
		const execution = await environment.runWorkflow(chain(manualTrigger(), request), service);
		return { failure: failureOf(execution), items: itemsOf(execution, 'HTTP Request') };
	}
	const list = async () => {
		const queryParameters = { parameters: [{ name: 'archived', value: 'true' }] };
		return await call(LIST, { sendQuery: true, queryParameters });
	};
	const create = async () =>
		await call(CREATE, { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(TASK) });

	it('sends a GET with a query, and no POST again after a 500', async () => {
		const { failure, items } = await list();
		expect(failure).toBeUndefined();
		expect(items.map(({ archived }) => archived)).toContain(true);
		service.proxy.when(CREATE, 500);
		expect((await create()).failure).toBeDefined();
		expect(service.proxy.requestsTo(CREATE)).toHaveLength(1);
		expect(service.logins()).toBe(logins);
	});

	if (logins === 0) return;
	it('logs in again after a 401, and repeats the POST, which was not carried out', async () => {
		await list();
		// By the request, and by the check whether the token is still accepted.
		for (const route of [CREATE, LIST])
			service.sandbox.addFault({ kind: 'status', status: 401, route, times: 1 });
		expect((await create()).failure).toBeUndefined();
		expect(service.proxy.requestsTo(CREATE)).toHaveLength(2);
		expect(await service.tasks()).toMatchObject([TASK]);
		expect(service.logins()).toBe(2);
	});
});
