import type { IExecuteFunctions } from 'n8n-workflow';

import type { Result } from './results';

const NOTICEABLE_MS = 1_000;

/** @param waitedMs how long the run waited for the rate limit */
export function addRateLimitHint(context: IExecuteFunctions, waitedMs: number): void {
	if (waitedMs < NOTICEABLE_MS) return;
	const seconds = Math.round(waitedMs / 1_000);
	const message = `The service limited the request rate. Waiting took ${seconds} s in total.`;
	context.addExecutionHints?.({ message });
}

export function addFailureHint(context: IExecuteFunctions, results: Result[]): void {
	const failures = results.filter(({ kind }) => kind === 'failed').length;
	if (failures === 0 || results.length === 1) return;
	const message = `${failures} of ${results.length} items failed`;
	context.addExecutionHints?.({ message, type: 'warning' });
}
