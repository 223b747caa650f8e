import type { Page } from 'playwright-core';
import type { Session } from '../n8n/api/session';
import type { SavedWorkflow } from '../n8n/api/workflows';

/** In the page: the input side, if there is one, shows more than its title and tabs. */
const INPUT_IS_THERE = `(document.querySelector('[data-test-id=ndv-input-panel]')?.innerText ?? '.....')
	.split(/Input|Schema|Table|JSON/i).join('').trim().length > 4`;

export const byTestId = (page: Page, name: string) =>
	page.locator(`[data-test-id=${name}]`).first();

/** n8n's tips for new users cover other elements. */
const NO_TIPS = `for (const panel of ['NDV', 'CANVAS'])
	localStorage.setItem('N8N_PIN_DATA_DISCOVERY_' + panel, 'true')`;

export async function signIn(page: Page, { url, owner }: Session): Promise<void> {
	await page.addInitScript(NO_TIPS);
	await page.goto(`${url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
	await page.locator('input[name=password]').fill(owner.password);
	await byTestId(page, 'form-submit-button').click();
	await page.waitForURL(/home/);
}

export async function openWorkflow(page: Page, { id }: SavedWorkflow): Promise<void> {
	await page.goto(new URL(`/workflow/${id}`, page.url()).href);
	await byTestId(page, 'canvas-node').waitFor();
}

export async function openPanel(page: Page, workflow: SavedWorkflow, node: string): Promise<void> {
	await openWorkflow(page, workflow);
	await page.locator(`[data-test-id=canvas-node][data-node-name="${node}"]`).dblclick();
	// Otherwise it hovers over a field of the panel.
	await page.mouse.move(0, 0);
	await byTestId(page, 'ndv').waitFor();
	await page.waitForLoadState('networkidle');
	await page.waitForFunction(INPUT_IS_THERE);
}

/** The only view of the output that always fits its panel. */
export async function showSchema(page: Page): Promise<void> {
	await byTestId(page, 'output-panel').getByText('Schema', { exact: true }).click();
}
