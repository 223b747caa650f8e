import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** The pages load nothing else, and only violations are read: half the work. */
const OPTIONS = JSON.stringify({ preload: false, resultTypes: ['violations'] });

/** What axe finds in the current state of a page or of a part, with the first element of each. */
export async function violationsIn(page: Page, part = 'html'): Promise<string[]> {
	if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
	const violations = await page.evaluate<AxeResults['violations']>(
		`axe.run('${part}', ${OPTIONS}).then(({ violations }) => violations)`,
	);
	return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
