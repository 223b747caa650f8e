// What a test still does when it is over, and what it waits for.
import { AsyncLocalStorage } from 'node:async_hooks';

const { setImmediate, setInterval } = globalThis;

const jobs = new AsyncLocalStorage<object>();
let current: object | undefined;

/** Whether what runs now was left behind by an earlier job. */
function isLate(): boolean {
	const own = jobs.getStore();
	return own !== undefined && own !== current;
}

for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
	const native = globalThis[name] as (run: () => void, ...rest: never[]) => unknown;
	const set = (run: (...values: unknown[]) => void, ...rest: never[]) =>
		native((...values: unknown[]) => isLate() || run(...values), ...rest);
	Object.defineProperties(set, Object.getOwnPropertyDescriptors(native));
	Object.assign(globalThis, { [name]: set });
}

/** By the promise, or the error itself. */
const failures = new Map<unknown, unknown>();
const fail = (error: unknown, promise: unknown) => isLate() || failures.set(promise, error);
process
	.on('uncaughtException', (error) => fail(error, error))
	.on('unhandledRejection', fail)
	.on('rejectionHandled', (promise) => failures.delete(promise));

/** Failures that nobody has handled. */
export async function takeFailures(): Promise<unknown[]> {
	// Node.js reports rejections between turns.
	await new Promise((resolve) => setImmediate(resolve));
	const taken = [...failures.values()];
	failures.clear();
	return taken;
}

/** From now on, timers and failures of earlier jobs have no effect. */
export async function runJob<Result>(run: () => Promise<Result>): Promise<Result> {
	current = {};
	failures.clear();
	return await jobs.run(current, run);
}

/** The channel to the main process, and the time limit of the test. */
const IDLE_RESOURCES = 2;
let idleTurns = 0;
let failTest: (error: Error) => void = () => {};
setInterval(() => {
	idleTurns = process.getActiveResourcesInfo().length > IDLE_RESOURCES ? 0 : idleTurns + 1;
	if (idleTurns > 3) failTest(new Error('Nothing is left that could end the test'));
}, 10).unref();

/** Else a test that waits for nothing would only fail when its time is over. */
export async function failWhenIdle(run: () => unknown): Promise<void> {
	idleTurns = 0;
	await Promise.race([run(), new Promise((_resolve, reject) => (failTest = reject))]);
}
