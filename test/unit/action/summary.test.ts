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
		['which is alone', [failed('a')], [0], 'Look.'],
		['of a run that only lists', [done, failed('a')], [], 'Look.'],
	])('is that of the first failed item, %s, and accounts for the others', (...row) => {
		const [, results, indexes, description] = row;
		const run = () => throwFirstFailure(results, completedItems(indexes));
		expect(run).toThrow(expect.objectContaining({ message: 'a', description }));
	});
});

/** The hints below the output of a run, in which an expression of the first item returned nothing. */
function hintsOf(remarks: Remark[], rateLimits = 0) {
	const results = remarks.map((remark): Result => {
		return remark === 'failed' ? failed('a') : { kind: 'done', items: [], remark };
	});
	const hints: unknown[] = [];
	const run = {
		context: { addExecutionHints: (hint: unknown) => hints.push(hint) },
		surprises: new Map([[': the expression in "Title" returned nothing', [0]]]),
		sendOptions: { limitedRun: { rateLimits } },
	};
	addRunHints(run as unknown as Run, results);
	return hints;
}

describe('the hints of a run', () => {
	it('begin with the warnings, and end with what may surprise', () => {
		expect(hintsOf(['alreadyCreated', 'warning', 'failed'], 20)).toEqual([
			{ message: '1 of 3 items failed: see the reasons in the output', type: 'warning' },
			{
				message: '1 of 3 items succeeded with a warning: see "warning" in the output',
				type: 'warning',
			},
			{ message: '1 of 3 items skipped: already created for the same key ("Create Once Per")' },
			{ message: '1 of 3 items: the expression in "Title" returned nothing' },
			{ message: 'The service limited the request rate (20 refusals)' },
		]);
	});

	it('do not repeat what the error of an item says', () => {
		expect(hintsOf(['failed'])).toEqual([
			{ message: '1 item failed: see the reasons in the output', type: 'warning' },
		]);
	});

	it('are left out by an n8n that has none', () => {
		const run = {
			context: {},
			surprises: new Map(),
			sendOptions: { limitedRun: { rateLimits: 1 } },
		} as unknown as Run;
		expect(() => addRunHints(run, [failed('a')])).not.toThrow();
	});
});
