import type { Page } from 'playwright-core';
import { call } from '../http/client';
import { name as packageName } from '../../package.json';
import type { Credential } from '../n8n/api/credentials';
import { openPanel, openWorkflow, byTestId, showSchema } from './editor';
import type { Environment } from '../n8n/host';
import { until } from '../n8n/poll';
import { createWorkflow, type Workflow } from '../n8n/api/workflows';
import { action, chain, manualTrigger, trigger } from '../n8n/workflow';
import { takePicture } from './picture';

/** Large enough for n8n to truncate nothing important. */
export const SIZE = { width: 1400, height: 900 };
const NODE_LIST_SIZE = { ...SIZE, height: 1060 };

/** Shown instead of the sandbox's URL. */
const SHOWN_URL = 'https://tasks.example.com';

const FIRST_TASK: Workflow = {
	...chain(
		manualTrigger(),
		action(
			{
				resource: 'task',
				operation: 'create',
				boardId: { __rl: true, mode: 'list', value: 1, cachedResultName: 'Roadmap' },
				title: 'Book the venue',
			},
			{ name: 'Create task', position: [220, 0] },
		),
	),
	name: 'My first task',
};

/** As created by "On task created" in the node panel. */
const TRIGGER = 'Workspace Task Service Trigger';
const FIRST_EVENT: Workflow = {
	...chain(trigger({ events: ['task.created'] }, { name: TRIGGER })),
	name: 'My first event',
};

/** The steps of the documentation, from the installation to the first event. */
export async function takeStepPictures(
	page: Page,
	environment: Environment,
	credential: Credential,
): Promise<void> {
	await install(page);
	await search(page);
	await firstTask(page, environment, credential);
	await firstEvent(page, environment, credential);
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
	const saved = await createWorkflow(environment.session, FIRST_TASK, credential);
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
	const saved = await createWorkflow(session, FIRST_EVENT, credential);
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
