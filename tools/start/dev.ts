/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { flattenDiagnosticMessageText, readConfigFile, sys, transpileModule } from 'typescript';
import manifest from '../../package.json';
import { root } from '../install/paths.cjs';
import { poll, until } from '../n8n/poll';
import { step } from '../install/progress.cjs';
import { openEnvironment, type Environment, type Host } from '../n8n/host';

const SOURCES = ['index.ts', '{nodes,credentials,icons}/**/*.{ts,json,svg,png}'];
const POLL_MS = 300;
const RELOAD_TIMEOUT_MS = 1_000;
const RELOADING = `Hot reload triggered for ${manifest.name}`;
const FAILED = `Hot reload failed for ${manifest.name}`;
const NODES = ['workspaceTaskService', 'workspaceTaskServiceTrigger'].map((name) => ({
	name: `${manifest.name}.${name}`,
	version: 1,
}));

const sources = () => globSync(SOURCES, { cwd: root });

const { compilerOptions } = readConfigFile(path.join(root, 'tsconfig.json'), sys.readFile).config;

/** Transpiles or copies one source, without checking types. */
function build(source: string, folder: string): void {
	const target = path.join(folder, 'dist', source);
	mkdirSync(path.dirname(target), { recursive: true });
	if (!source.endsWith('.ts')) return cpSync(path.join(root, source), target);
	const text = readFileSync(path.join(root, source), 'utf8');
	const fileName = path.join(root, source);
	const { outputText, diagnostics = [] } = transpileModule(text, {
		fileName,
		// As in package.json, which is not read for a single file.
		compilerOptions: { ...compilerOptions, module: 'commonjs', moduleResolution: 'node10' },
		reportDiagnostics: true,
	});
	const [error] = diagnostics;
	if (error) throw new Error(flattenDiagnosticMessageText(error.messageText, ' '));
	writeFileSync(target.replace(/\.ts$/, '.js'), outputText);
}

/** The package as n8n installs it, without the 15 s of the real build. */
async function installSources(home: string): Promise<string> {
	const nodes = path.join(home, '.n8n/nodes');
	const folder = path.join(nodes, 'node_modules', manifest.name);
	for (const source of sources()) build(source, folder);
	const { name, version, license, author, keywords, n8n, main } = manifest;
	const packed = { name, version, license, author, keywords, n8n, main };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(packed));
	const list = { name: 'installed-nodes', private: true, dependencies: { [name]: version } };
	writeFileSync(path.join(nodes, 'package.json'), JSON.stringify(list));
	return folder;
}

/** n8n watches the package's folder, reloads it and notifies open editors. */
async function reload(
	{ n8n, packageFolder, session }: Environment<Host>,
	saved: string[],
): Promise<void> {
	const logged = n8n.log().length;
	const newLog = () => n8n.log().slice(logged);
	// Repeatedly, because n8n starts watching a few seconds after it is ready.
	await until('notice the change', async () => {
		for (const source of saved) build(source, packageFolder);
		return await poll(async () => newLog().includes(RELOADING) || undefined, RELOAD_TIMEOUT_MS);
	});
	await until('load the package', async () => {
		if (newLog().includes(FAILED)) throw new Error('n8n cannot load the changed package');
		const types = await session
			.rest('POST', '/rest/node-types', { nodeInfos: NODES })
			.catch(() => []);
		return Array.isArray(types) && types.length === NODES.length ? true : undefined;
	});
}

const lastChanges = () =>
	new Map(sources().map((source) => [source, statSync(path.join(root, source)).mtimeMs]));

/** Polls, because Node's watcher loses files that an editor replaces. */
async function watchSources(changed: (saved: string[]) => Promise<void>): Promise<never> {
	for (let before = lastChanges(); ;) {
		await delay(POLL_MS);
		const now = lastChanges();
		const saved = [...now.keys()].filter((source) => now.get(source) !== before.get(source));
		before = now;
		if (saved.length > 0) await changed(saved);
	}
}

async function main(): Promise<void> {
	const ended = new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
	});
	const environment = await openEnvironment({
		settings: { N8N_DEV_RELOAD: 'true' },
		install: installSources,
	});
	console.log(`n8n      ${environment.n8n.url}/home/workflows`);
	console.log(
		`  sign in  ${environment.session.owner.email}  ${environment.session.owner.password}`,
	);
	console.log(`Sandbox  ${environment.sandbox.url}  API token ${environment.sandbox.token}`);
	console.log(
		'Save a file under nodes/, credentials/ or icons/ to reload it. Press Ctrl-C to stop.',
	);
	void watchSources(async (saved) => {
		const started = Date.now();
		try {
			await reload(environment, saved);
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			console.log(`${saved.join(', ')}: reloaded in ${seconds} s`);
		} catch (error) {
			console.error(`${saved.join(', ')}: ${(error as Error).message}`);
		}
	});
	await ended;
	await step('Stopping', environment.close);
	process.exit();
}

main().catch(({ message }: Error) => {
	console.error(message);
	process.exit(1);
});
