import { CALLS } from '../../api/requests';
import { boardList, nameKey } from '../../api/responses';
import { listedBoard, type ListedBoard } from '../../api/shapes';
import type { Client, SendOptions } from '../../transport/client';
import { cleanText } from '../../transport/errors/words';
import type { List } from '../../transport/pages';
import type { ServiceObject, WantedBoard } from '../operation';

/** Of lists in a row: then items that wait for a list fail with it. */
const MAX_FAILURES = 3;
export const MAX_LISTED = 20;

export interface Names {
	boards: ListedBoard[];
	byName: Map<string, ServiceObject[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

export interface Search {
	wanted: WantedBoard;
	itemIndex: number;
	/** By the clock: only a list from after it proves that there is no such board. */
	since: number;
}

export class BoardLists {
	private readonly lists = new Map<string, { startedAt: number; names: Promise<Names> }>();
	private failures = 0;

	constructor(
		private readonly client: Client,
		private readonly sendOptions: SendOptions,
		private readonly now: () => number,
	) {}

	/** One list at a time for each workspace. If it fails, the next item reads it again. */
	async names({ wanted, since, itemIndex }: Search): Promise<Names> {
		const { lists } = this;
		const key = String(wanted.workspaceId);
		for (let list = lists.get(key); list !== undefined; list = lists.get(key)) {
			const isTriedAgain = this.failures < MAX_FAILURES;
			const names = await (isTriedAgain ? list.names.catch(() => undefined) : list.names);
			const isFound = names?.byName.get(nameKey(wanted.name))?.length === 1;
			if (names !== undefined && (isFound || list.startedAt > since)) return names;
			if (lists.get(key) === list) lists.delete(key);
		}
		return await this.read(key, wanted, itemIndex);
	}

	private async read(key: string, { workspaceId }: WantedBoard, itemIndex: number): Promise<Names> {
		const { client, sendOptions, lists } = this;
		const query = { workspace_id: workspaceId };
		const request = { ...CALLS.listBoards, query, hasTimeoutOption: true };
		const listed = client.list(request, boardList, { sendOptions, itemIndex });
		const names = listed.then(namesIn);
		lists.set(key, { startedAt: this.now(), names });
		const onFailure = () => {
			this.failures += 1;
			lists.delete(key);
		};
		names.then(() => (this.failures = 0), onFailure);
		// The item that read it continues first.
		return await names;
	}
}

export function namesIn({ entries, hasMore }: List<ServiceObject>): Names {
	const byName = new Map<string, ServiceObject[]>();
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

/** @param wanted an ID, also as text, or an entry of the list below: models copy whole entries */
export const boardWithId = ({ boards }: Names, wanted: unknown) =>
	boards.find(({ id, name }) => [`${id}`, `${id} ${name}`].includes(String(wanted).trim()));

export function listOf({ boards }: Names): string {
	const listed = boards.slice(0, MAX_LISTED);
	const entries = listed.map(({ id = '', name = '' }) => cleanText(`${id} ${name}`, []));
	const others = boards.length - entries.length;
	return `Boards: ${entries.join(', ') || 'none'}${others > 0 ? ` and ${others} more` : ''}`;
}
