import type { Page } from 'playwright-core';
import type { Credential } from '../n8n/api/credentials';
import type { Session } from '../n8n/api/session';
import { createWorkflow, type Workflow } from '../n8n/api/workflows';
import { openPanel, openWorkflow, byTestId } from './editor';
import { action, chain, CREATE_TASK, manualTrigger, noOp } from '../n8n/workflow';
import { takePicture } from './picture';

const UNKNOWN_BOARD = 12;

const createTask = (board: unknown, title: string, settings: object = {}) =>
	action(
		{ ...CREATE_TASK, boardId: { __rl: true, mode: 'id', value: board }, title },
		{ name: 'Create task', position: [240, 0], ...settings },
	);

const link = (node: string) => [{ node, type: 'main', index: 0 }];

const REFUSED: Workflow = {
	...chain(manualTrigger(), createTask(UNKNOWN_BOARD, 'Book the venue')),
	name: 'A task on a board that does not exist',
};

const ERROR_OUTPUT: Workflow = {
	name: 'Rows to tasks',
	nodes: [
		{ ...manualTrigger(), name: 'Rows' },
		createTask('={{ $json.board }}', '={{ $json.title }}', { onError: 'continueErrorOutput' }),
		{ ...noOp('Created'), position: [520, -100] },
		{ ...noOp('Not Created'), position: [520, 100] },
	],
	connections: {
		Rows: { main: [link('Create task')] },
		'Create task': { main: [link('Created'), link('Not Created')] },
	},
	pinData: {
		Rows: [
			{ json: { board: 1, title: 'Book the venue' } },
			{ json: { board: 1, title: 'Call the caterer' } },
			{ json: { board: UNKNOWN_BOARD, title: 'Print the signs' } },
		],
	},
	settings: {},
};

/** The service refuses a task. */
export async function takeErrorPictures(
	page: Page,
	session: Session,
	credential: Credential,
): Promise<void> {
	await openPanel(page, await createWorkflow(session, REFUSED, credential), 'Create task');
	await byTestId(page, 'node-execute-button').click();
	await byTestId(page, 'output-panel').getByText(`no board ${UNKNOWN_BOARD}`).first().waitFor();
	// The notification stays until it is closed.
	await page.locator('.el-notification__closeBtn').first().click();
	await takePicture(page, 'error');
	await openWorkflow(page, await createWorkflow(session, ERROR_OUTPUT, credential));
	await byTestId(page, 'execute-workflow-button').click();
	await page.getByText('2 items').first().waitFor();
	await takePicture(page, 'error-output');
}
