import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { board, boardList } from '../api/schemas';
import type { Board } from '../api/types';
import type { Account } from '../transport/account';
import { openAccount } from '../transport/account';
import { ask } from '../transport/ask';
import { pageOf } from './boardPage';

/** More in a dropdown at once make the editor slow. */
const ENTRIES_PER_PAGE = 250;

/** The boards of the account whose name or id contains the filter, by name, archived ones last. */
export async function searchBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = matching(await boardEntries(this), filter);
	const start = Number(paginationToken ?? 0);
	const end = start + ENTRIES_PER_PAGE;
	return {
		results: found.slice(start, end),
		paginationToken: end < found.length ? String(end) : undefined,
	};
}

/** Every board as an entry of a list, by name, archived ones marked and last. */
export async function boardEntries(
	context: ILoadOptionsFunctions,
): Promise<INodeListSearchItems[]> {
	const account = await openAccount(context);
	// The name of the field that marks an archived board is not shown; the two lists tell as well.
	const [current, all] = await Promise.all([
		listBoards(context, account, false),
		listBoards(context, account, true),
	]);
	const currentIds = new Set(current.map(({ id }) => id));
	const archived = all.filter(({ id }) => !currentIds.has(id));
	return [
		...entriesFor(current, account),
		...entriesFor(archived, account).map((one) => ({ ...one, name: `${one.name} (archived)` })),
	];
}

/** The workspaces that hold at least one of those boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await listBoards(this, await openAccount(this), true);
	const ids = new Set(boards.flatMap(({ workspace_id }) => workspace_id ?? []));
	const entries = [...ids].map((id) => ({ name: `Workspace ${id}`, value: id }));
	return { results: matching(byName(entries), filter) };
}

/** API: GET /api/v1/boards */
async function listBoards(
	context: ILoadOptionsFunctions,
	account: Account,
	archived: boolean,
): Promise<Board[]> {
	const query = archived ? { archived } : {};
	const request = { method: 'GET', path: '/api/v1/boards', query } as const;
	const boards = await ask(context, account, request, boardList);
	return boards.map((answer) => board.parse(answer));
}

/** Boards of the same name are told apart by their ids. One without an id cannot be chosen. */
function entriesFor(boards: Board[], account: Account): INodeListSearchItems[] {
	const once = new Set<string | undefined>();
	const shared = new Set<string | undefined>();
	for (const { name } of boards) (once.has(name) ? shared : once).add(name);
	const entries = boards.flatMap((one) => {
		const { id, name = `Board ${id}` } = one;
		if (id === undefined) return [];
		const title = shared.has(name) ? `${name} (${id})` : name;
		return [{ name: title, value: id, url: pageOf(one, account.baseUrl) }];
	});
	return byName(entries);
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

function byName(entries: INodeListSearchItems[]): INodeListSearchItems[] {
	return entries.sort((a, b) => compare(a.name, b.name));
}

function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}
