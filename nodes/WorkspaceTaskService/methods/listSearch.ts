import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { board, boardList } from '../api/answers';
import type { Board } from '../api/types';
import { BoundedMap } from '../boundedMap';
import { authenticate } from '../transport/client';
import type { Account } from '../transport/credential';
import { openAccount, secretsOf } from '../transport/credential';
import type { ApiRequest } from '../transport/outcome';
import { listAll } from '../transport/pages';
import { readResponse } from '../transport/response';

/** More in a dropdown at once make the editor slow. */
const ENTRIES_PER_PAGE = 250;
/** The editor asks again for each page and each letter of a filter. */
const KEPT_MS = 5_000;
const LISTS_KEPT = 100;

interface KeptList {
	boards: Promise<Board[]>;
	at: number;
}

const kept = new BoundedMap<KeptList>(LISTS_KEPT);

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

/** The workspaces that hold at least one of those boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await boardsOf(this, await openAccount(this), true);
	const ids = new Set(boards.flatMap(({ workspace_id }) => workspace_id ?? []));
	const entries = [...ids].map((id) => ({ name: `Workspace ${id}`, value: id }));
	return { results: matching(byName(entries), filter) };
}

/** The boards of the account for a dropdown. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const entries = await boardEntries(this);
	return entries.map(({ name, value }) => ({ name, value }));
}

/** Every board as an entry, by name, archived ones marked and last. */
async function boardEntries(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const account = await openAccount(context);
	// The field that marks an archived board is not shown; the two lists tell as well.
	const [current, all] = await Promise.all([
		boardsOf(context, account, false),
		boardsOf(context, account, true),
	]);
	const currentIds = new Set(current.map(({ id }) => id));
	const archived = all.filter(({ id }) => !currentIds.has(id));
	return [
		...entriesFor(current),
		...entriesFor(archived).map((one) => ({ ...one, name: `${one.name} (archived)` })),
	];
}

/** API: GET /api/v1/boards */
async function boardsOf(
	context: ILoadOptionsFunctions,
	account: Account,
	archived: boolean,
): Promise<Board[]> {
	const { baseUrl, credential } = account;
	const key = JSON.stringify([baseUrl, credential.id, archived, ...secretsOf(credential.data)]);
	const known = kept.get(key);
	if (known !== undefined && Date.now() - known.at < KEPT_MS) return await known.boards;
	const boards = fetchBoards(context, account, archived ? { archived } : {});
	kept.set(key, { boards, at: Date.now() });
	boards.catch(() => kept.delete(key));
	return await boards;
}

async function fetchBoards(
	context: ILoadOptionsFunctions,
	account: Account,
	query: ApiRequest['query'],
): Promise<Board[]> {
	const { entries } = await listAll(
		async (page) => await authenticate(context, account, page),
		(outcome, page) => readResponse(context, account, page, outcome, boardList),
		{ method: 'GET', path: '/api/v1/boards', query },
		account.baseUrl,
	);
	return entries.map((answer) => board.parse(answer));
}

/** Boards of the same name are told apart by their ids. One without an id cannot be chosen. */
function entriesFor(boards: Board[]): INodeListSearchItems[] {
	const once = new Set<string | undefined>();
	const shared = new Set<string | undefined>();
	for (const { name } of boards) (once.has(name) ? shared : once).add(name);
	const entries = boards.flatMap(({ id, name = `Board ${id}` }) => {
		if (id === undefined) return [];
		return [{ name: shared.has(name) ? `${name} (${id})` : name, value: id }];
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
