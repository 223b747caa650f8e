import { NodeOperationError } from 'n8n-workflow';

import type { Run } from '../../../nodes/WorkspaceTaskService/actions/item';
import type { Remark, Result } from '../../../nodes/WorkspaceTaskService/actions/results';
import { addHints, firstFailure } from '../../../nodes/WorkspaceTaskService/actions/summary';

const node = { id: '1', name: 'a', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const done = (hasEffect = true): Result => ({ kind: 'done', items: [{ json: {} }], hasEffect });
const failed = (message: string, hasEffect = false): Result => ({
	kind: 'failed',
	error: new NodeOperationError(node as never, message, { description: 'Look.' }),
	hasEffect,
});
const notStarted: Result = { kind: 'notStarted' };

describe('the error of a run', () => {
	it.each<[string, Result[], string]>([
		[
			'which may have created something',
			[done(), done(), failed('a', true), done(), failed('b'), notStarted],
			'Look. Done: items 0–1, 3. Possibly done: item 2.',
		],
		[
			'after which none was created',
			[failed('a', true), failed('b')],
			'Look. Possibly done: item 0.',
		],
		[
			'which is the only other one',
			[done(), failed('a', true)],
			'Look. Done: item 0. Possibly done: item 1.',
		],
		['which is alone', [failed('a', true)], 'Look.'],
		['of a run that only lists', [done(false), failed('a')], 'Look.'],
	])('is that of the first failed item, %s, and accounts for the others', (_, results, text) => {
		const failure = firstFailure(results);
		expect(failure?.message).toBe('a');
		expect(failure?.description).toBe(text);
	});

	it('is undefined if every item succeeded', () => {
		expect(firstFailure([done(), done()])).toBeUndefined();
	});
});

const doneWith = (remark?: Remark, count = 1): Result => ({
	kind: 'done',
	items: Array.from({ length: count }, () => ({ json: {} })),
	remark,
	hasEffect: true,
});
const FAILED = { kind: 'failed' } as Result;

/** The hints below the output of a run. */
function hintsOf(results: Result[], { refusals = 0, emptyHint = 'No boards.' } = {}) {
	const hints: unknown[] = [];
	const run = {
		context: { addExecutionHints: (hint: unknown) => hints.push(hint) },
		operation: { emptyHint },
		fields: { emptied: new Map([['Title', 1]]) },
		sendOptions: { queue: { refusals } },
	};
	addHints(run as unknown as Run, results);
	return hints;
}
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
		['failed', [FAILED, doneWith()], '1 of 2 items failed'],
		[
			'are not all that there are',
			[doneWith('incomplete')],
			'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".',
		],
	])('warn of items that %s', (_, results, message) => {
		expect(hintsOf(results)[0]).toEqual({ message, type: 'warning' });
	});

	it('say what may surprise', () => {
		expect(hintsOf([doneWith()])).toEqual([EMPTIED]);
		expect(hintsOf([FAILED])).toEqual([EMPTIED]);
		expect(hintsOf([doneWith(undefined, 0)])).toEqual([{ message: 'No boards.' }, EMPTIED]);
		expect(hintsOf([doneWith('alreadyCreated')])).toEqual([
			{ message: '1 item skipped: already created for the same key ("Create Once Per")' },
			EMPTIED,
		]);
	});

	it.each([
		[1, '1 refusal'],
		[20, '20 refusals'],
	])('say how often a rate limit refused: %i', (refusals, count) => {
		const message = `The service limited the request rate (${count})`;
		expect(hintsOf([doneWith()], { refusals })).toEqual([{ message }, EMPTIED]);
	});

	it('are left out by an n8n that has none', () => {
		const run = {
			context: {},
			operation: {},
			fields: { emptied: new Map([['Title', 1]]) },
			sendOptions: { queue: { refusals: 0 } },
		} as unknown as Run;
		expect(() => addHints(run, [doneWith('warning')])).not.toThrow();
	});
});
