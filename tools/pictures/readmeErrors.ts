import type { Page } from 'playwright-core';
import { name as packageName } from '../../package.json';
import type { Credential } from '../n8n/api/credentials';
import type { Environment } from '../n8n/environment';
import { createWorkflow, type Workflow } from '../n8n/api/workflows';
import { openPanel, openWorkflow, byTestId } from '../testkit/n8n/editor';
import { takeScreenshot } from './screenshot';

const UNKNOWN_BOARD = 12;
const START = {
	...{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
	...{ position: [0, 0], parameters: {} },
};

function createTask(board: unknown, title: string, more: object = {}) {
	return {
		...{ id: 'task', name: 'Create task', type: `${packageName}.workspaceTaskService` },
		...{ typeVersion: 1, position: [240, 0], ...more },
		parameters: {
			...{ resource: 'task', operation: 'create', title },
			boardId: { __rl: true, mode: 'id', value: board },
		},
	};
}

const doNothing = (name: string, y: number) => ({
	...{ id: name, name, type: 'n8n-nodes-base.noOp', typeVersion: 1 },
	...{ position: [520, y], parameters: {} },
});

const link = (node: string) => [{ node, type: 'main', index: 0 }];

const REFUSED: Workflow = {
	name: 'A task on a board that does not exist',
	nodes: [START, createTask(UNKNOWN_BOARD, 'Book the venue')],
	connections: { Start: { main: [link('Create task')] } },
	settings: {},
};

const ERROR_OUTPUT: Workflow = {
	name: 'Rows to tasks',
	nodes: [
		{ ...START, name: 'Rows' },
		createTask('={{ $json.board }}', '={{ $json.title }}', { onError: 'continueErrorOutput' }),
		doNothing('Created', -100),
		doNothing('Not Created', 100),
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
export async function screenshotErrors(
	page: Page,
	{ session }: Environment,
	credential: Credential,
): Promise<void> {
	await openPanel(page, await createWorkflow(session, REFUSED, credential), 'Create task');
	await byTestId(page, 'node-execute-button').click();
	await byTestId(page, 'output-panel').getByText(`no board ${UNKNOWN_BOARD}`).first().waitFor();
	// The notification stays until it is closed.
	await page.locator('.el-notification__closeBtn').first().click();
	await takeScreenshot(page, 'error');
	await openWorkflow(page, await createWorkflow(session, ERROR_OUTPUT, credential));
	await byTestId(page, 'execute-workflow-button').click();
	await page.getByText('2 items').first().waitFor();
	await takeScreenshot(page, 'error-output');
}
