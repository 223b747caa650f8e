import { sleep } from 'n8n-workflow';

/** What the work gives; undefined if the time is over first. The work goes on. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined> {
	const over = new AbortController();
	const late = sleep(ms, over.signal).then(() => undefined);
	// Older hosts have a sleep that knows no signal; the others reject.
	late.catch(() => {});
	return await Promise.race([work, late]).finally(() => over.abort());
}
