import { DateTime } from 'luxon';

import { referTo } from '../../tools/n8n/api/credentials';
import {
	failureOf,
	finishedExecution,
	fullItemsOf,
	isRunning,
	itemsOf,
	readExecution,
	stopExecution,
} from '../../tools/n8n/api/executions';
import {
	attachEnvironment,
	type Service,
	type TestEnvironment,
} from '../../tools/testkit/n8n/environment';
import {
	ACTION,
	action,
	chain,
	CREATE_TASK,
	httpRequest,
	manualTrigger,
	rows,
	taskRows,
} from '../../tools/testkit/n8n/workflow';

const BOARD = 2;

let environment: TestEnvironment;
let service: Service;
beforeAll(async () => (environment = await attachEnvironment()));
beforeEach(async () => (service = await environment.openService()));
afterAll(async () => await environment?.close());

const forRows = (list: object[], parameters: object = CREATE_TASK, settings: object = {}) =>
	chain(manualTrigger(), ...rows(list), action(parameters, settings));

describe('a board', () => {
	const url = (id: string) => `https://tasks.example.com/boards/${id}?view=list`;

	it.each([
		['from the list', { mode: 'list', value: BOARD, cachedResultName: 'Any' }],
		['by its URL', { mode: 'url', value: url(String(BOARD)) }],
		['by its name', { mode: 'name', value: '={{ $json.boardName }}' }],
		['by an expression for a number', { mode: 'id', value: '={{ $json.boardId }}' }],
		['by an expression for a text', { mode: 'id', value: '={{ $json.boardText }}' }],
		['by an expression in the list', { mode: 'list', value: '={{ $json.boardId }}' }],
		['by an expression for a URL', { mode: 'url', value: `=${url('{{ $json.boardId }}')}` }],
	])('is found %s', async (title, locator) => {
		const parameters = { ...CREATE_TASK, title, boardId: { __rl: true, ...locator } };
		const list = [{ boardId: BOARD, boardText: String(BOARD), boardName: 'SUPPORT' }];
		const execution = await environment.runWorkflow(forRows(list, parameters), service);
		expect(failureOf(execution)).toBeUndefined();
		expect(await service.tasks()).toMatchObject([{ title, board_id: BOARD }]);
	});
});

describe('a due date', () => {
	// At any hour, one of the two has another day than UTC.
	it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
		'from an expression with $now is the day in the time zone of the workflow, %s',
		async (timezone) => {
			const today = () => DateTime.now().setZone(timezone).toISODate();
			const before = today();
			const dates = ['$now', '$today', '$now.toJSDate()', '$now.toISO()'];
			for (const date of dates) {
				const additionalFields = { dueDate: `={{ ${date} }}` };
				const workflow = forRows(taskRows(1), { ...CREATE_TASK, additionalFields });
				const settings = { executionOrder: 'v1', timezone };
				const execution = await environment.runWorkflow({ ...workflow, settings }, service);
				expect(failureOf(execution)).toBeUndefined();
			}
			const created = await service.tasks();
			expect(created).toHaveLength(dates.length);
			for (const { due_date } of created) expect([before, today()]).toContain(due_date);
		},
	);
});

describe('items that the service refuses', () => {
	const UNKNOWN = 999_999;
	const list = [1, UNKNOWN, 2].map((boardId, index) => ({ boardId, title: `Item ${index}` }));
	const created = (item: number) => ({
		json: expect.objectContaining({ title: `Item ${item}` }),
		pairedItem: expect.objectContaining({ item }),
	});
	const refused = {
		json: expect.objectContaining({ error: expect.stringContaining(String(UNKNOWN)) }),
		pairedItem: expect.objectContaining({ item: 1 }),
	};

	const runWith = async (onError: string) =>
		await environment.runWorkflow(forRows(list, CREATE_TASK, { onError }), service);

	it('leave by the error output, the others by the first', async () => {
		const execution = await runWith('continueErrorOutput');
		expect(failureOf(execution)).toBeUndefined();
		expect(fullItemsOf(execution, ACTION)).toMatchObject([created(0), created(2)]);
		expect(fullItemsOf(execution, ACTION, 1)).toMatchObject([refused]);
	});

	it('keep their places with Continue', async () => {
		const execution = await runWith('continueRegularOutput');
		expect(failureOf(execution)).toBeUndefined();
		expect(fullItemsOf(execution, ACTION)).toMatchObject([created(0), refused, created(2)]);
	});
});

describe('300 items', () => {
	it('become 300 tasks, and come out in their order', async () => {
		// Responses overtake each other.
		service.sandbox.addFault({ kind: 'slow', delayMs: 20, when: 'after', probability: 0.5 });
		const execution = await environment.runWorkflow(forRows(taskRows(300)), service);
		expect(failureOf(execution)).toBeUndefined();
		const titles = taskRows(300).map(({ title }) => title);
		expect((await service.tasks()).map(({ title }) => title).sort()).toEqual([...titles].sort());
		expect(itemsOf(execution, ACTION).map(({ title }) => title)).toEqual(titles);
	});
});

describe('an execution that waits as the service asks', () => {
	it('ends at once when it is stopped, and sends nothing more', async () => {
		const { proxy, sandbox } = service;
		proxy.when('POST /api/v1/tasks', { status: 429, headers: { 'retry-after': '60' } });
		const id = await environment.startWorkflow(forRows(taskRows(20)), service);
		await proxy.waitFor(1);
		// Another run from beginning to end: enough time for this one to give up, if it did.
		const other = await environment.openService();
		await environment.runWorkflow(forRows(taskRows(1)), other);
		expect(isRunning(await readExecution(environment.session, id))).toBe(true);
		await stopExecution(environment.session, id);
		const { status } = await finishedExecution(environment.session, id);
		expect(status).toBe('canceled');
		expect(sandbox.requests()).toEqual([]);
		expect(proxy.requests.length).toBeLessThan(20);
	});
});

describe("n8n's HTTP Request node", () => {
	it.each(['apiToken', 'login'] as const)('uses the credential with %s', async (kind) => {
		const { credential, proxy, sandbox, logins } = await environment.openService(kind);
		const parameters = {
			url: `${proxy.url}/api/v1/boards`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			options: {},
		};
		const boards = httpRequest(parameters, { credentials: referTo(credential) });
		const workflow = chain(manualTrigger(), boards);
		for (const refusals of [0, 2]) {
			// The request, and the check whether the session has expired: then it is renewed.
			if (kind === 'login' && refusals > 0) {
				const route = 'GET /api/v1/boards';
				sandbox.addFault({ kind: 'status', status: 401, route, times: refusals });
			}
			const execution = await environment.runWorkflow(workflow, { credential });
			expect(failureOf(execution)).toBeUndefined();
			expect(itemsOf(execution, 'HTTP Request')[0]).toHaveProperty('name');
		}
		expect(logins()).toBe(kind === 'login' ? 2 : 0);
	});
});
