/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- command line of a development tool, never published */
import { readFileSync } from 'node:fs';
import { assumedChanges, type AssumedChanges } from './schema';

/** Throws with the file and the settings that cannot be read. */
export function readAssumptions(file: string): AssumedChanges {
	const result = assumedChanges.safeParse(parse(file));
	if (result.success) return result.data;
	const reasons = result.error.issues.map(({ path, message }) => [...path, message].join(': '));
	throw new Error(`${file}: ${reasons.join('; ')}`);
}

function parse(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
	}
}
