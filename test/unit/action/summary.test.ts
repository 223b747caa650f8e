import { NodeOperationError } from 'n8n-workflow';

import type { Run } from '../../../nodes/WorkspaceTaskService/action/item';
import type { Remark, Result } from '../../../nodes/WorkspaceTaskService/action/results';
import { addRunHints, throwFirstFailure } from '../../../nodes/WorkspaceTaskService/action/summary';

const node = { id: '1', name: 'a', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const done: Result = { kind: 'done', items: [{ json: {} }] };
const failed = (message: string): Result => ({
	kind: 'failed',
	remark: 'failed',
	error: new NodeOperationError(node as never, message, { description: 'Look.' }),
});
const notStarted: Result = { kind: 'notStarted' };

/** The items that created something, or may have. */
const completedItems = (indexes: number[]) =>
	new Map(indexes.map((index) => [index, {}])) as unknown as Run['maybeCreated'];

describe('the error of a run', () => {
	it.each<[string, Result[], number[], string]>([
		[
			'which may have created something',
			[done, done, failed('a'), done, failed('b'), notStarted],
			[3, 0, 2, 1],
			'Look. Done: items 0–1, 3. Possibly done: item 2.',
		],
		[
			'after which none was created',
			[failed('a'), failed('b')],
			[0],
			'Look. Possibly done: item 0.',
		],
		[
			'which is the only other one',
			[done, failed('a')],
			[0, 1],
			'Look. Done: item 0. Possibly done: item 1.',
		],
		['which is alone', [failed('a')], [0], 'Look.'],
		['of a run that only lists', [done, failed('a')], [], 'Look.'],
	])('is that of the first failed item, %s, and accounts for the others', (...row) => {
		const [, results, indexes, description] = row;
		const run = () => throwFirstFailure(results, completedItems(indexes));
		expect(run).toThrow(expect.objectContaining({ message: 'a', description }));
	});

	it('is not thrown if every item succeeded', () => {
		throwFirstFailure([done, done], completedItems([0, 1]));
	});
});

const doneWith = (remark?: Remark): Result => ({
	kind: 'done',
	items: [{ json: {} }],
	remark,
});
const FAILED = { kind: 'failed', remark: 'failed' } as Result;

/** The hints below the output of a run. */
function hintsOf(results: Result[], { refusals = 0 } = {}) {
	const hints: unknown[] = [];
	const run = {
		context: { addExecutionHints: (hint: unknown) => hints.push(hint) },
		fields: { surprises: new Map([[': the expression in "Title" returned nothing', [0]]]) },
		sendOptions: { queue: { refusals } },
	};
	addRunHints(run as unknown as Run, results);
	return hints;
}
const NO_BOARDS =
	'1 item returned no boards for its filters. Archived boards are left out unless "Include Archived" is on.';
const EMPTIED = { message: '1 item: the expression in "Title" returned nothing' };

describe('the hints of a run', () => {
	it.each<[string, Result[], string]>([
		[
			'succeeded with a warning',
			[doneWith('warning'), doneWith(), doneWith('warning')],
			'2 of 3 items succeeded with a warning: see "warning" in the output',
		],
		[
			'may exist',
			[doneWith('mayExist'), doneWith()],
			'1 of 2 items skipped: may already exist for the same key. Check the service.',
		],
		['failed', [FAILED, doneWith()], '1 of 2 items failed: see the reasons in the output'],
		[
			'are not all that there are',
			[doneWith('incomplete')],
			'1 item returned an incomplete list: the service has more boards than it returned. Filter by "Workspace".',
		],
	])('warn of items that %s', (_, results, message) => {
		expect(hintsOf(results)[0]).toEqual({ message, type: 'warning' });
	});

	it('say what may surprise', () => {
		expect(hintsOf([doneWith()])).toEqual([EMPTIED]);
		expect(hintsOf([doneWith('empty')])).toEqual([{ message: NO_BOARDS }, EMPTIED]);
		expect(hintsOf([doneWith('alreadyCreated')])).toEqual([
			{ message: '1 item skipped: already created for the same key ("Create Once Per")' },
			EMPTIED,
		]);
	});

	it('do not repeat what the error of an item says', () => {
		expect(hintsOf([FAILED])).toEqual([
			{ message: '1 item failed: see the reasons in the output', type: 'warning' },
		]);
	});

	it.each([
		[1, '1 refusal'],
		[20, '20 refusals'],
	])('say how often a rate limit refused: %i', (refusals, count) => {
		const message = `The service limited the request rate (${count})`;
		expect(hintsOf([doneWith()], { refusals })).toEqual([EMPTIED, { message }]);
	});

	it('are left out by an n8n that has none', () => {
		const run = {
			context: {},
			fields: { surprises: new Map([[': the expression in "Title" returned nothing', [0]]]) },
			sendOptions: { queue: { refusals: 0 } },
		} as unknown as Run;
		expect(() => addRunHints(run, [doneWith('warning')])).not.toThrow();
	});
});
