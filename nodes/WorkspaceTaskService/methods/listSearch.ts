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
	return {
		results: boards.slice(start, end),
		paginationToken: end < boards.length ? String(end) : undefined,
	};
}

/** The workspaces that hold at least one of the boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { boards } = await listBoards(this);
	const workspaces: INodePropertyOptions[] = [];
	for (const [id, names] of namesByWorkspace(boards)) {
		workspaces.push({ name: workspaceLabel(id, names), value: id });
	}
	return { results: sortedMatches(workspaces, filter) };
}

function namesByWorkspace(boards: ListedBoard[]): Map<number | string, string[]> {
	const byWorkspace = new Map<number | string, string[]>();
	for (const board of boards) {
		const id = board.workspace_id;
		if (id === undefined || !workspaceId.safeParse(id).success) continue;
		const names = byWorkspace.get(id) ?? [];
		if (board.name !== undefined) names.push(board.name);
		byWorkspace.set(id, names);
	}
	return byWorkspace;
}

function workspaceLabel(id: number | string, boards: string[]): string {
	const names = boards.slice(0, MAX_NAMED).join(', ');
	if (names === '') return `Workspace ${id}`;
	if (boards.length > MAX_NAMED) return `Workspace ${id} (${names}, …)`;
	return `Workspace ${id} (${names})`;
}

/** Only boards with an ID that Create accepts. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = await listBoards(this);
	const options: INodePropertyOptions[] = [];
	for (const board of names.boards) {
		const { id } = board;
		if (id === undefined || !boardId.safeParse(id).success) continue;
		options.push({ name: boardLabel(board, names), value: id });
	}
	return sortedMatches(options);
}

/** Boards of the same name are told apart by workspace and ID. */
function boardLabel(board: ListedBoard, names: Names): string {
	const { id, name = '', workspace_id: workspace } = board;
	if (name === '') return `Board ${id}`;
	const sameName = names.byName.get(nameKey(name)) ?? [];
	if (sameName.length <= 1) return name;
	if (workspace === undefined) return `${name} (ID ${id})`;
	return `${name} (workspace ${workspace}, ID ${id})`;
}

async function listBoards(context: ILoadOptionsFunctions): Promise<Names> {
	const client = await openClient(context);
	const list = await client.list({ call: CALLS.listBoards }, boardList);
	return namesIn(list);
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function sortedMatches(options: INodePropertyOptions[], filter = ''): INodePropertyOptions[] {
	const text = filter.trim().toLowerCase();
	const matches = options.filter((option) => {
		const searched = `${option.name} ${option.value}`;
		return searched.toLowerCase().includes(text);
	});
	return matches.sort((a, b) => compare(a.name, b.name));
}
