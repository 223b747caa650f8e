import type { Remark, Result, Run } from './item';

const NOTICEABLE_MS = 1_000;
const INCOMPLETE =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".';

/** What people read below the output, the warnings first. */
export function addHints(run: Run, results: Result[]): void {
	const { context, panel } = run;
	const warn = (message: string) => context.addExecutionHints?.({ message, type: 'warning' });
	const note = (message: string) => context.addExecutionHints?.({ message });
	const items = (count: number) =>
		results.length === 1 ? '1 item' : `${count} of ${results.length} items`;
	const failures = results.filter(({ kind }) => kind === 'failed').length;
	const warnings = countOf('warning', results);
	const unclear = countOf('mayExist', results);
	const skipped = countOf('alreadyCreated', results);

	if (countOf('incomplete', results) > 0) warn(INCOMPLETE);
	if (failures > 0 && results.length > 1) warn(`${items(failures)} failed`);
	if (warnings > 0) {
		warn(`${items(warnings)} succeeded with a warning: see "warning" in the output`);
	}
	if (unclear > 0) {
		const text = 'skipped: may already exist for the same key. Check the service.';
		warn(`${items(unclear)} ${text}`);
	}
	noteWait(run, note);
	const { emptyHint } = panel.operation;
	if (emptyHint !== undefined && results.some(isEmpty)) note(emptyHint);
	if (skipped > 0) {
		note(`${items(skipped)} skipped: already created for the same key ("Create Once Per")`);
	}
	for (const [label, count] of panel.emptied) {
		note(`${items(count)}: the expression in "${label}" returned nothing`);
	}
}

function noteWait({ sendOptions }: Run, note: (message: string) => void): void {
	const { waitedMs } = sendOptions.queue;
	if (waitedMs < NOTICEABLE_MS) return;
	const seconds = Math.round(waitedMs / 1_000);
	note(`The service limited the request rate. Waiting took ${seconds} s in total.`);
}

function countOf(remark: Remark, results: Result[]): number {
	return results.filter((result) => result.kind === 'done' && result.remark === remark).length;
}

function isEmpty(result: Result): boolean {
	return result.kind === 'done' && result.items.length === 0;
}
