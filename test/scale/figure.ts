/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */

/** Prints what a run measured. */
export function figure(text: string): void {
	process.stdout.write(`  ${text}\n`);
}
