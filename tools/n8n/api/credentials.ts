import { z } from 'zod/v4';
import type { Session } from './session';

export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}
export type Credential = NewCredential & { id: string };

const testResult = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

export async function createCredential(
	{ rest }: Session,
	credential: NewCredential,
): Promise<Credential> {
	const created = z
		.object({ id: z.string() })
		.parse(await rest('POST', '/rest/credentials', credential));
	return { ...credential, id: created.id };
}

/** As in the `credentials` of a node. */
export function referTo({ id, name, type }: Credential) {
	return { [type]: { id, name } };
}

/** What the editor does after "Save". */
export async function testCredential({ rest }: Session, credential: Credential) {
	return testResult.parse(
		await rest('POST', '/rest/credentials/test', { credentials: credential }),
	);
}
