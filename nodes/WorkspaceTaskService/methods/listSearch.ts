import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { namesIn, type Names } from '../api/boards';
import { CALLS } from '../api/calls';
import { nameKey } from '../api/boards';
import { boardList } from '../api/responses';
import { boardId, workspaceId } from '../api/values/ids';
import { openClient } from '../transport/client';

/** More in a dropdown at once make the editor slow. */
const MAX_ENTRIES_PER_PAGE = 250;
const MAX_NAMED = 3;

export async function searchBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const boards = found(await getBoards.call(this), filter);
	const start = Number(paginationToken ?? 0);
	const end = start + MAX_ENTRIES_PER_PAGE;
	const next = end < boards.length ? String(end) : undefined;
	return { results: boards.slice(start, end), paginationToken: next };
}

/** The workspaces that hold at least one of those boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { boards } = await listedFor(this);
	const namesById = new Map<number | string, string[]>();
	for (const { workspace_id: id, name } of boards) {
		if (id === undefined || !workspaceId.safeParse(id).success) continue;
		const names = namesById.get(id) ?? [];
		if (name !== undefined) names.push(name);
		namesById.set(id, names);
	}
	const entries = [...namesById].map(([id, names]) => ({
		name: workspaceName(id, names),
		value: id,
	}));
	return { results: found(entries, filter) };
}

function workspaceName(id: number | string, names: string[]): string {
	const more = names.length > MAX_NAMED ? ', …' : '';
	const shown = names.slice(0, MAX_NAMED).join(', ');
	return shown === '' ? `Workspace ${id}` : `Workspace ${id} (${shown}${more})`;
}

/** Boards of the same name are told apart by workspace and ID. Only an ID that Create accepts is offered. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { boards, byName } = await listedFor(this);
	const entries = boards.flatMap(({ id, name = '', workspace_id: workspace }) => {
		if (id === undefined || !boardId.safeParse(id).success) return [];
		const isShared = name !== '' && (byName.get(nameKey(name)) ?? []).length > 1;
		const place = workspace === undefined ? '' : `workspace ${workspace}, `;
		const shown = name || `Board ${id}`;
		return [{ name: isShared ? `${shown} (${place}ID ${id})` : shown, value: id }];
	});
	return found(entries);
}

async function listedFor(context: ILoadOptionsFunctions): Promise<Names> {
	const client = await openClient(context);
	return namesIn(await client.list({ call: CALLS.listBoards }, boardList));
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function found(entries: INodePropertyOptions[], filter = ''): INodePropertyOptions[] {
	const wanted = filter.trim().toLowerCase();
	return entries
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
		.sort((a, b) => compare(a.name, b.name));
}
