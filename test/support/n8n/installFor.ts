import { spawnSync } from 'node:child_process';
import { root } from '../../../tools/install/paths.cjs';

/** Installs what a level of tests needs beyond the development tools, or says why not and exits. */
export function installFor(...options: Array<'--host' | '--older' | '--tests' | '--queue'>): void {
	const args = ['tools/install/install.mjs', ...options];
	const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
	// An exception would add jest's stack trace to what was printed.
	if (status !== 0) process.exit(1);
}
