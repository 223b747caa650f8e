import { CALLS } from './api/calls';
import { boardList, listedBoard, nameKey, type ListedBoard } from './api/requests';
import { ExpiringMap } from './expiringMap';
import { untilAborted } from './time/abort';
import { systemClock } from './time/clock';
import type { Client, SendOptions } from './transport/client';
import type { List } from './transport/pages';

const MAX_LISTS = 100;
/** For how long a list serves a run or panel that opens later. */
export const MAX_AGE_MS = 5_000;
/** How long to wait for a list that another run or panel has requested. */
const MAX_WAIT_MS = 5_000;

type Board = Record<string, unknown>;

export interface Names {
	boards: ListedBoard[];
	byName: Map<string, Board[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

/** A run, or a panel, which has no options and requests each page once. */
export interface Reader {
	client: Client;
	sendOptions?: SendOptions;
}

interface BoardList {
	client: Client;
	/** By the clock. */
	startedAt: number;
	names: Promise<Names>;
}

interface Search {
	workspaceId?: number | string;
	/** Without it, any list will do. */
	name?: string;
	/** By the clock: only a list from after it proves that there is no board with the name. */
	since?: number;
}

/** By account and workspace. */
const lists = new ExpiringMap<BoardList>(MAX_LISTS);

/**
 * A list that has exactly one board with the name, or proves that there is none (API: GET
 * /api/v1/boards). One request is in flight at a time. If it fails, the items of the run fail that
 * wait for it; others request their own.
 */
export async function namesFor(reader: Reader, search: Search): Promise<Names> {
	const { client } = reader;
	const key = `${client.account.key} ${search.workspaceId}`;
	const oldest = Math.min(client.openedAt, systemClock.now() - MAX_AGE_MS);
	let read: BoardList | undefined;
	for (let list = lists.get(key); list !== undefined && list !== read; list = lists.get(key)) {
		const names = list.startedAt < oldest ? undefined : await namesOf(list, reader);
		if (names !== undefined && serves(list.startedAt, names, search)) return names;
		read = list;
	}
	return await request(reader, key, search);
}

function serves(startedAt: number, names: Names, { name, since = -Infinity }: Search): boolean {
	const isFound = name === undefined || names.byName.get(nameKey(name))?.length === 1;
	return isFound || startedAt >= since;
}

/** Undefined if that of another run or panel fails or takes long. */
async function namesOf({ client, names }: BoardList, { client: own, sendOptions }: Reader) {
	if (client === own) return await names;
	const signals = [AbortSignal.timeout(MAX_WAIT_MS), sendOptions?.queue.signal];
	const end = AbortSignal.any(signals.filter((one) => one !== undefined));
	return await untilAborted(end, names).catch(() => undefined);
}

async function request(reader: Reader, key: string, { workspaceId }: Search): Promise<Names> {
	const { client, sendOptions } = reader;
	const startedAt = systemClock.now();
	const boards = { call: CALLS.listBoards, query: { workspace_id: workspaceId } };
	// The first item, because the list of a run does not end with one of its items.
	const options = sendOptions && { ...sendOptions, item: 0 };
	const names = client.list(boards, boardList, options).then(namesIn);
	const list = lists.set(key, { client, startedAt, names });
	names.catch(() => lists.get(key) === list && lists.delete(key));
	// The item that requested it continues first.
	return await names;
}

export function namesIn({ entries, hasMore }: List<Board>): Names {
	const byName = new Map<string, Board[]>();
	const boards: ListedBoard[] = [];
	let isPartial = hasMore;
	for (const board of entries) {
		const listed = listedBoard.parse(board);
		const { name } = listed;
		boards.push(listed);
		if (name === undefined) isPartial = true;
		const named = byName.get(nameKey(name ?? '')) ?? [];
		named.push(board);
		byName.set(nameKey(name ?? ''), named);
	}
	return { boards, byName, isPartial };
}
