import type { Remark, Result, Run } from '../item';

const NOTICEABLE_MS = 1_000;
const INCOMPLETE =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".';

/** What people read below the output, the warnings first. */
export function addHints(run: Run, results: Result[]): void {
	const { context } = run;
	for (const message of warningsOf(results)) {
		context.addExecutionHints?.({ message, type: 'warning' });
	}
	for (const message of notesOf(run, results)) {
		context.addExecutionHints?.({ message });
	}
}

function warningsOf(results: Result[]): string[] {
	const messages: string[] = [];
	const failures = results.filter((result) => result.kind === 'failed').length;
	const warnings = countOf('warning', results);
	const unclear = countOf('mayExist', results);
	if (countOf('incomplete', results) > 0) messages.push(INCOMPLETE);
	if (failures > 0 && results.length > 1) {
		messages.push(`${share(failures, results)} failed`);
	}
	if (warnings > 0) {
		const text = 'succeeded with a warning: see "warning" in the output';
		messages.push(`${share(warnings, results)} ${text}`);
	}
	if (unclear > 0) {
		const text = 'skipped: may already exist for the same key. Check the service.';
		messages.push(`${share(unclear, results)} ${text}`);
	}
	return messages;
}

function notesOf({ operation, fields, sendOptions }: Run, results: Result[]): string[] {
	const messages: string[] = [];
	const { waitedMs } = sendOptions.queue;
	const skipped = countOf('alreadyCreated', results);
	if (waitedMs >= NOTICEABLE_MS) {
		const seconds = Math.round(waitedMs / 1_000);
		messages.push(`The service limited the request rate. Waiting took ${seconds} s in total.`);
	}
	if (operation.emptyHint !== undefined && results.some(isEmpty)) {
		messages.push(operation.emptyHint);
	}
	if (skipped > 0) {
		const text = 'skipped: already created for the same key ("Create Once Per")';
		messages.push(`${share(skipped, results)} ${text}`);
	}
	for (const [label, count] of fields.emptied) {
		messages.push(`${share(count, results)}: the expression in "${label}" returned nothing`);
	}
	return messages;
}

/** `3 of 10 items` */
function share(count: number, results: Result[]): string {
	return results.length === 1 ? '1 item' : `${count} of ${results.length} items`;
}

function countOf(remark: Remark, results: Result[]): number {
	return results.filter((result) => result.kind === 'done' && result.remark === remark).length;
}

function isEmpty(result: Result): boolean {
	return result.kind === 'done' && result.items.length === 0;
}
