import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { openClient } from '../http/client';
import { requestPages } from '../http/pages';
import {
	indexBoardsByName,
	type BoardIndex,
	normalizeName,
	type ListedBoard,
} from '../service/boards';
import { CALLS } from '../service/calls';
import { boardList } from '../service/responses';

const MAX_NAMED = 3;

export async function searchBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await getBoards.call(this);
	return { results: filterAndSortByName(boards, filter) };
}

export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const boardIndex = await requestBoards(this);
	const options: INodePropertyOptions[] = [];
	for (const board of boardIndex.boards) {
		const { id } = board;
		if (id !== undefined) options.push({ name: labelBoard(board, boardIndex), value: id });
	}
	return filterAndSortByName(options);
}

/** The workspaces that hold at least one of the boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { boards } = await requestBoards(this);
	const boardsById = new Map<number | string, string[]>();
	for (const { name = '', workspaceId } of boards) {
		if (workspaceId === undefined) continue;
		const names = boardsById.get(workspaceId) ?? [];
		if (name !== '') names.push(name);
		boardsById.set(workspaceId, names);
	}
	const workspaces: INodePropertyOptions[] = [];
	for (const [id, names] of boardsById) {
		workspaces.push({ name: labelWorkspace(id, names), value: id });
	}
	return { results: filterAndSortByName(workspaces, filter) };
}

async function requestBoards(context: ILoadOptionsFunctions): Promise<BoardIndex> {
	const client = await openClient(context);
	const list = await requestPages(client, { call: CALLS.listBoards }, boardList);
	return indexBoardsByName(list);
}

/** Boards of the same name are told apart by workspace and ID. */
function labelBoard(board: ListedBoard, boardIndex: BoardIndex): string {
	const { id, name = '', workspaceId: workspace } = board;
	if (name === '') return `Board ${id}`;
	const sameName = boardIndex.byName.get(normalizeName(name)) ?? [];
	if (sameName.length <= 1) return name;
	const place = workspace === undefined ? '' : `workspace ${workspace}, `;
	return `${name} (${place}ID ${id})`;
}

function labelWorkspace(id: number | string, boards: string[]): string {
	const names = boards.slice(0, MAX_NAMED);
	if (boards.length > MAX_NAMED) names.push('…');
	if (names.length === 0) return `Workspace ${id}`;
	return `Workspace ${id} (${names.join(', ')})`;
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function filterAndSortByName(options: INodePropertyOptions[], filter = ''): INodePropertyOptions[] {
	const text = filter.trim().toLowerCase();
	const matches = options.filter(({ name, value }) => {
		return `${name} ${value}`.toLowerCase().includes(text);
	});
	return matches.sort((a, b) => compare(a.name, b.name));
}
