import { CALLS } from './api/requests';
import { boardList, nameKey } from './api/responses';
import { listedBoard, type ListedBoard } from './api/shapes';
import { ExpiringMap } from './expiringMap';
import { systemClock, untilAborted } from './time';
import type { Client, SendOptions } from './transport/client';
import type { List } from './transport/pages';

const MAX_LISTS = 100;
/** For how long a list serves others than its reader. */
export const MAX_AGE_MS = 5_000;
/** How long to wait for a list that another reader has requested. */
const MAX_WAIT_MS = 5_000;
/** Of lists in a row: then items that wait for a list fail with it. */
const MAX_FAILURES = 3;

type Board = Record<string, unknown>;

export interface Names {
	boards: ListedBoard[];
	byName: Map<string, Board[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

interface BoardList {
	/** By the clock. */
	startedAt: number;
	names: Promise<Names>;
}

export type OwnLists = Map<string, BoardList>;

/** A run, or a panel, which has no options and requests each page once. */
export interface Reader {
	client: Client;
	sendOptions?: SendOptions;
	memory: { lists: OwnLists };
}

interface Search {
	workspaceId?: number | string;
	/** Without it, any list will do. */
	name?: string;
	/** By the clock: only a list from after it proves that there is no board with the name. */
	since?: number;
	itemIndex?: number;
}

/** By account and workspace. */
const lists = new ExpiringMap<BoardList>(MAX_LISTS);

/**
 * A list that has exactly one board with the name, or proves that there is none (API: GET
 * /api/v1/boards). The items of a run share one request at a time. Runs and panels share what one of
 * them requests, but not its failures: then each requests its own.
 */
export async function namesFor(reader: Reader, search: Search): Promise<Names> {
	const own = reader.memory.lists;
	const key = `${reader.client.account.key} ${search.workspaceId}`;
	const latest = lists.get(key);
	if (!own.has(key) && latest !== undefined) {
		const names = await inTime(latest.names, reader).catch(() => undefined);
		if (names !== undefined && serves(latest.startedAt, names, search)) return names;
	}
	let failures = 0;
	for (let list = own.get(key); list !== undefined; list = own.get(key)) {
		const names = await (failures < MAX_FAILURES ? list.names.catch(() => {}) : list.names);
		if (names === undefined) failures += 1;
		else if (serves(list.startedAt, names, search)) return names;
		if (own.get(key) === list) own.delete(key);
	}
	return await request(reader, key, search);
}

function serves(startedAt: number, names: Names, { name, since = -Infinity }: Search): boolean {
	const isFound = name === undefined || names.byName.get(nameKey(name))?.length === 1;
	return isFound || startedAt >= since;
}

/** @throws the reason of the signal, or at the end of the wait */
async function inTime(names: Promise<Names>, { sendOptions }: Reader): Promise<Names> {
	const signals = [AbortSignal.timeout(MAX_WAIT_MS), sendOptions?.queue.signal];
	return await untilAborted(AbortSignal.any(signals.filter((one) => one !== undefined)), names);
}

async function request(reader: Reader, key: string, { workspaceId, itemIndex }: Search) {
	const { client, sendOptions, memory } = reader;
	const query = { workspace_id: workspaceId };
	const startedAt = systemClock.now();
	const call = { ...CALLS.listBoards, query };
	const names = client.list(call, boardList, { sendOptions, itemIndex }).then(namesIn);
	const list = { startedAt, names };
	memory.lists.set(key, list);
	lists.set(key, list, MAX_AGE_MS);
	for (const known of [memory.lists, lists])
		names.catch(() => known.get(key) === list && known.delete(key));
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
