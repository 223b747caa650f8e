import { NodeOperationError } from 'n8n-workflow';

import type { Fields } from '../../api/json';
import { nameKey } from '../../api/responses';
import { listedBoard } from '../../api/shapes';
import { isTool } from '../../approval/toolCall';
import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../time';
import type { Client, SendOptions } from '../../transport/client';
import { inTurn } from '../../transport/inTurn';
import type { Outcome, Send } from '../../transport/outcome';
import { isNamedBoard } from '../fields';
import type { Operation, ServiceObject, WantedBoard } from '../operation';
import { boardWithId, BoardLists, listOf, MAX_LISTED, type Search } from './lists';

const MAX_NAMES = 10_000;
/** Of a list that proves that there is no board with a name. */
const MAX_AGE_MS = 5_000;

const SELECT = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};
const CREATE = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};
const MISSPELLED =
	'Check the spelling, or set "Board" to "From List". Archived boards are not considered.';

interface Lookup extends Search {
	hints: typeof SELECT;
}

/** When this process last tried to create each board, by the clock. */
const createdAt = new ExpiringMap<number>(MAX_NAMES);

/** Boards by name, from lists that the items of a run share (API: GET /api/v1/boards). */
export class Boards {
	private readonly lists: BoardLists;

	constructor(
		private readonly client: Client,
		private readonly sendOptions: SendOptions,
		private readonly now = systemClock.now,
	) {
		this.lists = new BoardLists(client, sendOptions, now);
	}

	/** @throws NodeOperationError if there is not exactly one board with a name in the fields */
	async replaceNames(fields: Fields, { properties }: Operation, itemIndex: number): Promise<void> {
		for (const { name: field, type } of properties) {
			const value = fields[field];
			if (type !== 'resourceLocator' || !isNamedBoard(value)) continue;
			const wanted = { name: value.boardName };
			const search = { wanted, hints: SELECT, itemIndex, since: -Infinity };
			const named = (await this.only(search)) ?? (await this.meantById(search));
			const name = shown(value.boardName);
			if (named === undefined) {
				const boards = listOf(await this.lists.names(search));
				throw this.rejection(search, `There is no board ${name}. ${boards}`, MISSPELLED);
			}
			const { id } = listedBoard.parse(named);
			const withoutId = `The service returned the board ${name} without an ID`;
			if (id === undefined) throw this.rejection(search, withoutId, SELECT.partial);
			fields[field] = id;
		}
	}

	/** A model that was shown IDs and names may use either. */
	private async meantById(search: Search): Promise<ServiceObject | undefined> {
		if (!isTool(this.client.context)) return undefined;
		return boardWithId(await this.lists.names(search), search.wanted.name);
	}

	/**
	 * Look-up and create of one name take turns in this process, whatever execution asks.
	 * @throws NodeOperationError if several have the name, or if it is unknown whether one has
	 */
	findFirst(wanted: WantedBoard | undefined, itemIndex: number): (next: Send) => Send {
		if (wanted === undefined) return (next) => next;
		const { client, sendOptions, now } = this;
		const turn = `board ${client.account.key} ${nameKey(wanted.name)}`;
		const findOrCreate = async (next: Send): Promise<Outcome> => {
			const since = Math.max(createdAt.get(turn) ?? 0, now() - MAX_AGE_MS);
			const object = await this.only({ wanted, hints: CREATE, itemIndex, since });
			if (object !== undefined) return { kind: 'found', object };
			return await next().finally(() => createdAt.set(turn, now()));
		};
		const wrap = inTurn(turn, 'POST', sendOptions.queue.signal);
		return (next) => wrap(async () => await findOrCreate(next));
	}

	private async only(search: Lookup): Promise<ServiceObject | undefined> {
		const { wanted, hints } = search;
		const { byName, isPartial } = await this.lists.names(search);
		const boards = byName.get(nameKey(wanted.name)) ?? [];
		const name = shown(wanted.name);
		const ids = boards.slice(0, MAX_LISTED).map(idAndWorkspace);
		const several = `Several boards have the name ${name}. Their IDs: ${ids.join(', ')}`;
		const partial = `The service did not return all boards, and none that it returned has the name ${name}`;
		if (boards.length > 1) throw this.rejection(search, several, hints.several);
		if (boards.length === 0 && isPartial) throw this.rejection(search, partial, hints.partial);
		return boards[0];
	}

	private rejection({ itemIndex }: Lookup, message: string, hint: string) {
		const description = `Nothing was created. ${hint}`;
		const node = this.client.context.getNode();
		return new NodeOperationError(node, message, { itemIndex, description });
	}
}

function idAndWorkspace(board: ServiceObject): string {
	const { id = 'without ID', workspace_id: workspace } = listedBoard.parse(board);
	return workspace === undefined ? String(id) : `${id} (workspace ${workspace})`;
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100));
