/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import { n8nFolder, nodeBinary } from '../install/paths.cjs';
import { n8n as parts } from '../../package.json';
import type { BenchEnvironment } from './environment';
import { startService } from './process';
import { createTarget } from './run';
import { inRounds, round, type Row, type Section } from './section';

const ROUNDS = 5;
const BOARDS = 5_000;
const MODULES = path.join(n8nFolder(), 'node_modules');

/** A node of n8n with the same number of nodes and credentials. */
const LINEAR = [
	'nodes/Linear/Linear.node.js',
	'nodes/Linear/LinearTrigger.node.js',
	'credentials/LinearApi.credentials.js',
	'credentials/LinearOAuth2Api.credentials.js',
].map((file) => path.join(MODULES, 'n8n-nodes-base/dist', file));

/** In a process that has already loaded n8n's engine, as n8n has. */
const LOAD = `
	const [folder, ...files] = process.argv.slice(1);
	const host = require('node:module').createRequire(folder + '/index.js');
	for (const name of ['n8n-core', 'n8n-workflow']) host(name);
	const before = performance.now();
	for (const file of files) require(file);
	process.stdout.write(String(performance.now() - before));`;

/** Loading, and the lists of the panels. */
export const start: Section = { measure };

async function measure(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startService({ delayMs: 0, boards: BOARDS });
	try {
		const { own } = await createTarget(environment, service);
		const files = [...parts.nodes, ...parts.credentials].map((file) =>
			path.join(environment.packageFolder, file),
		);
		const timed = async (work: () => Promise<unknown>) => {
			const before = performance.now();
			await work();
			return performance.now() - before;
		};
		const cases: Array<[what: string, run: () => Promise<number>]> = [
			['Loading this package: two nodes, two credentials', async () => await loadMs(files)],
			['Loading n8n’s Linear: two nodes, two credentials', async () => await loadMs(LINEAR)],
			[
				'The list of boards in a panel, 5,000 boards',
				async () => await timed(async () => await environment.panelList('boards', own)),
			],
			[
				'The boards of the trigger, 5,000 boards',
				async () =>
					await timed(async () => await environment.panelList('boards of the trigger', own)),
			],
		];
		const times = await inRounds(ROUNDS, cases, async ([, run]) => await run());
		return cases.map(([what], index) => ({ What: what, ms: round(median(times[index] ?? [])) }));
	} finally {
		await service.stop();
	}
}

async function loadMs(files: string[]): Promise<number> {
	const args = ['-e', LOAD, '--', path.join(MODULES, 'n8n'), ...files];
	const NODE_PATH = [path.join(MODULES, 'n8n/node_modules'), MODULES].join(path.delimiter);
	const env = { PATH: process.env.PATH, NODE_PATH };
	const { stdout } = await promisify(execFile)(nodeBinary, args, { env });
	return Number(stdout);
}
