import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { searchBoards } from './listSearch';

/** The boards of the account, by name. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await searchBoards.call(this);
	return results;
}
