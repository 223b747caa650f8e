import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import type { Board } from '../api/schemas';
import { board, boardList } from '../api/schemas';
import { openAccount } from '../transport/account';
import { ask } from '../transport/ask';
import type { ApiRequest } from '../transport/request';

const LIST_BOARDS: ApiRequest = { method: 'GET', path: '/api/v1/boards' };

/** The boards of the account whose name or id contains the filter, by name. */
export async function searchBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await listBoards(this);
	const once = new Set<string | undefined>();
	const shared = new Set<string | undefined>();
	for (const { name } of boards) (once.has(name) ? shared : once).add(name);
	const entries = boards.flatMap(({ id, name = `Board ${id}` }) =>
		id === undefined ? [] : [{ name: shared.has(name) ? `${name} (${id})` : name, value: id }],
	);
	return { results: matching(entries, filter) };
}

/** The workspaces that hold at least one of those boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await listBoards(this);
	const ids = new Set(boards.flatMap(({ workspace_id }) => workspace_id ?? []));
	const entries = [...ids].map((id) => ({ name: `Workspace ${id}`, value: id }));
	return { results: matching(entries, filter) };
}

async function listBoards(context: ILoadOptionsFunctions): Promise<Board[]> {
	const account = await openAccount(context);
	const boards = await ask(context, account, LIST_BOARDS, boardList);
	return boards.map((answer) => board.parse(answer));
}

function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return entries
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
		.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
