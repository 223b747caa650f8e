import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { board, boardList } from '../api/responses';
import type { Board } from '../api/types';
import { BoundedMap } from '../boundedMap';
import { authenticate } from '../transport/client';
import type { Account } from '../transport/login/account';
import { openAccount, secretsOf } from '../transport/login/account';
import { LIST_BOARDS } from '../transport/login/login';
import { listAll } from '../transport/pages';
import { readResponse } from '../transport/response';

/** More in a dropdown at once make the editor slow. */
const ENTRIES_PER_PAGE = 250;
/** The editor asks again for each page and each letter of a filter. */
const KEPT_MS = 5_000;
const LISTS_KEPT = 100;
/** Boards that name their workspace. */
const MAX_NAMED = 3;

interface Entry {
	name: string;
	value: number | string;
}

const kept = new BoundedMap<{ boards: Promise<Board[]>; at: number }>(LISTS_KEPT);

/** The boards of the account whose name or id contains the filter, by name, archived ones last. */
export async function searchBoards(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = matching(await getBoards.call(this), filter);
	const start = Number(paginationToken ?? 0);
	const end = start + ENTRIES_PER_PAGE;
	const next = end < found.length ? String(end) : undefined;
	return { results: found.slice(start, end), paginationToken: next };
}

/** The workspaces that hold at least one of those boards: the API shows no list of workspaces. */
export async function searchWorkspaces(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const boards = await boardsOf(this, await openAccount(this), true);
	const ids = new Set(boards.flatMap(({ workspace_id }) => workspace_id ?? []));
	const entries = [...ids].map((id) => ({ name: workspaceName(id, boards), value: id }));
	return { results: matching(byName(entries), filter) };
}

/** The API shows no names of workspaces: the boards tell them apart. */
function workspaceName(id: number | string, boards: Board[]): string {
	const own = boards.filter(({ workspace_id }) => workspace_id === id);
	const names = own.flatMap(({ name }) => name ?? []);
	const more = names.length > MAX_NAMED ? ', …' : '';
	const shown = names.slice(0, MAX_NAMED).join(', ');
	return shown === '' ? `Workspace ${id}` : `Workspace ${id} (${shown}${more})`;
}

/** Every board as an entry, by name, archived ones marked and last. */
export async function getBoards(this: ILoadOptionsFunctions): Promise<Entry[]> {
	const account = await openAccount(this);
	// The field that marks an archived board is not shown; the two lists tell as well.
	const [current, all] = await Promise.all([
		boardsOf(this, account, false),
		boardsOf(this, account, true),
	]);
	const currentIds = new Set(current.map(({ id }) => id));
	const archived = entriesFor(all.filter(({ id }) => !currentIds.has(id)));
	const marked = archived.map(({ name, value }) => ({ name: `${name} (archived)`, value }));
	return [...entriesFor(current), ...marked];
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
	const list = listAll(
		async (page) => await authenticate(context, account, page),
		(outcome, page) => readResponse(context, account, page, outcome, boardList),
		{ ...LIST_BOARDS, query: archived ? { archived } : {} },
		baseUrl,
	);
	const boards = list.then(({ entries }) => entries.map((answer) => board.parse(answer)));
	kept.set(key, { boards, at: Date.now() });
	boards.catch(() => kept.delete(key));
	return await boards;
}

/** Boards of the same name are told apart by their ids. One without an id cannot be chosen. */
function entriesFor(boards: Board[]): Entry[] {
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

function byName(entries: Entry[]): Entry[] {
	return entries.sort((a, b) => compare(a.name, b.name));
}

function matching(entries: Entry[], filter = ''): Entry[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}
