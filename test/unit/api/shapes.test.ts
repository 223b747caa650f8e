import { boardIdsIn, taskIdIn, titleOf } from '../../../nodes/WorkspaceTaskService/api/ids';
import { saysRefused, taskIn } from '../../../nodes/WorkspaceTaskService/api/shapes';

describe('a value that cannot become text', () => {
	const odd: unknown = JSON.parse('{"toString":null}');

	it('is no ID and no title', () => {
		const task = { id: odd, title: odd, board: odd, board_id: odd };
		expect([titleOf(task), boardIdsIn([task]), taskIdIn(task), taskIn(task)]).toEqual([
			'',
			[],
			undefined,
			task,
		]);
		expect(saysRefused({ ok: odd, status: odd, error: null }, 'task')).toBe(false);
	});
});
