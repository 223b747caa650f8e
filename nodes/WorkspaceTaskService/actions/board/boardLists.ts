import { namesIn, type Names } from '../../api/boardNames';
import { CALLS } from '../../api/calls';
import { boardList } from '../../api/requests';
import { systemClock } from '../../time/clock';
import type { Client } from '../../transport/client';
import type { SendOptions } from '../../transport/retry';
import type { WantedBoard } from '../operation';
import { lastCreateAt } from './creates';

interface BoardList {
	/** By the clock. */
	requestedAt: number;
	names: Promise<Names>;
}

/** The lists of boards that one run has requested, by workspace. */
export class BoardLists {
	private readonly latest = new Map<string, BoardList>();

	constructor(
		readonly client: Client,
		private readonly options: SendOptions,
	) {}

	/**
	 * A list that was requested after this process last created a board of the name, so that it proves
	 * whether there is one. One request is in flight at a time. If the request fails, so do the items that
	 * wait for the list, and the next item requests the list again.
	 */
	async namesFor({ name, workspaceId }: WantedBoard): Promise<Names> {
		let read: BoardList | undefined;
		for (;;) {
			const list = this.latest.get(String(workspaceId));
			if (list === undefined || list === read) return await this.request(workspaceId);
			const names = await list.names;
			const createdAt = lastCreateAt(this.client.account, name);
			if (list.requestedAt > createdAt) return names;
			read = list;
		}
	}

	private async request(workspaceId: WantedBoard['workspaceId']): Promise<Names> {
		const { client, latest, options } = this;
		const key = String(workspaceId);
		const requestedAt = systemClock.now();
		const request = { call: CALLS.listBoards, query: { workspace_id: workspaceId } };
		// The first item, because the list of a run does not end with one of its items.
		const names = client.list(request, boardList, { ...options, item: 0 }).then(namesIn);
		const list = { requestedAt, names };
		latest.set(key, list);
		names.catch(() => {
			if (latest.get(key) === list) latest.delete(key);
		});
		return await names;
	}
}
