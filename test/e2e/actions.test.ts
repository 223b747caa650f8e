import {
	failureOf,
	finishedExecution,
	isRunning,
	readExecution,
	stopExecution,
} from '../../tools/n8n/api/executions';
import type { Service } from '../support/n8n/environment';
import {
	action,
	chain,
	CREATE_TASK,
	manualTrigger,
	rows,
	taskRows,
} from '../../tools/n8n/workflow';
import { environment } from './environment';

const BOARD = 2;

let service: Service;
beforeEach(async () => (service = await environment.openService()));

const forRows = (list: object[], parameters: object = CREATE_TASK, settings: object = {}) =>
	chain(manualTrigger(), ...rows(list), action(parameters, settings));

describe('a board', () => {
	const url = (id: string) => `https://tasks.example.com/boards/${id}?view=list`;

	it.each([
		['from the list', { mode: 'list', value: BOARD, cachedResultName: 'Any' }],
		['by an expression for a text', { mode: 'id', value: '={{ $json.boardText }}' }],
		['by an expression for a URL', { mode: 'url', value: `=${url('{{ $json.boardId }}')}` }],
	])('is found %s', async (title, locator) => {
		const parameters = { ...CREATE_TASK, title, boardId: { __rl: true, ...locator } };
		const list = [{ boardId: BOARD, boardText: String(BOARD) }];
		const execution = await environment.runWorkflow(forRows(list, parameters), service);
		expect(failureOf(execution)).toBeUndefined();
		expect(await service.tasks()).toMatchObject([{ title, board_id: BOARD }]);
	});
});

describe('an execution that waits for a rate limit', () => {
	it('ends immediately when stopped and sends nothing more', async () => {
		const { proxy, sandbox } = service;
		proxy.when('POST /api/v1/tasks', { status: 429, headers: { 'retry-after': '60' } });
		const id = await environment.startWorkflow(forRows(taskRows(20)), service);
		await proxy.waitFor(1);
		// A complete run of another workflow: enough time for this one to give up.
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
