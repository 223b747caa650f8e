import { NodeOperationError } from 'n8n-workflow';

import { CALLS } from '../../api/requests';
import { boardList, nameKey } from '../../api/responses';
import { listedBoard } from '../../api/shapes';
import type { Client, SendOptions } from '../../transport/client';
import type { List } from '../../transport/pages';
import type { ServiceObject, WantedBoard } from '../operation';

const MAX_SHOWN_IDS = 20;

/** What to do if a name leads to no single board, by what the panel offers. */
interface Advice {
	several: string;
	partial: string;
}

const SELECTING: Advice = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};

interface Names {
	byName: Map<string, ServiceObject[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

/** Boards by name, from one list per run and workspace (API: GET /api/v1/boards). */
export class Boards {
	private readonly lists = new Map<string, Promise<Names>>();

	constructor(
		private readonly client: Client,
		private readonly sendOptions: SendOptions,
	) {}

	/** @throws NodeOperationError if several have the name, or if it is unknown whether one has */
	async find(wanted: WantedBoard, itemIndex: number): Promise<ServiceObject | undefined> {
		return await this.only(wanted, itemIndex, (boards) => findingAdvice(wanted, boards));
	}

	/** @throws NodeOperationError if there is not exactly one board with the name */
	async idOf(name: string, itemIndex: number): Promise<number | string> {
		const board = await this.only({ name }, itemIndex, () => SELECTING);
		const { id } = listedBoard.parse(board ?? {});
		if (id !== undefined) return id;
		throw this.refusal(
			`No board has the name ${shown(name)}`,
			'Check the spelling, or set "Board" to "From list". Archived boards are not considered.',
			itemIndex,
		);
	}

	/** The next look-up of this workspace reads the list again. */
	forget({ workspaceId }: WantedBoard): void {
		this.lists.delete(String(workspaceId));
	}

	private async only(
		wanted: WantedBoard,
		itemIndex: number,
		adviceFor: (boards: ServiceObject[]) => Advice,
	): Promise<ServiceObject | undefined> {
		const name = shown(wanted.name);
		const { byName, isPartial } = await this.names(wanted, itemIndex);
		const boards = byName.get(nameKey(wanted.name)) ?? [];
		if (boards.length === 1 || (boards.length === 0 && !isPartial)) return boards[0];
		const { several, partial } = adviceFor(boards);
		if (boards.length === 0) {
			const message = `The service did not return all boards, and none that it returned has the name ${name}`;
			throw this.refusal(message, partial, itemIndex);
		}
		const ids = boards.map((one) => listedBoard.parse(one).id ?? 'without ID');
		const list = ids.slice(0, MAX_SHOWN_IDS).join(', ');
		throw this.refusal(
			`Several boards have the name ${name}. Their IDs: ${list}`,
			several,
			itemIndex,
		);
	}

	private async names({ workspaceId }: WantedBoard, itemIndex: number): Promise<Names> {
		const { client, sendOptions, lists } = this;
		const key = String(workspaceId);
		const query = { workspace_id: workspaceId };
		const request = { ...CALLS.listBoards, query, hasTimeoutOption: true };
		const read = async () =>
			namesIn(await client.list(request, boardList, { sendOptions, itemIndex }), workspaceId);
		const list = lists.get(key) ?? read();
		lists.set(key, list);
		return await list;
	}

	private refusal(message: string, advice: string, itemIndex: number) {
		const description = `Nothing was created. ${advice}`;
		return new NodeOperationError(this.client.context.getNode(), message, {
			itemIndex,
			description,
		});
	}
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100));

/** Selecting a workspace helps only if the boards are in different ones. */
function findingAdvice({ workspaceId }: WantedBoard, boards: ServiceObject[]): Advice {
	const workspaces = boards.flatMap((one) => listedBoard.parse(one).workspace_id ?? []);
	const canSelect = workspaceId === undefined && new Set(workspaces).size > 1;
	const rename = canSelect ? 'Select a "Workspace", or rename' : 'Rename';
	const shorten = workspaceId === undefined ? 'Select a "Workspace" to get a shorter list. ' : '';
	return {
		several: `${rename} all but one of them in the service. To add another one, use the operation "Create".`,
		partial: `${shorten}To create the board in any case, use the operation "Create".`,
	};
}

/** Pure. A board that says that it is in another workspace does not count. */
export function namesIn(
	{ entries, hasMore }: List<ServiceObject>,
	workspaceId?: number | string,
): Names {
	const byName = new Map<string, ServiceObject[]>();
	let isPartial = hasMore;
	for (const board of entries) {
		const { name, workspace_id: workspace } = listedBoard.parse(board);
		if (String(workspace ?? workspaceId) !== String(workspaceId ?? workspace)) continue;
		if (name === undefined) isPartial = true;
		const named = byName.get(nameKey(name ?? '')) ?? [];
		named.push(board);
		byName.set(nameKey(name ?? ''), named);
	}
	return { byName, isPartial };
}
