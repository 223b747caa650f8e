import {
	action,
	chain,
	CREATE_TASK,
	environment,
	failureOf,
	httpRequest,
	itemsOf,
	LIST_BOARDS,
	manualTrigger,
	panelList,
	rows,
	type Service,
	taskRows,
} from './environment';

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
	it('sends a GET with a query, and no POST again after a 500', async () => {
		service = await environment.openService(kind);
		const call = async (route: string, fields: object) => {
			const [method, path] = route.split(' ');
			const request = httpRequest({
				...{ method, url: `${service.proxy.url}${path}`, options: {}, ...fields },
				authentication: 'predefinedCredentialType',
				nodeCredentialType: service.credential.type,
			});
			return await environment.runWorkflow(chain(manualTrigger(), request), service);
		};
		const queryParameters = { parameters: [{ name: 'archived', value: 'true' }] };
		const listed = await call(LIST, { sendQuery: true, queryParameters });
		expect(failureOf(listed)).toBeUndefined();
		const boards = itemsOf(listed, 'HTTP Request');
		expect(boards.map(({ archived }) => archived)).toContain(true);

		service.proxy.when(CREATE, 500);
		const jsonBody = '{"title":"Call","board_id":1}';
		const created = await call(CREATE, { sendBody: true, specifyBody: 'json', jsonBody });
		expect(failureOf(created)).toBeDefined();
		expect(service.proxy.requestsTo(CREATE)).toHaveLength(1);
		expect(service.logins()).toBe(logins);
	});
});
