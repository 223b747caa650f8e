import { spawn } from 'node:child_process';
import path from 'node:path';
import { step } from '../install/progress.cjs';
import { modules, root } from '../install/paths.cjs';
import { openEnvironment } from '../n8n/host';

async function main(): Promise<void> {
	const ended = new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
	});
	// n8n watches the package's folder, reloads it and notifies open editors.
	const settings = { N8N_DEV_RELOAD: 'true' };
	const { n8n, sandbox, session, packageFolder, close } = await openEnvironment({ settings });
	console.log(`n8n      ${n8n.url}/home/workflows`);
	console.log(`  sign in  ${session.owner.email}  ${session.owner.password}`);
	console.log(`Sandbox  ${sandbox.url}  API token ${sandbox.token}`);
	console.log('Each saved .ts file is compiled and reloaded. Press Ctrl-C to stop.');
	const compile = [path.join(modules, 'typescript/bin/tsc'), '--watch', '--preserveWatchOutput'];
	const outDir = path.join(packageFolder, 'dist');
	const compiler = spawn(process.execPath, [...compile, '--outDir', outDir], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	await ended;
	compiler.kill();
	await step('Stopping', close);
	process.exit();
}

main().catch(({ message }: Error) => {
	console.error(message);
	process.exit(1);
});
