import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { median } from 'simple-statistics';
import { npm, runCommand } from '../../install/command.cjs';
import { root } from '../../install/paths.cjs';
import { step } from '../../install/progress.cjs';
import { writeTable } from '../document';
import { round, type Row } from '../section';
import { loadClients, type Client } from './clients';
import { drawBars, type Bar } from './picture';
import { simulate } from './simulate';
import { WORLDS } from './worlds';

const FOLDER = path.join(root, 'tools/bench/limits');
const SEEDS = [1];
const QUICK = 1.25;

/** Compares the limiter with libraries, in virtual time. Updates docs/PERFORMANCE.md and its picture. */
async function main(): Promise<void> {
	if (!existsSync(path.join(FOLDER, 'node_modules'))) {
		const install = npm('ci', '--ignore-scripts');
		await runCommand('Installing the libraries to compare with', install, { cwd: FOLDER });
	}
	const rows: Row[] = [];
	const bars: Bar[] = [];
	for (const [name, client] of Object.entries(await loadClients())) {
		const factors = await step(`Measuring ${name}`, async () => await measure(client));
		const quick = factors.filter((factor) => factor <= QUICK).length;
		bars.push({ client: name, lossless: factors.length, quick });
		rows.push({
			Client: name,
			'Without a lost item': factors.length,
			[`Of these within ${QUICK}`]: quick,
			'Median × possible': round(median(factors), 2),
		});
	}
	await writeTable('limits', rows, `${WORLDS.length} services, in virtual time`);
	writeFileSync(path.join(root, 'docs/images/limits.svg'), drawBars(bars, WORLDS.length));
}

/** @returns the factors of the worlds in which no item was lost with any seed */
async function measure(client: Client): Promise<number[]> {
	const factors: number[] = [];
	for (const world of WORLDS) {
		const results = [];
		for (const seed of SEEDS) results.push(await simulate(client, world, seed));
		const isLossless = results.every((result) => result.isLossless);
		if (isLossless) factors.push(median(results.map(({ factor }) => factor)));
	}
	return factors;
}

void main();
