import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './browser';
import { createCredential, type Credential } from '../host/credentials';
import { openPanel, signIn } from './editor';
import { openEnvironment, type Environment } from '../host/environment';
import { photograph } from './photograph';
import { photographErrors } from './readmeErrors';
import { photographLoop } from './readmeLoop';
import { photographSteps, SIZE } from './readmeSteps';
import { createWorkflow, readExample, type Workflow } from '../host/workflows';

/** A panel to photograph. Each opens a workflow of its own: n8n locks one for two minutes. */
interface Shot {
	name: string;
	example: string;
	node: string;
	/** Laid over those of the example. */
	parameters?: object;
	/** In place of the example's name; the node is then unconnected. */
	renamed?: string;
}

const ROADMAP = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Roadmap' };
const WORKSPACE = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Workspace 1' };

const SHOTS: Shot[] = [
	{
		name: 'trigger-options',
		example: 'trigger.json',
		node: 'Task Event',
		parameters: {
			options: {
				boards: [],
				customEvents: '',
				ignoreDuplicates: true,
				ignoreOwnTasks: true,
				output: 'simplified',
				registrationLabel: '',
			},
		},
	},
	{
		name: 'task-create',
		example: 'actions.json',
		node: 'Book the Venue',
		parameters: {
			boardId: ROADMAP,
			additionalFields: {
				description: 'For 80 people, with a kitchen',
				dueDate: '2026-12-18',
				priority: 'high',
			},
		},
	},
	{
		name: 'board-create',
		example: 'actions.json',
		node: 'Create Board',
		parameters: { workspaceId: WORKSPACE },
	},
	{
		name: 'board-list',
		example: 'actions.json',
		node: 'List Boards',
		parameters: {
			returnAll: false,
			filters: { includeArchived: false, workspaceId: WORKSPACE },
			options: { concurrency: 50, maxRetries: 4, timeout: 20 },
		},
	},
	{
		name: 'board-find-or-create',
		example: 'actions.json',
		node: 'Create Board',
		parameters: { operation: 'findOrCreate', workspaceId: WORKSPACE },
	},
	{
		name: 'custom-api-call',
		example: 'actions.json',
		node: 'List Boards',
		renamed: 'Send a Request',
		parameters: {
			resource: 'customApiCall',
			operation: 'request',
			method: 'GET',
			path: '/api/v1/boards',
			query: '{ "archived": true }',
		},
	},
	{
		name: 'webhook-register',
		example: 'actions.json',
		node: 'List Boards',
		renamed: 'Register a Webhook',
		parameters: {
			resource: 'webhook',
			operation: 'create',
			url: 'https://example.com/task-events',
			events: ['task.created', 'task.updated'],
		},
	},
];

function staged(workflow: Workflow, { node, parameters, renamed }: Shot): Workflow {
	const nodes = workflow.nodes.map((one) => {
		if (one.name !== node) return one;
		return {
			...one,
			name: renamed ?? node,
			parameters: { ...Object(one.parameters), ...parameters },
		};
	});
	return { ...workflow, nodes, pinData: {}, ...(renamed && { connections: {} }) };
}

async function shootPanels(
	page: Page,
	environment: Environment,
	credential: Credential,
): Promise<void> {
	for (const shot of SHOTS) {
		const workflow = staged(await readExample(shot.example), shot);
		const saved = await createWorkflow(environment.session, workflow, credential);
		await openPanel(page, saved, shot.renamed ?? shot.node);
		await photograph(page, `panel-${shot.name}`);
	}
}

async function openPage(browser: Browser, { session }: Environment): Promise<Page> {
	const options = { colorScheme: 'light', reducedMotion: 'reduce', viewport: SIZE } as const;
	const page = await browser.newPage(options);
	// The editor asks before it is left with changes.
	page.on('dialog', (dialog) => void dialog.accept());
	await signIn(page, session);
	return page;
}

async function main(): Promise<void> {
	const environment = await openEnvironment();
	const browser = await startBrowser();
	try {
		const { url: baseUrl, token: apiToken } = environment.sandbox;
		const credential = await createCredential(environment.session, {
			name: 'Task service',
			type: 'workspaceTaskServiceApi',
			data: { baseUrl, apiToken },
		});
		const page = await openPage(browser, environment);
		const loop = async () => await photographLoop(browser, page, environment);
		await photographSteps(page, environment, credential, loop);
		await photographErrors(page, environment, credential);
		await shootPanels(page, environment, credential);
	} finally {
		await browser.close();
		await environment.close();
	}
}

void main();
