import { failureOf, itemsOf } from '../../tools/n8n/api/executions';
import type { Service } from '../support/n8n/environment';
import { chain, httpRequest, manualTrigger } from '../../tools/n8n/workflow';
import { environment } from './environment';

const LIST = 'GET /api/v1/boards';
const CREATE = 'POST /api/v1/tasks';
const TASK = { title: 'Call', board_id: 1 };

let service: Service;

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

describe.each([
	['apiToken', 0],
	['login', 1],
] as const)("n8n's HTTP Request node with a credential for %s", (kind, logins) => {
	beforeEach(async () => (service = await environment.openService(kind)));

	it('sends a GET with a query', async () => {
		const { failure, items } = await list();
		expect(failure).toBeUndefined();
		expect(items.map(({ archived }) => archived)).toContain(true);
		expect(service.logins()).toBe(logins);
	});

	it('does not send a POST again after a 500', async () => {
		service.proxy.when(CREATE, 500);
		expect((await create()).failure).toBeDefined();
		expect(service.proxy.requestsTo(CREATE)).toHaveLength(1);
		expect(service.logins()).toBe(logins);
	});
});

describe("n8n's HTTP Request node after the token of a login was refused", () => {
	it('logs in again and repeats the POST, which was not carried out', async () => {
		service = await environment.openService('login');
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
