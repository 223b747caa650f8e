import { makeRejection } from '../../fields/checkFields';
import { isNamedBoard, boardLocator } from '../../fields/locators';
import { requestPages } from '../../http/pages';
import { cleanText } from '../../messages/words';
import type { WantedBoard } from '../../operations/operation';
import type { Outcome, Step } from '../../outcome';
import { getMember, removeUnseen, type JsonObject } from '../../reading/json';
import {
	normalizeName,
	indexBoardsByName,
	quoteName,
	type ListedBoard,
	type BoardIndex,
} from '../../service/boards';
import { CALLS } from '../../service/calls';
import { boardList } from '../../service/responses';
import { boardId } from '../../service/values/ids';
import type { Item, Run } from '../item';
import { takeTurn } from './turns';

/* Boards by name: for "By Name" of a task, and for Find or Create. */

/** What to do if several boards have the name, or if an incomplete list has no board of the name. */
interface LookUpHints {
	several: string;
	partial: string;
}

const SELECT: LookUpHints = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};
const CREATE: LookUpHints = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};
const MISSPELLED =
	'Check the spelling, or set "Board" to "From list" and choose a board there. Archived boards are not considered.';

/** A look-up of a board. */
interface BoardLookUp extends WantedBoard {
	run: Run;
	hints: LookUpHints;
}

/** The list of the run, which is requested when the run first needs it. */
async function getBoardIndex(lookUp: BoardLookUp): Promise<BoardIndex> {
	const boardIndex = lookUp.run.boardLists.get(lookUp.workspaceId);
	return await (boardIndex ?? requestBoardIndex(lookUp));
}

/** Group commit: a list that is requested after this call. All who wait meanwhile share the request. */
async function refreshBoardIndex(lookUp: BoardLookUp): Promise<BoardIndex> {
	const { boardLists } = lookUp.run;
	const earlier = boardLists.get(lookUp.workspaceId);
	await Promise.allSettled([earlier]);
	const later = boardLists.get(lookUp.workspaceId);
	if (later === undefined || later === earlier) return await requestBoardIndex(lookUp);
	return await later;
}

async function requestBoardIndex({ run, workspaceId }: BoardLookUp): Promise<BoardIndex> {
	const { boardLists, client, sendOptions } = run;
	const request = {
		call: CALLS.listBoards,
		query: { workspace_id: workspaceId },
	};
	// Of the run, since the list is for all its items. Derived: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any([sendOptions.signal]);
	const boardIndex = requestPages(client, request, boardList, { ...sendOptions, signal }).then(
		indexBoardsByName,
	);
	boardLists.set(workspaceId, boardIndex);
	boardIndex.catch(() => boardLists.delete(workspaceId));
	return await boardIndex;
}

/*
 * Double-checked locking, in three steps: a board is found without the turn of its name if the run's list has
 * it. Only a list that was requested within the turn proves that there is none.
 */

/** Undefined unless the operation looks for a board before it creates one. */
function makeLookUp(run: Run, item: Item): BoardLookUp | undefined {
	const wanted = run.operation.boardToFind?.(item.parameters);
	return wanted && { ...wanted, run, hints: CREATE };
}

/** @throws NodeOperationError if several boards have the name */
export function findListedBoard(run: Run, item: Item): Step {
	const lookUp = makeLookUp(run, item);
	if (lookUp === undefined) return (next) => next;
	return (next) => async () => {
		return makeFoundOutcome(await getBoardIndex(lookUp), lookUp) ?? (await next());
	};
}

/** Every create of a board takes the turn of its name, among all executions of this process. */
export function takeTurnOfBoardName(run: Run, item: Item): Step {
	const { call, body } = item.request;
	if (call !== CALLS.createBoard) return (next) => next;
	const name = normalizeName(String(getMember(body, 'name')));
	return takeTurn(`board ${run.client.account.baseUrl} ${name}`, item.signal);
}

/**
 * Within the turn of the name.
 * @throws NodeOperationError if several boards have the name, or if it is unknown whether a board has it
 */
export function createBoardUnlessListed(run: Run, item: Item): Step {
	const lookUp = makeLookUp(run, item);
	if (lookUp === undefined) return (next) => next;
	return (next) => async () => {
		const boardIndex = await refreshBoardIndex(lookUp);
		const found = makeFoundOutcome(boardIndex, lookUp);
		if (found !== undefined) return found;
		if (boardIndex.mayLackBoards) throw makePartialListError(lookUp);
		const outcome = await next();
		return boardIndex.mayBeCut ? { ...outcome, warning: describeCut(boardIndex) } : outcome;
	};
}

/** A board of the name may not be in the list. */
function describeCut({ boards }: BoardIndex): string {
	return `The service returned exactly ${boards.length} boards. If it has more, one of them may have this name too.`;
}

function makeFoundOutcome(boardIndex: BoardIndex, lookUp: BoardLookUp): Outcome | undefined {
	const board = findBoardByName(boardIndex, lookUp);
	if (board === undefined) return undefined;
	return {
		kind: 'notNeeded',
		object: { ...board.object, created: false },
	};
}

/**
 * Puts the ID of a board into the place of its name. A name that the run's list does not have is looked for
 * once more.
 * @throws NodeOperationError if no board or several boards have the name
 */
export async function replaceBoardName(run: Run, fields: JsonObject): Promise<JsonObject> {
	const located = fields[boardLocator.name];
	if (!isNamedBoard(located)) return fields;
	const lookUp = { name: located.boardName, run, hints: SELECT };
	const findBoard = located.mayBeId ? findBoardByIdOrName : findBoardByName;
	const known = await getBoardIndex(lookUp);
	const listed = findBoard(known, lookUp) ?? findBoardByLabel(known, lookUp);
	const board = listed ?? findBoard(await refreshBoardIndex(lookUp), lookUp);
	if (board?.id !== undefined) return { ...fields, [boardLocator.name]: board.id };
	if (board !== undefined) {
		const withoutId = `The service returned the board ${quoteName(lookUp.name)} without an ID`;
		throw makeNameRejection(lookUp, withoutId, SELECT.partial);
	}
	const boardIndex = await getBoardIndex(lookUp);
	const isUnlistedId = boardIndex.mayLackBoards && boardId.safeParse(lookUp.name).success;
	if (located.mayBeId && isUnlistedId) return { ...fields, [boardLocator.name]: lookUp.name };
	if (boardIndex.mayLackBoards) throw makePartialListError(lookUp);
	throw makeMissingBoardError(boardIndex, lookUp);
}

/** People and models copy what a message offers: `“Roadmap” (ID 1)`, also without the quotes. */
function findBoardByLabel({ boards }: BoardIndex, { name }: BoardLookUp): ListedBoard | undefined {
	const label = normalizeLabel(name);
	return boards.find(
		(board) => normalizeLabel(quoteNameWithId(board)) === label && board.id !== undefined,
	);
}

function normalizeLabel(label: string): string {
	return normalizeName(label.replace(/[“”"]/g, ''));
}

/** @throws NodeOperationError if the ID of a board is the name of another board, or several have the name */
function findBoardByIdOrName(boardIndex: BoardIndex, lookUp: BoardLookUp): ListedBoard | undefined {
	const text = removeUnseen(lookUp.name);
	const withName = findBoardByName(boardIndex, lookUp);
	const withId = boardIndex.boards.find(({ id }) => String(id) === text);
	if (withId === undefined || withName === undefined || withId === withName) {
		return withId ?? withName;
	}
	const both = `${quoteName(text)} is the ID of the board ${quoteName(withId.name ?? '')} and the name of the board with the ID ${withName.id}`;
	throw makeNameRejection(lookUp, both, 'Use the ID or the name that only one of them has.');
}

/** @throws NodeOperationError if several boards have the name */
function findBoardByName({ byName }: BoardIndex, lookUp: BoardLookUp): ListedBoard | undefined {
	const boards = byName.get(normalizeName(lookUp.name)) ?? [];
	if (boards.length <= 1) return boards[0];
	const ids = cleanText(boards.map(formatIdAndWorkspace).join(', '), []);
	const several = `Several boards have the name ${quoteName(lookUp.name)}. Their IDs: ${ids}`;
	throw makeNameRejection(lookUp, several, lookUp.hints.several);
}

function makeMissingBoardError({ boards }: BoardIndex, lookUp: BoardLookUp): Error {
	const listed = cleanText(boards.map(quoteNameWithId).join(', '), []) || 'none';
	const missing = `There is no board ${quoteName(lookUp.name)}. Boards: ${listed}`;
	return makeNameRejection(lookUp, missing, MISSPELLED);
}

/** A board that the list does not have may have the name. */
function makePartialListError(lookUp: BoardLookUp): Error {
	const partial = `The service did not return all boards, and none that it returned has the name ${quoteName(lookUp.name)}`;
	return makeNameRejection(lookUp, partial, lookUp.hints.partial);
}

function makeNameRejection({ run }: BoardLookUp, message: string, hint: string): Error {
	return makeRejection(run.context, [message], `Nothing was created. ${hint}`);
}

/** `“Roadmap” (ID 1)`, without an ID only the name. */
function quoteNameWithId({ id, name = '' }: ListedBoard): string {
	const quoted = quoteName(cleanText(name, []));
	return id === undefined ? quoted : `${quoted} (ID ${id})`;
}

function formatIdAndWorkspace({ id = 'without ID', workspaceId }: ListedBoard): string {
	return workspaceId === undefined ? String(id) : `${id} (workspace ${workspaceId})`;
}
