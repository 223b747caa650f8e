import { type Names, listedBoard, nameKey } from '../../api/boards';
import { isTool } from '../../nodeKind';
import { rejection } from '../../fields/checkFields';
import type { Client } from '../../transport/client';
import { cleanText } from '../../transport/errors/words';
import type { BoardLists } from './boardLists';
import { quotedName } from './quotedName';

const MAX_LISTED = 20;

const SELECT: Hints = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};
const MISSPELLED =
	'Check the spelling, or set "Board" to "From List". Archived boards are not considered.';

/** What to do if several boards have the name, or if an incomplete list has no board of the name. */
interface Hints {
	several: string;
	partial: string;
}

/** @throws NodeOperationError if no board or several boards have the name */
export async function boardIdOf(lists: BoardLists, name: string): Promise<string | number> {
	const { client } = lists;
	const names = await lists.namesFor({ name });
	let board = singleBoard(client, names, name, SELECT);
	// A model that was shown IDs and names may use either.
	if (board === undefined && isTool(client.context)) {
		board = names.boards.find(({ id }) => String(id) === name.trim());
	}
	if (board === undefined) {
		const missing = `There is no board ${quotedName(name)}. ${boardsIn(names)}`;
		throw refusal(client, missing, MISSPELLED);
	}
	const { id } = listedBoard.parse(board);
	if (id !== undefined) return id;
	const withoutId = `The service returned the board ${quotedName(name)} without an ID`;
	throw refusal(client, withoutId, SELECT.partial);
}

/** @throws NodeOperationError if several boards have the name, or if it is unknown whether a board has it */
export function singleBoard(
	client: Client,
	names: Names,
	name: string,
	hints: Hints,
): Record<string, unknown> | undefined {
	const boards = names.byName.get(nameKey(name)) ?? [];
	if (boards.length === 0 && names.isPartial) {
		const partial = `The service did not return all boards, and none that it returned has the name ${quotedName(name)}`;
		throw refusal(client, partial, hints.partial);
	}
	if (boards.length > 1) {
		const ids = boards.slice(0, MAX_LISTED).map(idAndWorkspace);
		const shownIds = cleanText(ids.join(', '), []);
		const several = `Several boards have the name ${quotedName(name)}. Their IDs: ${shownIds}`;
		throw refusal(client, several, hints.several);
	}
	return boards[0];
}

function refusal({ context }: Client, message: string, hint: string): Error {
	return rejection(context, [message], `Nothing was created. ${hint}`);
}

/** `Boards: 7 Roadmap, 8 Support` */
function boardsIn({ boards }: Names): string {
	const entries: string[] = [];
	for (const { id = '', name = '' } of boards.slice(0, MAX_LISTED)) {
		entries.push(cleanText(`${id} ${name}`, []));
	}
	const others = boards.length - entries.length;
	const end = others > 0 ? ` and ${others} more` : '';
	return `Boards: ${entries.join(', ') || 'none'}${end}`;
}

function idAndWorkspace(board: unknown): string {
	const { id = 'without ID', workspace_id: workspaceId } = listedBoard.parse(board);
	return workspaceId === undefined ? String(id) : `${id} (workspace ${workspaceId})`;
}
