import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { boardEntries } from './listSearch';

/** The boards of the account, by name. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const entries = await boardEntries(this);
	return entries.map(({ name, value }) => ({ name, value }));
}
