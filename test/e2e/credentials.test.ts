import { createCredential, testCredential } from '../../tools/n8n/api/credentials';
import { failureOf, itemsOf, settledExecutions } from '../../tools/n8n/api/executions';
import { panelList } from '../../tools/n8n/api/panelLists';
import type { Service } from '../support/n8n/environment';
import { forwardTo } from '../../tools/http/proxy';
import {
	ACTION,
	action,
	chain,
	CREATE_TASK,
	LIST_BOARDS,
	manualTrigger,
	rows,
	taskRows,
	trigger,
} from '../../tools/n8n/workflow';
import { environment } from './environment';

const LOGIN = { authentication: 'login', options: { maxRetries: 0 } };
const LIST = { ...LIST_BOARDS, ...LOGIN };

let service: Service;
beforeEach(async () => (service = await environment.openService('login')));

const taskNodes = (settings: object = {}) => [
	manualTrigger(),
	...rows(taskRows(20)),
	action({ ...CREATE_TASK, ...LOGIN }, settings),
];
const createTasks = (settings: object = {}) => chain(...taskNodes(settings));

describe('a login', () => {
	it('is shared by simultaneous and later items, nodes and executions', async () => {
		const second = action(LIST, { id: 'second', name: 'Second' });
		const workflow = chain(...taskNodes(), second);
		const run = async () => await environment.runWorkflow(workflow, service);
		const executions = [...(await Promise.all([run(), run(), run()])), await run()];
		expect(executions.flatMap((one) => failureOf(one) ?? [])).toEqual([]);
		expect([service.logins(), service.tokens().size]).toEqual([1, 1]);
	});

	it('is shared by the trigger and the node after it', async () => {
		const workflow = chain(trigger(LOGIN), action(LIST));
		const {
			createTask,
			proxy,
			workflow: saved,
		} = await environment.publishTrigger(workflow, 'login');
		await createTask('Wake up');
		const [execution] = await settledExecutions(environment.session, saved, 1);
		expect(execution && failureOf(execution)).toBeUndefined();
		expect(proxy.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /api/v1/auth/login',
			'POST /api/v1/webhooks',
			'GET /api/v1/boards',
		]);
	});

	it.each(['boards', 'workspaces', 'boards of the trigger'] as const)(
		'works for the list of %s',
		async (name) => {
			const parameters = { ...LOGIN, resource: 'task', operation: 'create' };
			const { session } = environment;
			for (let time = 0; time < 2; time++) {
				const list = await panelList(session, name, service.credential, parameters);
				expect(JSON.stringify(list)).toMatch(/"value":/);
			}
			expect(service.logins()).toBe(1);
		},
	);

	it('is renewed once for all items whose token is refused and then stored', async () => {
		await environment.runWorkflow(createTasks(), service);
		const [expired = ''] = service.tokens();
		const forward = forwardTo(service.sandbox.url);
		service.proxy.when('POST /api/v1/tasks', async (received) =>
			received.headers.authorization?.endsWith(expired) ? 401 : await forward(received),
		);
		for (let time = 0; time < 2; time++) {
			expect(failureOf(await environment.runWorkflow(createTasks(), service))).toBeUndefined();
		}
		expect([service.logins(), service.tokens().size]).toEqual([2, 2]);
	});

	it('with a wrong password is attempted once for all items, executions and credential tests', async () => {
		const data = { ...service.credential.data, password: 'wr0ng pass' };
		const credential = { ...service.credential, data };
		const wrong = await createCredential(environment.session, credential);
		const workflow = createTasks({ onError: 'continueRegularOutput' });
		for (let time = 0; time < 2; time++) {
			const execution = await environment.runWorkflow(workflow, { credential: wrong });
			for (const { error } of itemsOf(execution, ACTION)) expect(error).toMatch(/login.*401/);
		}
		const verdict = await testCredential(environment.session, wrong);
		expect(verdict).toMatchObject({ status: 'Error', message: expect.stringContaining('401') });
		expect(service.proxy.requests).toHaveLength(1);
		expect(service.logins()).toBe(1);
	});
});
