import type { Step } from '../../transport/outcome';
import type { BoardLists } from '../board/boardLists';
import { boardKey } from '../board/creates';
import { onlyBoard } from '../board/lookup';
import type { WantedBoard } from '../operation';
import { takeTurns } from './takeTurns';

const CREATE = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};

/**
 * Double-checked: a board that exists is found without a turn. Only a look-up that may end with a create
 * takes turns with others of the same name, in this process and whatever execution asks.
 * @throws NodeOperationError if several have the name, or if it is unknown whether one has
 */
export function findBoardFirst(
	lists: BoardLists,
	wantedBoard: WantedBoard | undefined,
	signal: AbortSignal,
): Step {
	if (wantedBoard === undefined) return (next) => next;
	const { client } = lists;
	const find: Step = (next) => async () => {
		const names = await lists.namesFor(wantedBoard);
		const object = onlyBoard(client, names, wantedBoard.name, CREATE);
		return object === undefined ? await next() : { kind: 'found', object };
	};
	const turnKey = `board ${boardKey(client.account, wantedBoard.name)}`;
	const inTurn = takeTurns(turnKey, signal);
	return (next) => find(inTurn(find(next)));
}
