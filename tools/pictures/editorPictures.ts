import type { Browser, Page } from 'playwright-core';
import { call } from '../http/client';
import { name as packageName } from '../../package.json';
import { createCredential, type Credential } from '../n8n/api/credentials';
import { createWorkflow } from '../n8n/api/workflows';
import { visit } from '../n8n/editor/browser';
import { openEnvironment, type Environment } from '../n8n/host';
import { until } from '../n8n/poll';
import { action, chain, manualTrigger, trigger } from '../n8n/workflow';
import { openPanel, openWorkflow, byTestId, showSchema, signIn } from './editor';
import { takePicture } from './picture';

/** Large enough for n8n to truncate nothing important. */
const SIZE = { width: 1400, height: 900 };
const NODE_LIST_SIZE = { ...SIZE, height: 1060 };

/** Shown instead of the sandbox's URL. */
const SHOWN_URL = 'https://tasks.example.com';

const UNKNOWN_BOARD = 12;
/** As created by "On task created" in the node panel. */
const TRIGGER = 'Workspace Task Service Trigger';

/** The steps of the documentation, from the installation to the first event, and a refused task. */
export async function takeEditorPictures(browser: Browser): Promise<void> {
	const environment = await openEnvironment();
	const { sandbox, session } = environment;
	try {
		const credential = await createCredential(session, {
			name: 'Task service',
			type: 'workspaceTaskServiceApi',
			data: { baseUrl: sandbox.url, apiToken: sandbox.token },
		});
		const options = { colorScheme: 'light', reducedMotion: 'reduce', viewport: SIZE } as const;
		const { page } = await visit(browser, session.url, options);
		// The editor asks about unsaved changes.
		page.on('dialog', (dialog) => void dialog.accept());
		await signIn(page, session);
		await install(page);
		await search(page);
		await firstTask(page, environment, credential);
		await firstEvent(page, environment, credential);
		await refusedTask(page, environment, credential);
		await page.close();
	} finally {
		await environment.close();
	}
}

function createTask(workflowName: string, board: object) {
	const boardId = { __rl: true, ...board };
	const parameters = { resource: 'task', operation: 'create', boardId, title: 'Book the venue' };
	const node = action(parameters, { name: 'Create task', position: [220, 0] });
	return { ...chain(manualTrigger(), node), name: workflowName };
}

async function install(page: Page): Promise<void> {
	await page.goto(new URL('/settings/community-nodes', page.url()).href);
	await page.getByRole('button', { name: 'Install a community node' }).click();
	await page
		.locator('[data-test-id=package-name-input] input')
		.or(byTestId(page, 'package-name-input'))
		.last()
		.fill(packageName);
	await byTestId(page, 'user-agreement-checkbox').click();
	await takePicture(page, 'install');
}

async function search(page: Page): Promise<void> {
	await page.goto(new URL('/workflow/new', page.url()).href);
	await byTestId(page, 'canvas-add-button').click();
	await byTestId(page, 'node-creator-search-bar').fill('workspace task');
	await page.getByText('Workspace Task Service').last().click();
	await page.getByText(/^Actions \(/).click();
	await page.getByText('Create task', { exact: true }).waitFor();
	await page.setViewportSize(NODE_LIST_SIZE);
	await takePicture(page, 'search');
	await page.setViewportSize(SIZE);
}

async function firstTask(
	page: Page,
	environment: Environment,
	credential: Credential,
): Promise<void> {
	const board = { mode: 'list', value: 1, cachedResultName: 'Roadmap' };
	const workflow = createTask('My first task', board);
	const saved = await createWorkflow(environment.session, workflow, credential);
	await openPanel(page, saved, 'Create task');
	await pictureCredential(page, environment.sandbox.url);
	await openPanel(page, saved, 'Create task');
	await byTestId(page, 'node-execute-button').click();
	await byTestId(page, 'output-panel').getByText('Book the venue').first().waitFor();
	await showSchema(page);
	await takePicture(page, 'first-task');
}

/** n8n tests a credential when it is opened. */
async function pictureCredential(page: Page, url: string): Promise<void> {
	const credentials = '**/rest/credentials/*';
	await page.route(credentials, async (route) => {
		const sent = route.request().postData()?.replaceAll(SHOWN_URL, url);
		const response = await route.fetch({ postData: sent });
		const body = (await response.text()).replaceAll(url, SHOWN_URL);
		await route.fulfill({ response: response, body });
	});
	await byTestId(page, 'credential-edit-button').click();
	await byTestId(page, 'credentials-config-container-test-success').waitFor();
	await page.getByRole('button', { name: 'Retry' }).waitFor();
	await takePicture(page, 'credential');
	await page.unroute(credentials);
}

async function firstEvent(
	page: Page,
	{ sandbox, session }: Environment,
	credential: Credential,
): Promise<void> {
	const first = trigger({ events: ['task.created'] }, { name: TRIGGER });
	const workflow = { ...chain(first), name: 'My first event' };
	const saved = await createWorkflow(session, workflow, credential);
	await openPanel(page, saved, TRIGGER);
	await byTestId(page, 'trigger-execute-button').click();
	// The editor shows that it listens before n8n has registered the webhook.
	await until('register', async () => sandbox.webhooks()[0]);
	const task = { title: 'Call the caterer', board_id: 1 };
	await call('POST', `${sandbox.url}/api/v1/tasks`, { token: sandbox.token, body: task });
	await byTestId(page, 'output-panel').getByText('task.created').first().waitFor();
	await showSchema(page);
	await takePicture(page, 'first-event');
	await openWorkflow(page, saved);
	await byTestId(page, 'workflow-open-publish-modal-button').click();
	await byTestId(page, 'workflow-publish-button').waitFor();
	await takePicture(page, 'publish');
}

async function refusedTask(
	page: Page,
	{ session }: Environment,
	credential: Credential,
): Promise<void> {
	const board = { mode: 'id', value: UNKNOWN_BOARD };
	const workflow = createTask('A task on a board that does not exist', board);
	await openPanel(page, await createWorkflow(session, workflow, credential), 'Create task');
	await byTestId(page, 'node-execute-button').click();
	await byTestId(page, 'output-panel').getByText(`no board ${UNKNOWN_BOARD}`).first().waitFor();
	// The notification stays until it is closed.
	await page.locator('.el-notification__closeBtn').first().click();
	await takePicture(page, 'error');
}
