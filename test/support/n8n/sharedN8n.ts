import { z } from 'zod/v4';
import type { RunningHost } from '../../../tools/n8n/host';
import { owner } from '../../../tools/n8n/api/session';

const shape = z.object({ home: z.string(), url: z.string(), owner, tarball: z.string() });

export type Shared = z.infer<typeof shape>;

/** jest's workers inherit the environment. */
export function announceShared(
	{ home, n8n: { url }, session }: RunningHost,
	tarball: string,
): void {
	const shared: Shared = { home, url, owner: session.owner, tarball };
	process.env.SHARED_N8N = JSON.stringify(shared);
}

export function readShared(): Shared | undefined {
	const { SHARED_N8N } = process.env;
	return SHARED_N8N === undefined ? undefined : shape.parse(JSON.parse(SHARED_N8N));
}
