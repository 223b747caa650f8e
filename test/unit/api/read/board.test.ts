import { boardIdsIn } from '../../../../nodes/WorkspaceTaskService/api/read/board';

describe('the boards of an event', () => {
	const other = { board_id: 9 };

	it.each<[string, unknown[], string[]]>([
		['boardId', [{ boardId: ' 1 ' }], ['1']],
		['board.id', [{ board: { id: 1 } }], ['1']],
		['a number', [{ board: 1 }], ['1']],
		['not a name', [{ board: 'Roadmap' }], []],
		['board_id before a number', [{ board: 9, board_id: 1 }], ['1']],
		['data of an event', [null, { data: { board_id: 1 }, from: other }], ['1', '9']],
		['anywhere, if no usual place has one', [{ tasks: [{ board_id: 1 }, other] }], ['1', '9']],
		[
			'an outer place before an inner one',
			[{ of: { board: { id: 1 } }, a: { b: other } }],
			['1', '9'],
		],
		['none', [{ title: 'board_id' }, null, 'board_id'], []],
		['a number that may have been rounded', [{ board_id: 2 ** 53 }], []],
		['before and after a change', [{ board_id: { from: 4, to: 5 } }], ['4', '5']],
		['before a change, beside the task', [{ board_id: 5 }, { oldBoardId: 4 }], ['5', '4']],
		['not before a change alone', [{ old_board_id: 4 }], []],
	])('are found: %s', (_, places, ids) => expect(boardIdsIn(places)).toEqual(ids));
});
