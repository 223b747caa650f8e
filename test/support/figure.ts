/* eslint-disable @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */

/** Prints what a run measured, for the person who reads its output. */
export function figure(text: string): void {
	process.stdout.write(`  ${text}\n`);
}
