import { namesIn, type Names } from '../../api/boards';
import { CALLS } from '../../api/calls';
import { boardList } from '../../api/responses';
import { systemClock } from '../../time/clock';
import type { Client } from '../../transport/client';
import type { SendOptions } from '../../transport/retry';
import type { WantedBoard } from '../operation';
import { shareInFlight } from '../promises/shareInFlight';
import { lastCreateAt } from './creates';

interface BoardList {
	/** By the clock. */
	requestedAt: number;
	names: Names;
}

/** The lists of boards that a run has requested, by workspace. */
export class BoardLists {
	private readonly lists = new Map<string, Promise<BoardList>>();

	constructor(
		readonly client: Client,
		private readonly options: SendOptions,
	) {}

	/**
	 * A list that was requested after this process last created a board of the name, so that it proves
	 * whether there is a board. One request is in flight at a time. If the request fails, so do the items
	 * that wait for the list, and the next item requests the list again.
	 */
	async namesFor({ name, workspaceId }: WantedBoard): Promise<Names> {
		const list = await shareInFlight(this.lists, String(workspaceId), {
			work: async () => await this.request(workspaceId),
			canShare: async (list) => {
				const { requestedAt } = await list;
				return requestedAt > lastCreateAt(this.client.account, name);
			},
		});
		return list.names;
	}

	private async request(workspaceId: WantedBoard['workspaceId']): Promise<BoardList> {
		const requestedAt = systemClock.now();
		const request = { call: CALLS.listBoards, query: { workspace_id: workspaceId } };
		// With the signal of the run: the list is for all its items.
		const list = await this.client.list(request, boardList, this.options);
		return { requestedAt, names: namesIn(list) };
	}
}
