/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { z } from 'zod/v4';
import { dependencies } from '../../host/package.json';
import { root } from '../../host/paths.cjs';

export const RESULTS = path.join(root, 'bench/results.json');

const machine = z.object({
	cores: z.number(),
	cpu: z.string(),
	memoryGb: z.number(),
	node: z.string(),
	n8n: z.string(),
});
const results = z.object({ machine, sections: z.record(z.string(), z.array(z.unknown())) });

/** The rows of each section by its name, and the machine that all are from. */
export type Results = z.infer<typeof results>;
export type Machine = Results['machine'];

/** Undefined before the first run. */
export function readResults(): Results | undefined {
	if (!existsSync(RESULTS)) return undefined;
	return results.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
}

export function thisMachine(): Machine {
	return {
		cores: availableParallelism(),
		cpu: (cpus()[0]?.model ?? 'unknown').trim(),
		memoryGb: Math.round(totalmem() / 2 ** 30),
		node: process.versions.node,
		n8n: dependencies.n8n,
	};
}

/** Rows measured now in place of the old ones. Those of another machine are dropped. */
export function merged(old: Results | undefined, fresh: Results): Results {
	const isSame = JSON.stringify(old?.machine) === JSON.stringify(fresh.machine);
	return isSame ? { ...fresh, sections: { ...old?.sections, ...fresh.sections } } : fresh;
}
