import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { namesIn, type Names, nameKey, type ListedBoard } from '../api/boards';
import { CALLS } from '../api/calls';
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
	const boards = sortedMatches(await getBoards.call(this), filter);
	const start = Number(paginationToken ?? 0);
	const end = start + MAX_ENTRIES_PER_PAGE;
	const next = end < boards.length ? String(end) : undefined;
	return { results: boards.slice(start, end), paginationToken: next };
}

/** The workspaces that hold at least one of the boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { boards } = await listBoards(this);
	const namesById = new Map<number | string, string[]>();
	for (const { workspace_id: id, name } of boards) {
		if (id === undefined || !workspaceId.safeParse(id).success) continue;
		const names = namesById.get(id) ?? [];
		if (name !== undefined) names.push(name);
		namesById.set(id, names);
	}
	const workspaces: INodePropertyOptions[] = [];
	for (const [id, names] of namesById) {
		workspaces.push({ name: workspaceName(id, names), value: id });
	}
	return { results: sortedMatches(workspaces, filter) };
}

function workspaceName(id: number | string, boards: string[]): string {
	const more = boards.length > MAX_NAMED ? ', …' : '';
	const names = boards.slice(0, MAX_NAMED).join(', ');
	return names === '' ? `Workspace ${id}` : `Workspace ${id} (${names}${more})`;
}

/** Only boards with an ID that Create accepts. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = await listBoards(this);
	const options: INodePropertyOptions[] = [];
	for (const board of names.boards) {
		if (board.id === undefined || !boardId.safeParse(board.id).success) continue;
		options.push({ name: boardLabel(board, names), value: board.id });
	}
	return sortedMatches(options);
}

/** Boards of the same name are told apart by workspace and ID. */
function boardLabel({ id, name = '', workspace_id: workspace }: ListedBoard, names: Names): string {
	if (name === '') return `Board ${id}`;
	const count = names.byName.get(nameKey(name))?.length ?? 0;
	if (count <= 1) return name;
	const place = workspace === undefined ? '' : `workspace ${workspace}, `;
	return `${name} (${place}ID ${id})`;
}

async function listBoards(context: ILoadOptionsFunctions): Promise<Names> {
	const client = await openClient(context);
	return namesIn(await client.list({ call: CALLS.listBoards }, boardList));
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function sortedMatches(options: INodePropertyOptions[], filter = ''): INodePropertyOptions[] {
	const text = filter.trim().toLowerCase();
	return options
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(text))
		.sort((a, b) => compare(a.name, b.name));
}
