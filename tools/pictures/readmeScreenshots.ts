import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../testkit/n8n/browser';
import { createCredential, type Credential } from '../n8n/api/credentials';
import { openPanel, signIn } from '../testkit/n8n/editor';
import { openEnvironment, type Environment } from '../n8n/environment';
import { photograph } from './photograph';
import { SHOTS, type Shot } from './panelShots';
import { photographApproval } from './readmeApproval';
import { photographErrors } from './readmeErrors';
import { photographLoop } from './readmeLoop';
import { photographSteps, SIZE } from './readmeSteps';
import { createWorkflow, readExample, type Workflow } from '../n8n/api/workflows';

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
		await photographApproval(browser);
	} finally {
		await browser.close();
		await environment.close();
	}
}

void main();
