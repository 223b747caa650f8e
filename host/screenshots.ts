/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../test/support/browser';
import { createCredential, type Credential } from './credentials';
import { root } from './paths.cjs';
import { openStage, type Stage } from './stage';
import { createWorkflow, readExample, type SavedWorkflow, type Workflow } from './workflows';

const FOLDER = path.join(root, 'docs/images');
const QUALITY = 70;
const VIEWPORT = { width: 1280, height: 900 };
const SCHEMES = ['light', 'dark'] as const;

/** A panel to photograph. Each opens a workflow of its own: n8n locks one for two minutes. */
interface Shot {
	name: string;
	example: string;
	node: string;
	/** Laid over those of the example. */
	parameters?: object;
	/** In place of the example's name; the node then stands unconnected. */
	renamed?: string;
}

/** In the page: the left side, where there is one, shows more than its title and tabs. */
const INPUT_IS_THERE = `(document.querySelector('[data-test-id=ndv-input-panel]')?.innerText ?? '.....')
	.split(/Input|Schema|Table|JSON/i).join('').trim().length > 4`;

const ROADMAP = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Roadmap' };
const WORKSPACE = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Workspace 1' };

const SHOTS: Shot[] = [
	{ name: 'trigger', example: 'trigger.json', node: 'Task Event' },
	{
		name: 'trigger-options',
		example: 'trigger.json',
		node: 'Task Event',
		parameters: {
			options: {
				boards: [],
				customEvents: '',
				ignoreDuplicates: true,
				output: 'simplified',
				registrationLabel: '',
			},
		},
	},
	{ name: 'trigger-event', example: 'trigger.json', node: 'Describe It' },
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
			options: { concurrency: 5, maxRetries: 4, timeout: 20 },
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

async function signIn(page: Page, { session }: Stage): Promise<void> {
	await page.goto(`${session.url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(session.owner.email);
	await page.locator('input[name=password]').fill(session.owner.password);
	await page.locator('[data-test-id=form-submit-button]').click();
	await page.waitForURL(/home/);
}

async function openPanel(page: Page, { id }: SavedWorkflow, node: string): Promise<void> {
	await page.goto(new URL(`/workflow/${id}`, page.url()).href);
	await page.locator(`[data-test-id=canvas-node][data-node-name="${node}"]`).dblclick();
	await page.locator('[data-test-id=ndv]').waitFor();
	// Away from the fields, which show more when the mouse is over them.
	await page.mouse.move(0, 0);
	await page.waitForLoadState('networkidle');
	await page.waitForFunction(INPUT_IS_THERE);
}

function staged(workflow: Workflow, { node, parameters, renamed }: Shot): Workflow {
	const nodes = workflow.nodes.map((one) => {
		if (one.name !== node) return one;
		return {
			...one,
			name: renamed ?? node,
			parameters: { ...Object(one.parameters), ...parameters },
		};
	});
	return { ...workflow, nodes, ...(renamed && { connections: {} }) };
}

/** Playwright's own screenshots know no WebP. */
async function photograph(page: Page, name: string): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	const shot = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	writeFileSync(path.join(FOLDER, `${name}.webp`), Buffer.from(shot.data, 'base64'));
}

async function shoot(browser: Browser, stage: Stage, credential: Credential): Promise<void> {
	for (const colorScheme of SCHEMES) {
		const page = await browser.newPage({
			colorScheme,
			viewport: VIEWPORT,
			reducedMotion: 'reduce',
		});
		await signIn(page, stage);
		for (const shot of SHOTS) {
			const workflow = staged(await readExample(shot.example), shot);
			const saved = await createWorkflow(stage.session, workflow, credential);
			await openPanel(page, saved, shot.renamed ?? shot.node);
			await photograph(page, `panel-${shot.name}-${colorScheme}`);
		}
		await page.close();
	}
}

async function main(): Promise<void> {
	const stage = await openStage();
	const browser = await startBrowser();
	try {
		const { url: baseUrl, token: apiToken } = stage.sandbox;
		const credential = await createCredential(stage.session, {
			name: 'Task service',
			type: 'workspaceTaskServiceApi',
			data: { baseUrl, apiToken },
		});
		await shoot(browser, stage, credential);
	} finally {
		await browser.close();
		await stage.close();
	}
}

void main();
