/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { execFileSync } from 'node:child_process';
import { root } from '../../../tools/install/paths.cjs';

/**
 * Calls an asynchronous function of a module in a separate process: for modules that need packages
 * in the form of ES modules, which jest does not load. What goes in and comes out is JSON.
 * @param file below the repository, such as `tools/verify/tools.ts`
 */
export function outsideJest<Result>(file: string, name: string, ...values: unknown[]): Result {
	const call = ['test/support/jest/call.cjs', file, name, JSON.stringify(values)];
	const output = execFileSync(process.execPath, ['--import', 'tsx', ...call], { cwd: root });
	return JSON.parse(output.toString()) as Result;
}
