import { nameKey, indexBoards, quotedName, type ListedBoard, type Names } from '../../api/boards';
import { CALLS } from '../../api/calls';
import { field, visibleIn, type Fields } from '../../api/json';
import { boardList } from '../../api/responses';
import { boardId } from '../../api/values/ids';
import { rejection } from '../../fields/checkFields';
import { cleanText } from '../../transport/words';
import type { Outcome, Step } from '../../transport/outcome';
import { listAll } from '../../transport/pages';
import { isNamedBoard, boardLocator } from '../fields/locators';
import type { Item, Run } from '../item';
import type { WantedBoard } from '../operation';
import { takeTurn } from '../turns';

/* Boards by name: for "By Name" of a task, and for Find or Create. */

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
	'Check the spelling, or set "Board" to "From list" and choose a board there. Archived boards are not considered.';

/** A look-up of a board. */
interface LookUp extends WantedBoard {
	run: Run;
	hints: Hints;
}

/** The list of the run, which is requested when the run first needs it. */
async function readNames(lookUp: LookUp): Promise<Names> {
	const names = lookUp.run.boardLists.get(lookUp.workspaceId);
	return await (names ?? requestNames(lookUp));
}

/** Group commit: a list that is requested after this call. All who wait meanwhile share the request. */
async function readNamesAgain(lookUp: LookUp): Promise<Names> {
	const { boardLists } = lookUp.run;
	const earlier = boardLists.get(lookUp.workspaceId);
	await Promise.allSettled([earlier]);
	const later = boardLists.get(lookUp.workspaceId);
	if (later === undefined || later === earlier) return await requestNames(lookUp);
	return await later;
}

async function requestNames({ run, workspaceId }: LookUp): Promise<Names> {
	const { boardLists, client, sendOptions } = run;
	const request = {
		call: CALLS.listBoards,
		query: { workspace_id: workspaceId },
	};
	// Of the run, since the list is for all its items. Derived: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any([sendOptions.signal]);
	const names = listAll(client, request, boardList, { ...sendOptions, signal }).then(indexBoards);
	boardLists.set(workspaceId, names);
	names.catch(() => boardLists.delete(workspaceId));
	return await names;
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
	const name = nameKey(String(field(body, 'name')));
	const inTurn = takeTurn(`board ${run.client.account.baseUrl} ${name}`, item.signal);
	const wanted = run.operation.find?.(item.parameters);
	if (wanted === undefined) return inTurn;
	const lookUp = { ...wanted, run, hints: CREATE };
	return (next) => async () => {
		const findOrCreate = inTurn(async () => {
			const names = await readNamesAgain(lookUp);
			const found = foundIn(names, lookUp);
			if (found !== undefined) return found;
			if (names.isPartial) throw unknownBoard(lookUp);
			const outcome = await next();
			return names.mayBeCut ? { ...outcome, warning: describeCut(names) } : outcome;
		});
		const names = await readNames(lookUp);
		return foundIn(names, lookUp) ?? (await findOrCreate());
	};
}

/** A board of the name may not be in the list. */
function describeCut({ boards }: Names): string {
	return `The service returned exactly ${boards.length} boards. If it has more, one of them may have this name too.`;
}

function foundIn(names: Names, lookUp: LookUp): Outcome | undefined {
	const board = onlyBoard(names, lookUp);
	if (board === undefined) return undefined;
	return {
		kind: 'answered',
		object: { ...board.object, created: false },
	};
}

/**
 * Puts the ID of a board into the place of its name. A name that the run's list does not have is looked for
 * once more.
 * @throws NodeOperationError if no board or several boards have the name
 */
export async function withBoardId(run: Run, fields: Fields): Promise<Fields> {
	const located = fields[boardLocator.name];
	if (!isNamedBoard(located)) return fields;
	const lookUp = { name: located.boardName, run, hints: SELECT };
	const boardIn = located.mayBeId ? boardWithIdOrName : onlyBoard;
	const known = await readNames(lookUp);
	const listed = boardIn(known, lookUp) ?? boardWithLabel(known, lookUp);
	const board = listed ?? boardIn(await readNamesAgain(lookUp), lookUp);
	if (board?.id !== undefined) return { ...fields, [boardLocator.name]: board.id };
	if (board !== undefined) {
		const withoutId = `The service returned the board ${quotedName(lookUp.name)} without an ID`;
		throw refusal(lookUp, withoutId, SELECT.partial);
	}
	const names = await readNames(lookUp);
	const isUnlistedId = names.isPartial && boardId.safeParse(lookUp.name).success;
	if (!located.mayBeId || !isUnlistedId) throw missingBoard(names, lookUp);
	return { ...fields, [boardLocator.name]: lookUp.name };
}

/** People and models copy what a message offers: `“Roadmap” (ID 1)`, also without the quotes. */
function boardWithLabel({ boards }: Names, { name }: LookUp): ListedBoard | undefined {
	const label = labelKey(name);
	return boards.find((board) => labelKey(nameAndId(board)) === label && board.id !== undefined);
}

function labelKey(label: string): string {
	return nameKey(label.replace(/[“”"]/g, ''));
}

/** @throws NodeOperationError if the ID of a board is the name of another board, or several have the name */
function boardWithIdOrName(names: Names, lookUp: LookUp): ListedBoard | undefined {
	const text = visibleIn(lookUp.name);
	const withName = onlyBoard(names, lookUp);
	const withId = names.boards.find(({ id }) => String(id) === text);
	if (withId === undefined || withName === undefined || withId === withName) {
		return withId ?? withName;
	}
	const both = `${quotedName(text)} is the ID of the board ${quotedName(withId.name ?? '')} and the name of the board with the ID ${withName.id}`;
	throw refusal(lookUp, both, 'Use the ID or the name that only one of them has.');
}

/** @throws NodeOperationError if several boards have the name */
function onlyBoard({ byName }: Names, lookUp: LookUp): ListedBoard | undefined {
	const boards = byName.get(nameKey(lookUp.name)) ?? [];
	if (boards.length <= 1) return boards[0];
	const ids = cleanText(boards.map(idAndWorkspace).join(', '), []);
	const several = `Several boards have the name ${quotedName(lookUp.name)}. Their IDs: ${ids}`;
	throw refusal(lookUp, several, lookUp.hints.several);
}

function missingBoard(names: Names, lookUp: LookUp): Error {
	if (names.isPartial) return unknownBoard(lookUp);
	const listed = cleanText(names.boards.map(nameAndId).join(', '), []) || 'none';
	const missing = `There is no board ${quotedName(lookUp.name)}. Boards: ${listed}`;
	return refusal(lookUp, missing, MISSPELLED);
}

/** A board that the list does not have may have the name. */
function unknownBoard(lookUp: LookUp): Error {
	const partial = `The service did not return all boards, and none that it returned has the name ${quotedName(lookUp.name)}`;
	return refusal(lookUp, partial, lookUp.hints.partial);
}

function refusal({ run }: LookUp, message: string, hint: string): Error {
	return rejection(run.context, [message], `Nothing was created. ${hint}`);
}

function nameAndId({ id, name = '' }: ListedBoard): string {
	const quoted = quotedName(cleanText(name, []));
	return id === undefined ? quoted : `${quoted} (ID ${id})`;
}

function idAndWorkspace({ id = 'without ID', workspaceId }: ListedBoard): string {
	return workspaceId === undefined ? String(id) : `${id} (workspace ${workspaceId})`;
}
