/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { execFileSync } from 'node:child_process';
import { root } from './paths.cjs';

/** Installs what a level of tests needs beyond the development tools. */
export function installFor(...options: Array<'--host' | '--older' | '--tests'>): void {
	const args = ['tools/install/install.mjs', ...options];
	execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}
