import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { listedBoard } from '../../api/responses';
import { listBoards, nameKey } from '../../transport/boards';
import type { Client, Terms } from '../../transport/client';
import type { List } from '../../transport/pages';
import type { ServiceObject, WantedBoard } from '../operation';

const MAX_SHOWN_IDS = 20;

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
		private readonly terms: Terms,
	) {}

	/** @throws NodeOperationError if several have the name, or if it is unknown whether one has */
	async find(wanted: WantedBoard, itemIndex: number): Promise<ServiceObject | undefined> {
		const { name } = wanted;
		const { byName, isPartial } = await this.names(wanted, itemIndex);
		const [found, ...others] = byName.get(nameKey(name)) ?? [];
		if (others.length === 0 && (found !== undefined || !isPartial)) return found;
		const shown = JSON.stringify(name.slice(0, 100));
		const ids = [found, ...others].map((one) => listedBoard.parse(one ?? {}).id ?? 'without ID');
		throw this.refusal(
			others.length > 0
				? `Several boards have the name ${shown}. Their IDs: ${ids.slice(0, MAX_SHOWN_IDS).join(', ')}`
				: `The service did not return all boards, and none that it returned has the name ${shown}`,
			'Nothing was created. Use the ID of the board, rename one of them, or use Board → Create for a new one.',
			itemIndex,
		);
	}

	/** @throws NodeOperationError if there is not exactly one board with the name */
	async idOf(name: string, itemIndex: number): Promise<number | string> {
		const { id } = listedBoard.parse((await this.find({ name }, itemIndex)) ?? {});
		if (id !== undefined) return id;
		throw this.refusal(
			`No board has the name ${JSON.stringify(name.slice(0, 100))}`,
			'Nothing was created. Check the spelling, or select the board From List. Archived boards are not considered.',
			itemIndex,
		);
	}

	/** The next look-up of this workspace reads the list again. */
	forget({ workspaceId }: WantedBoard): void {
		this.lists.delete(String(workspaceId));
	}

	private async names({ workspaceId }: WantedBoard, itemIndex: number): Promise<Names> {
		const key = String(workspaceId);
		const list = this.lists.get(key) ?? this.read(workspaceId, itemIndex);
		this.lists.set(key, list);
		return await list;
	}

	private async read(workspaceId: WantedBoard['workspaceId'], itemIndex: number): Promise<Names> {
		const { client, terms } = this;
		const list = await listBoards(client, {
			query: { workspace_id: workspaceId },
			hasTimeoutOption: true,
			send: async (page) => await client.sendWithRetry(page, terms),
			itemIndex,
		});
		return namesIn(list, workspaceId);
	}

	private refusal(message: string, description: string, itemIndex: number) {
		const node = (this.client.context as IExecuteFunctions).getNode();
		return new NodeOperationError(node, message, { itemIndex, description });
	}
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
		if (isOther(workspace, workspaceId)) continue;
		if (name === undefined) isPartial = true;
		const named = byName.get(nameKey(name ?? '')) ?? [];
		named.push(board);
		byName.set(nameKey(name ?? ''), named);
	}
	return { byName, isPartial };
}

function isOther(id: number | string | undefined, wanted: number | string | undefined): boolean {
	return id !== undefined && wanted !== undefined && String(id) !== String(wanted);
}
