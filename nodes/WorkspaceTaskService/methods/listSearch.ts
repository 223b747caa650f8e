import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ListedBoard } from '../api/shapes';
import { boardId, workspaceId } from '../api/values';
import { namesFor } from '../boardLists';
import { openClient } from '../transport/client';

/** More in a dropdown at once make the editor slow. */
const MAX_ENTRIES_PER_PAGE = 250;
const MAX_NAMED = 3;

export async function searchBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = matching(await getBoards.call(this), filter);
	const start = Number(paginationToken ?? 0);
	const end = start + MAX_ENTRIES_PER_PAGE;
	const next = end < found.length ? String(end) : undefined;
	return { results: found.slice(start, end), paginationToken: next };
}

/** The workspaces that hold at least one of those boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await boardsFor(this);
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
	return { results: matching(byName(entries), filter) };
}

function workspaceName(id: number | string, names: string[]): string {
	const more = names.length > MAX_NAMED ? ', …' : '';
	const shown = names.slice(0, MAX_NAMED).join(', ');
	return shown === '' ? `Workspace ${id}` : `Workspace ${id} (${shown}${more})`;
}

export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return entriesFor(await boardsFor(this));
}

/** The editor requests them for each page and each letter of a filter. */
async function boardsFor(context: ILoadOptionsFunctions): Promise<ListedBoard[]> {
	const client = await openClient(context);
	return (await namesFor({ client }, {})).boards;
}

/** Boards of the same name are told apart by workspace and ID. Only an ID that Create accepts is offered. */
function entriesFor(boards: ListedBoard[]): INodePropertyOptions[] {
	const counts = new Map<string | undefined, number>();
	for (const { name } of boards) counts.set(name, (counts.get(name) ?? 0) + 1);
	const entries = boards.flatMap(({ id, name = `Board ${id}`, workspace_id: workspace }) => {
		if (id === undefined || !boardId.safeParse(id).success) return [];
		const isShared = (counts.get(name) ?? 0) > 1;
		const place = workspace === undefined ? '' : `workspace ${workspace}, `;
		return [{ name: isShared ? `${name} (${place}ID ${id})` : name, value: id }];
	});
	return byName(entries);
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function byName(entries: INodePropertyOptions[]): INodePropertyOptions[] {
	return entries.sort((a, b) => compare(a.name, b.name));
}

function matching(entries: INodePropertyOptions[], filter = ''): INodePropertyOptions[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}
