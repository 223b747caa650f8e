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
}

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
	await page.waitForLoadState('networkidle');
}

function withParameters(workflow: Workflow, { node, parameters }: Shot): Workflow {
	const nodes = workflow.nodes.map((one) =>
		one.name === node ? { ...one, parameters: { ...Object(one.parameters), ...parameters } } : one,
	);
	return { ...workflow, nodes };
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
			const workflow = withParameters(await readExample(shot.example), shot);
			await openPanel(page, await createWorkflow(stage.session, workflow, credential), shot.node);
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
