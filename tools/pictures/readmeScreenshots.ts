import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../n8n/editor/browser';
import { createCredential, type Credential } from '../n8n/api/credentials';
import { openPanel, signIn } from '../n8n/editor/editor';
import { openEnvironment, type Environment } from '../n8n/host';
import { takeScreenshot } from './screenshot';
import { PANELS, type PanelScreenshot } from './panelScreenshots';
import { screenshotApproval, screenshotSearch } from './readmeApproval';
import { screenshotErrors } from './readmeErrors';
import { screenshotFirstEvent } from './readmeFirstEvent';
import { screenshotSteps, SIZE } from './readmeSteps';
import { createWorkflow, readExample, type Workflow } from '../n8n/api/workflows';

function withParameters(workflow: Workflow, { node, parameters }: PanelScreenshot): Workflow {
	const nodes = workflow.nodes.map((one) =>
		one.name === node ? { ...one, parameters: { ...Object(one.parameters), ...parameters } } : one,
	);
	return { ...workflow, nodes, pinData: {} };
}

async function screenshotPanels(
	page: Page,
	environment: Environment,
	credential: Credential,
): Promise<void> {
	for (const shot of PANELS) {
		const workflow = withParameters(await readExample(shot.example), shot);
		const saved = await createWorkflow(environment.session, workflow, credential);
		await openPanel(page, saved, shot.node);
		await takeScreenshot(page, `panel-${shot.name}`);
	}
}

async function openPage(browser: Browser, { session }: Environment): Promise<Page> {
	const options = { colorScheme: 'light', reducedMotion: 'reduce', viewport: SIZE } as const;
	const page = await browser.newPage(options);
	// The editor asks about unsaved changes.
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
		const receiveEvent = async () => await screenshotFirstEvent(browser, page, environment);
		await screenshotSteps(page, environment, credential, receiveEvent);
		await screenshotErrors(page, environment, credential);
		await screenshotPanels(page, environment, credential);
		await screenshotApproval(browser);
		await screenshotSearch(page);
	} finally {
		await browser.close();
		await environment.close();
	}
}

void main();
