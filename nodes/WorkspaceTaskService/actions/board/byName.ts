import { listedBoard, nameKey, namesIn, type Names } from '../../api/boards';
import { CALLS } from '../../api/calls';
import { field, type Fields } from '../../api/json';
import { boardList } from '../../api/responses';
import { rejection } from '../../fields/checkFields';
import { isTool } from '../../nodeKind';
import { cleanText } from '../../transport/errors/words';
import type { Outcome, Step } from '../../transport/outcome';
import { isNamedBoard } from '../fields/locatedId';
import { boardLocator } from '../fields/locators';
import type { Item, Run } from '../item';
import type { ServiceObject, WantedBoard } from '../operation';
import { takeTurn } from '../steps/turns';

/* Boards by name: for "By Name" of a task, and for Find or Create. */

const MAX_LISTED = 20;
const MAX_CHARACTERS = 100;

/** What to do if several boards have the name, or if an incomplete list has no board of the name. */
interface Hints {
	several: string;
	partial: string;
}

const SELECT: Hints = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};
const CREATE: Hints = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};
const MISSPELLED =
	'Check the spelling, or set "Board" to "From List". Archived boards are not considered.';

/** The lists of boards that a run has requested, by workspace. A request that failed is made again. */
class BoardLists {
	private readonly lists = new Map<string, Promise<Names>>();

	constructor(private readonly run: Run) {}

	/** The newest list of the run. It is requested when the run first needs it. */
	async read({ workspaceId }: WantedBoard): Promise<Names> {
		return await (this.lists.get(String(workspaceId)) ?? this.request(workspaceId));
	}

	/** Group commit: a list that is requested after this call. All who wait meanwhile share the request. */
	async readAgain({ workspaceId }: WantedBoard): Promise<Names> {
		const key = String(workspaceId);
		const earlier = this.lists.get(key);
		await Promise.allSettled([earlier]);
		const later = this.lists.get(key);
		const isNewer = later !== undefined && later !== earlier;
		return await (isNewer ? later : this.request(workspaceId));
	}

	private async request(workspaceId: WantedBoard['workspaceId']): Promise<Names> {
		const key = String(workspaceId);
		const { client, sendOptions } = this.run;
		const request = { call: CALLS.listBoards, query: { workspace_id: workspaceId } };
		// With the signal of the run: the list is for all its items.
		const names = client.list(request, boardList, sendOptions).then(namesIn);
		this.lists.set(key, names);
		names.catch(() => this.lists.delete(key));
		return await names;
	}
}

const listsByRun = new WeakMap<Run, BoardLists>();

function listsOf(run: Run): BoardLists {
	const lists = listsByRun.get(run) ?? new BoardLists(run);
	listsByRun.set(run, lists);
	return lists;
}

/**
 * Double-checked locking: every create of a board takes the turn of its name, among all executions of this
 * process. A board to look for first is found without the turn if the run's list has it. Only a list that
 * was requested within the turn proves that there is none.
 * @throws NodeOperationError if several boards have the name, or if it is unknown whether a board has it
 */
export function findBoardFirst(run: Run, item: Item): Step {
	const { call, body } = item.request;
	if (call !== CALLS.createBoard) return (next) => next;
	const { client, operation } = run;
	const name = nameKey(String(field(body, 'name')));
	const inTurn = takeTurn(item, `board ${client.account.baseUrl} ${name}`);
	const board = operation.find?.(item.parameters);
	if (board === undefined) return inTurn;
	const lists = listsOf(run);
	const findIn = (names: Names): Outcome | undefined => {
		const object = onlyBoard(run, names, board.name, CREATE);
		return object && { kind: 'found', object: { ...object, created: false } };
	};
	return (next) => {
		const findOrCreate = inTurn(async () => {
			const names = await lists.readAgain(board);
			const found = findIn(names);
			if (found === undefined) requireComplete(run, names, board.name, CREATE);
			return found ?? (await next());
		});
		return async () => findIn(await lists.read(board)) ?? (await findOrCreate());
	};
}

/**
 * Puts the ID of a board into the place of its name.
 * @throws NodeOperationError if no board or several boards have the name
 */
export async function withBoardId(run: Run, fields: Fields): Promise<Fields> {
	const board = fields[boardLocator.name];
	if (!isNamedBoard(board)) return fields;
	return { ...fields, [boardLocator.name]: await boardIdOf(run, board.boardName) };
}

/** A name that the run's list does not have is looked for once more. */
async function boardIdOf(run: Run, name: string): Promise<string | number> {
	const lists = listsOf(run);
	let names = await lists.read({ name });
	let board = selectedBoard(run, names, name);
	if (board === undefined) {
		names = await lists.readAgain({ name });
		board = selectedBoard(run, names, name);
	}
	if (board === undefined) {
		requireComplete(run, names, name, SELECT);
		throw refusal(run, `There is no board ${quotedName(name)}. ${boardsIn(names)}`, MISSPELLED);
	}
	const { id } = listedBoard.parse(board);
	if (id !== undefined) return id;
	const withoutId = `The service returned the board ${quotedName(name)} without an ID`;
	throw refusal(run, withoutId, SELECT.partial);
}

function selectedBoard(run: Run, names: Names, name: string): ServiceObject | undefined {
	const board = onlyBoard(run, names, name, SELECT);
	if (board !== undefined || !isTool(run.context)) return board;
	// A model that was shown IDs and names may use either.
	return names.boards.find(({ id }) => String(id) === name.trim());
}

/** @throws NodeOperationError if several boards have the name */
function onlyBoard(run: Run, names: Names, name: string, hints: Hints): ServiceObject | undefined {
	const boards = names.byName.get(nameKey(name)) ?? [];
	if (boards.length > 1) {
		const ids = boards.slice(0, MAX_LISTED).map(idAndWorkspace);
		const shownIds = cleanText(ids.join(', '), []);
		const several = `Several boards have the name ${quotedName(name)}. Their IDs: ${shownIds}`;
		throw refusal(run, several, hints.several);
	}
	return boards[0];
}

/** @throws NodeOperationError if a board that the list does not have may have the name */
function requireComplete(run: Run, { isPartial }: Names, name: string, hints: Hints): void {
	if (!isPartial) return;
	const partial = `The service did not return all boards, and none that it returned has the name ${quotedName(name)}`;
	throw refusal(run, partial, hints.partial);
}

function refusal({ context }: Run, message: string, hint: string): Error {
	return rejection(context, [message], `Nothing was created. ${hint}`);
}

/** A name as messages show it. */
export function quotedName(name: string): string {
	return JSON.stringify(name.slice(0, MAX_CHARACTERS));
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
