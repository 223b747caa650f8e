import type { Names } from '../../api/boardNames';
import { listedBoard, nameKey } from '../../api/requests';
import { isTool, rejection } from '../../node';
import type { Client } from '../../transport/client';
import { cleanText } from '../../transport/errors/words';
import type { BoardLists } from './boardLists';

const MAX_LISTED = 20;

const SELECT: Hints = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};
const MISSPELLED =
	'Check the spelling, or set "Board" to "From List". Archived boards are not considered.';

/** What to do if several boards have the name, or an incomplete list has none with it. */
interface Hints {
	several: string;
	partial: string;
}

/** @throws NodeOperationError if there is not exactly one board with the name */
export async function boardIdOf(lists: BoardLists, name: string) {
	const { client } = lists;
	const names = await lists.namesFor({ name });
	const named = onlyBoard(client, names, name, SELECT);
	// A model that was shown IDs and names may use either.
	const board = named ?? (isTool(client.context) ? withId(names, name) : undefined);
	if (board === undefined) {
		throw rejected(client, `There is no board ${shown(name)}. ${listOf(names)}`, MISSPELLED);
	}
	const { id } = listedBoard.parse(board);
	const withoutId = `The service returned the board ${shown(name)} without an ID`;
	if (id === undefined) throw rejected(client, withoutId, SELECT.partial);
	return id;
}

/** @throws NodeOperationError if several boards have the name, or if it is unknown whether one has */
export function onlyBoard(
	client: Client,
	{ byName, isPartial }: Names,
	name: string,
	hints: Hints,
) {
	const [board, ...others] = byName.get(nameKey(name)) ?? [];
	if (board === undefined && isPartial) {
		const partial = `The service did not return all boards, and none that it returned has the name ${shown(name)}`;
		throw rejected(client, partial, hints.partial);
	}
	if (others.length === 0) return board;
	const ids = [board, ...others].slice(0, MAX_LISTED).map(idAndWorkspace);
	const several = `Several boards have the name ${shown(name)}. Their IDs: ${ids.join(', ')}`;
	throw rejected(client, several, hints.several);
}

const rejected = ({ context }: Client, message: string, hint: string) =>
	rejection(context, [message], { description: `Nothing was created. ${hint}` });

const withId = ({ boards }: Names, text: string) =>
	boards.find(({ id }) => String(id) === text.trim());

function listOf({ boards }: Names): string {
	const listed = boards.slice(0, MAX_LISTED);
	const entries = listed.map(({ id = '', name = '' }) => cleanText(`${id} ${name}`, []));
	const others = boards.length - entries.length;
	return `Boards: ${entries.join(', ') || 'none'}${others > 0 ? ` and ${others} more` : ''}`;
}

function idAndWorkspace(board: unknown): string {
	const { id = 'without ID', workspace_id: workspace } = listedBoard.parse(board);
	return workspace === undefined ? String(id) : `${id} (workspace ${workspace})`;
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100));
