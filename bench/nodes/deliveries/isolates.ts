/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeBinary } from '../../../host/paths.cjs';

/** An n8n that tells how many isolates it takes. */
export const COUNTED = { N8N_METRICS: 'true' };

/** CPU time of one of n8n's isolates, in milliseconds. */
export async function isolateCpuMs(): Promise<number> {
	const script = path.join(__dirname, 'isolate.cjs');
	const { stdout } = await promisify(execFile)(nodeBinary, [script]);
	return Number(stdout);
}

/** How many isolates an n8n has taken since its start. */
export async function isolatesTaken(url: string): Promise<number> {
	const answer = await fetch(`${url}/metrics`);
	return readTaken(await answer.text());
}

/** @param metrics in the format of Prometheus; an n8n that has taken none does not tell */
export function readTaken(metrics: string): number {
	const [, value = '0'] = /^n8n_expression_pool_acquired(?:_total)? (\S+)$/m.exec(metrics) ?? [];
	return Number(value);
}
