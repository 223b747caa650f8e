import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { namesIn, type Names, nameKey, type ListedBoard } from '../api/boards';
import { CALLS } from '../api/calls';
import { boardList } from '../api/responses';
import { boardId, workspaceId } from '../api/values/ids';
import type { Schema } from '../api/values/schemas';
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

/** Only boards with an ID that Create accepts. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = await listBoards(this);
	const options: INodePropertyOptions[] = [];
	for (const board of names.boards) {
		const { id } = board;
		if (isAccepted(id, boardId)) options.push({ name: boardLabel(board, names), value: id });
	}
	return sortedMatches(options);
}

/** The workspaces that hold at least one of the boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { boards } = await listBoards(this);
	const namesById = new Map<number | string, string[]>();
	for (const { name = '', workspaceId: id } of boards) {
		if (!isAccepted(id, workspaceId)) continue;
		const names = namesById.get(id) ?? [];
		namesById.set(id, name === '' ? names : [...names, name]);
	}
	const workspaces = [...namesById].map(([id, names]) => ({
		name: workspaceLabel(id, names),
		value: id,
	}));
	return { results: sortedMatches(workspaces, filter) };
}

async function listBoards(context: ILoadOptionsFunctions): Promise<Names> {
	const client = await openClient(context);
	const list = await client.list({ call: CALLS.listBoards }, boardList);
	return namesIn(list);
}

function isAccepted(id: unknown, schema: Schema<number | string>): id is number | string {
	return schema.safeParse(id).success;
}

/** Boards of the same name are told apart by workspace and ID. */
function boardLabel(board: ListedBoard, names: Names): string {
	const { id, name = '', workspaceId: workspace } = board;
	if (name === '') return `Board ${id}`;
	const sameName = names.byName.get(nameKey(name)) ?? [];
	if (sameName.length <= 1) return name;
	const place = workspace === undefined ? '' : `workspace ${workspace}, `;
	return `${name} (${place}ID ${id})`;
}

function workspaceLabel(id: number | string, boards: string[]): string {
	const names = boards.slice(0, MAX_NAMED);
	if (boards.length > MAX_NAMED) names.push('…');
	return names.length === 0 ? `Workspace ${id}` : `Workspace ${id} (${names.join(', ')})`;
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function sortedMatches(options: INodePropertyOptions[], filter = ''): INodePropertyOptions[] {
	const text = filter.trim().toLowerCase();
	const matches = options.filter(({ name, value }) => {
		return `${name} ${value}`.toLowerCase().includes(text);
	});
	return matches.sort((a, b) => compare(a.name, b.name));
}
