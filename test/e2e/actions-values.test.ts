import { DateTime } from 'luxon';

import { failureOf, itemsOf } from '../../host/executions';
import { openActionStage, type ActionStage, type Service } from '../support/action-stage';
import {
	ACTION,
	actionWorkflow,
	chain,
	CREATE_TASK,
	workflowNode,
} from '../support/action-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const BOARD = 2;

let stage: ActionStage;
let service: Service;
beforeAll(async () => {
	stage = await openActionStage();
	service = await stage.openService();
});
afterAll(async () => await stage?.close());

describe('a board', () => {
	it.each([
		['from the list', { mode: 'list', value: BOARD, cachedResultName: 'Any' }],
		['by its URL', { mode: 'url', value: `https://tasks.example.com/boards/${BOARD}?view=list` }],
		['by its ID', { mode: 'id', value: String(BOARD) }],
		['by an expression for a number', { mode: 'id', value: '={{ $json.boardId }}' }],
		['by an expression for a text', { mode: 'id', value: '={{ $json.boardText }}' }],
		['by an expression in the list', { mode: 'list', value: '={{ $json.boardId }}' }],
		[
			'by an expression for a URL',
			{ mode: 'url', value: '=https://tasks.example.com/boards/{{ $json.boardId }}' },
		],
	])('is found %s', async (title, locator) => {
		const parameters = { ...CREATE_TASK, title, boardId: { __rl: true, ...locator } };
		const rows = [{ boardId: BOARD, boardText: String(BOARD) }];
		const workflow = actionWorkflow(rows, parameters);
		const execution = await stage.runWorkflow(workflow, service.credential);
		expect(failureOf(execution)).toBeUndefined();
		const created = (await service.tasks()).filter((task) => task.title === title);
		expect(created).toMatchObject([{ board_id: BOARD }]);
	});

	it('by an expression that is none is named with its field and value', async () => {
		const boardId = { __rl: true, mode: 'url', value: '={{ $json.page }}' };
		const rows = [{ title: 'Nowhere', page: 'https://tasks.example.com/tasks/5' }];
		const workflow = actionWorkflow(rows, { ...CREATE_TASK, boardId });
		const execution = await stage.runWorkflow(workflow, service.credential);
		expect(failureOf(execution)).toBe(
			'"Board" must be a whole number, or By URL the address of a board of the same service, not "https://tasks.example.com/tasks/5"',
		);
		expect((await service.tasks()).map(({ title }) => title)).not.toContain('Nowhere');
	});

	it('by an address of something else stops the execution, and nothing is sent', async () => {
		const boardId = { __rl: true, mode: 'url', value: 'https://tasks.example.com/tasks/5' };
		const workflow = actionWorkflow([{ title: 'Nowhere' }], { ...CREATE_TASK, boardId });
		const execution = await stage.runWorkflow(workflow, service.credential);
		expect(failureOf(execution)).toContain('must contain /boards/ and the ID of the board');
		expect((await service.tasks()).map(({ title }) => title)).not.toContain('Nowhere');
	});
});

describe('a due date', () => {
	// Whatever the hour, one of the two has another day than UTC.
	it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
		'from an expression with $now is the day in the zone of the workflow, %s',
		async (zone) => {
			const today = () => DateTime.now().setZone(zone).toISODate();
			const before = today();
			const dates = [
				'={{ $now }}',
				'={{ $today }}',
				'={{ $now.toJSDate() }}',
				'={{ $now.toISO() }}',
			];
			const executions = await Promise.all(
				dates.map(async (dueDate) => {
					const additionalFields = { dueDate };
					const parameters = { ...CREATE_TASK, additionalFields };
					const workflow = actionWorkflow([{ boardId: BOARD, title: zone }], parameters);
					const settings = { ...Object(workflow.settings), timezone: zone };
					return await stage.runWorkflow({ ...workflow, settings }, service.credential);
				}),
			);
			expect(executions.map(failureOf)).toEqual(dates.map(() => undefined));
			const created = (await service.tasks()).filter(({ title }) => title === zone);
			expect(created).toHaveLength(dates.length);
			for (const { due_date } of created) expect([before, today()]).toContain(due_date);
		},
	);

	it('from the picker is the day that was picked', async () => {
		const rows = [{ boardId: BOARD, title: 'Picked' }];
		const additionalFields = { dueDate: '2026-03-29T00:00:00' };
		const workflow = actionWorkflow(rows, { ...CREATE_TASK, additionalFields });
		const settings = { ...Object(workflow.settings), timezone: 'Pacific/Kiritimati' };
		await stage.runWorkflow({ ...workflow, settings }, service.credential);
		const created = (await service.tasks()).filter(({ title }) => title === 'Picked');
		expect(created).toMatchObject([{ due_date: '2026-03-29' }]);
	});
});

describe('the HTTP Request node', () => {
	it('reaches the service with the credential of this package', async () => {
		const { id, name, type } = service.credential;
		const request = workflowNode(ACTION, 'n8n-nodes-base.httpRequest', 4.2, {
			url: `${service.sandbox.url}/api/v1/boards`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
		});
		const start = workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {});
		const node = { ...request, credentials: { [type]: { id, name } } };
		const execution = await stage.runWorkflow(chain([start, node]), service.credential);
		expect(failureOf(execution)).toBeUndefined();
		expect(itemsOf(execution, ACTION)).toContainEqual(expect.objectContaining({ id: BOARD }));
		expect(service.sandbox.requests().at(-1)).toMatchObject({
			method: 'GET',
			path: '/api/v1/boards',
			authorization: 'Bearer ***',
			status: 200,
		});
	});
});
