import { z } from 'zod/v4';
import type { Session } from './session';

export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, string>;
}
export type Credential = NewCredential & { id: string };

const verdict = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

export async function createCredential(
	{ rest }: Session,
	credential: NewCredential,
): Promise<Credential> {
	const created = z
		.object({ id: z.string() })
		.parse(await rest('POST', '/rest/credentials', credential));
	return { ...credential, id: created.id };
}

/** The way in which a node refers to its credential. */
export function use({ id, name, type }: Credential): Record<string, { id: string; name: string }> {
	return { [type]: { id, name } };
}

/** What the editor shows after "Save". */
export async function testCredential({ rest }: Session, credential: Credential) {
	return verdict.parse(await rest('POST', '/rest/credentials/test', { credentials: credential }));
}
