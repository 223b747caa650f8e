import { existsSync } from 'node:fs';
import path from 'node:path';
import { median } from 'simple-statistics';
import { npm, runCommand } from '../../install/command.cjs';
import { root } from '../../install/paths.cjs';
import { step } from '../../install/progress.cjs';
import { writeTable } from '../document';
import { round, type Row } from '../section';
import { loadClients } from './clients';
import { simulate } from './simulate';
import { WORLDS } from './worlds';

const FOLDER = path.join(root, 'tools/bench/limits');
const QUICK = 1.25;

/** Compares the limiter with libraries, in virtual time. Updates docs/PERFORMANCE.md. */
async function main(): Promise<void> {
	if (!existsSync(path.join(FOLDER, 'node_modules'))) {
		const install = npm('ci', '--ignore-scripts');
		await runCommand('Installing the libraries to compare with', install, { cwd: FOLDER });
	}
	const rows: Row[] = [];
	for (const [name, client] of Object.entries(await loadClients())) {
		const factors: number[] = [];
		await step(`Measuring ${name}`, async () => {
			for (const world of WORLDS) factors.push(...[(await simulate(client, world)) ?? []].flat());
		});
		rows.push({
			Client: name,
			'Without a lost item': factors.length,
			[`Of these within ${QUICK}`]: factors.filter((factor) => factor <= QUICK).length,
			'Median × possible': round(median(factors), 2),
		});
	}
	await writeTable('limits', rows, `${WORLDS.length} services, in virtual time`);
}

void main();
