/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { n8nFolder, nodeBinary } from '../../../host/paths.cjs';
import type { Stage } from '../../../host/stage';
import { n8n as parts } from '../../../package.json';
import { median, rounded } from '../statistics';
import type { Starting } from './row';

const REQUIRE = path.join(__dirname, 'require.cjs');
const MODULES = path.join(n8nFolder(), 'node_modules');
const BASE = path.join(MODULES, 'n8n-nodes-base/dist');

/** Nodes of n8n: one without a trigger, and one that has the same kinds of parts as this package. */
const PEERS = {
	'n8n’s Wekan: a node, a credential': [
		'nodes/Wekan/Wekan.node.js',
		'credentials/WekanApi.credentials.js',
	],
	'n8n’s Linear: a node, a trigger, two credentials': [
		'nodes/Linear/Linear.node.js',
		'nodes/Linear/LinearTrigger.node.js',
		'credentials/LinearApi.credentials.js',
		'credentials/LinearOAuth2Api.credentials.js',
	],
};

/** Each in fresh processes, by turns. */
export async function loadingTimes({ packageFolder }: Stage, runs: number): Promise<Starting[]> {
	const own = [...parts.nodes, ...parts.credentials].map((file) => path.join(packageFolder, file));
	const subjects = [
		{ what: 'Loading this package: two nodes, two credentials', files: own, own: true },
		...Object.entries(PEERS).map(([name, files]) => ({
			what: `Loading ${name}`,
			files: files.map((file) => path.join(BASE, file)),
			own: false,
		})),
	].map((subject) => ({ ...subject, times: [] as number[] }));
	for (let run = 0; run < runs; run++) {
		for (const { files, times } of subjects) times.push(await loadingTime(files));
	}
	return subjects.map(({ what, own: isOwn, times }) => ({
		...{ what, runs, value: rounded(median(times), 1), unit: 'ms', own: isOwn },
	}));
}

async function loadingTime(files: string[]): Promise<number> {
	const words = [REQUIRE, path.join(MODULES, 'n8n'), ...files];
	// As n8n sets it, so that packages find what it brings along.
	const env = {
		PATH: process.env.PATH,
		NODE_PATH: `${path.join(MODULES, 'n8n/node_modules')}${path.delimiter}${MODULES}`,
	};
	const { stdout } = await promisify(execFile)(nodeBinary, words, { env });
	return Number(stdout);
}
