import type { Remark, Result, Run } from '../../../../nodes/WorkspaceTaskService/actions/item';
import { addHints } from '../../../../nodes/WorkspaceTaskService/actions/results/hints';

const done = (remark?: Remark, count = 1): Result => ({
	kind: 'done',
	items: Array.from({ length: count }, () => ({ json: {} })),
	remark,
	hasEffect: true,
});
const FAILED = { kind: 'failed' } as Result;

/** The hints below the output of a run. */
function hintsOf(results: Result[], { waitedMs = 0, emptyHint = 'No boards.' } = {}) {
	const hints: unknown[] = [];
	const run = {
		context: { addExecutionHints: (hint: unknown) => hints.push(hint) },
		operation: { emptyHint },
		fields: { emptied: new Map([['Title', 1]]) },
		sendOptions: { queue: { waitedMs } },
	};
	addHints(run as unknown as Run, results);
	return hints;
}
const EMPTIED = { message: '1 item: the expression in "Title" returned nothing' };

describe('the hints of a run', () => {
	it.each<[string, Result[], string]>([
		[
			'succeeded with a warning',
			[done('warning'), done(), done('warning')],
			'2 of 3 items succeeded with a warning: see "warning" in the output',
		],
		[
			'may exist',
			[done('mayExist'), done()],
			'1 of 2 items skipped: may already exist for the same key. Check the service.',
		],
		['failed', [FAILED, done()], '1 of 2 items failed'],
		[
			'are not all that there are',
			[done('incomplete')],
			'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".',
		],
	])('warn of items that %s', (_, results, message) => {
		expect(hintsOf(results)[0]).toEqual({ message, type: 'warning' });
	});

	it('say what may surprise', () => {
		expect(hintsOf([done()])).toEqual([EMPTIED]);
		expect(hintsOf([FAILED])).toEqual([EMPTIED]);
		expect(hintsOf([done(undefined, 0)])).toEqual([{ message: 'No boards.' }, EMPTIED]);
		expect(hintsOf([done('alreadyCreated')])).toEqual([
			{ message: '1 item skipped: already created for the same key ("Create Once Per")' },
			EMPTIED,
		]);
	});

	it('say how long rate limits held the run up, from a second on', () => {
		expect(hintsOf([done()], { waitedMs: 999 })).toEqual([EMPTIED]);
		const message = 'The service limited the request rate. Waiting took 1 s in total.';
		expect(hintsOf([done()], { waitedMs: 1_000 })).toEqual([{ message }, EMPTIED]);
	});

	it('are left out by an n8n that has none', () => {
		const run = {
			context: {},
			operation: {},
			fields: { emptied: new Map([['Title', 1]]) },
			sendOptions: { queue: { waitedMs: 0 } },
		} as unknown as Run;
		expect(() => addHints(run, [done('warning')])).not.toThrow();
	});
});
