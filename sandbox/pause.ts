/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { setTimeout as wait } from 'node:timers/promises';

/** Resolves after `ms`, or as soon as `ended`. */
export async function pause(ms: number, ended: AbortSignal): Promise<void> {
	await wait(ms, undefined, { signal: ended }).catch(() => undefined);
}
