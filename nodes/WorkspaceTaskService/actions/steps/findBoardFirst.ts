import type { Step } from '../../transport/outcome';
import type { BoardLists } from '../board/boardLists';
import { boardKey } from '../board/creates';
import { singleBoard } from '../board/lookup';
import type { Item } from '../item';
import { takeTurns } from './takeTurns';

const CREATE = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};

/**
 * Double-checked: a board that exists is found without a turn. Only a look-up that may end with a create
 * takes turns with the look-ups of the same name, of all executions of this process.
 * @throws NodeOperationError if several boards have the name, or if it is unknown whether a board has it
 */
export function findBoardFirst(
	lists: BoardLists,
	{ wantedBoard, signal }: Pick<Item, 'wantedBoard' | 'signal'>,
): Step {
	if (wantedBoard === undefined) return (next) => next;
	const { client } = lists;
	const find: Step = (next) => async () => {
		const names = await lists.namesFor(wantedBoard);
		const object = singleBoard(client, names, wantedBoard.name, CREATE);
		return object === undefined ? await next() : { kind: 'found', object };
	};
	const turnKey = `board ${boardKey(client.account, wantedBoard.name)}`;
	const inTurn = takeTurns(turnKey, signal);
	return (next) => find(inTurn(find(next)));
}
