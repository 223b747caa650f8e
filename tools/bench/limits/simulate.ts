import { VirtualClock } from '../../../test/support/virtualClock';
import type { Client, Response, Send } from './clients';
import { possibleMs } from './limit';
import type { World } from './worlds';

/** After three hours, what is left is lost. */
const END_MS = 3 * 3_600_000;
const REFUSAL_MS = 3;

export interface Result {
	/** The time until the last item was done, as a multiple of the possible. */
	factor: number;
	isLossless: boolean;
}

/** Runs a client in a world, in virtual time. */
export async function simulate(client: Client, world: World, seed: number): Promise<Result> {
	const clock = new VirtualClock(seed);
	const restore = installTimers(clock);
	try {
		const items = world.executions.reduce((sum, one) => sum + one.items, 0) * world.processes;
		const total = items + world.singles;
		const ideal = idealMs(world, total);
		const service = serve(clock, world);
		let done = 0;
		const starts = Array.from({ length: world.processes }, () => {
			const open = client(clock, world);
			const execute = async (count: number, startMs: number) => {
				await clock.wait(startMs);
				const results = await open()(Array<Send>(count).fill(service.respond));
				done += results.filter((isDone) => isDone).length;
			};
			const singles = Array.from({ length: world.singles }, async (_, number) => {
				await execute(1, (0.8 * ideal * (number + 1)) / (world.singles + 1));
			});
			return [
				...singles,
				...world.executions.map(async (one) => await execute(one.items, one.startMs)),
			];
		});
		let isOver = false;
		void Promise.all(starts.flat()).then(() => (isOver = true));
		await clock.runUntil(() => isOver, END_MS);
		return { factor: service.lastDoneMs() / ideal, isLossless: done === total };
	} finally {
		restore();
	}
}

function idealMs({ limit, workers, latencyMs, networkMs, processes }: World, items: number) {
	if (workers !== undefined) return (items * latencyMs) / workers;
	return possibleMs(limit?.(), { latencyMs, networkMs, inFlight: 50 * processes, items });
}

function serve(clock: VirtualClock, world: World) {
	const { latencyMs, networkMs, workers = 0, retryAfter } = world;
	const limit = world.limit?.();
	const freeAt = Array<number>(workers).fill(0);
	let lastDone = 0;
	const cross = async () => await clock.wait((networkMs / 2) * (0.5 + clock.random()));
	const work = async () => {
		if (workers === 0) return await clock.wait(latencyMs * (0.9 + 0.2 * clock.random()));
		const worker = freeAt.indexOf(Math.min(...freeAt));
		freeAt[worker] = Math.max(freeAt[worker] ?? 0, clock.ms) + latencyMs;
		await clock.wait(freeAt[worker] - clock.ms);
	};
	const askedMs = (waitMs: number) => {
		if (typeof retryAfter === 'number') return retryAfter;
		if (retryAfter === 'missing' || waitMs === Infinity) return undefined;
		return retryAfter === 'exact' ? Math.ceil(waitMs) : Math.ceil(waitMs / 1_000) * 1_000;
	};
	const respond: Send = async (): Promise<Response> => {
		await cross();
		const now = clock.ms;
		const nextAt = limit?.nextAt(now) ?? now;
		if (nextAt > now) {
			await clock.wait(REFUSAL_MS);
			await cross();
			return { status: 429, retryAfterMs: askedMs(nextAt - now) };
		}
		limit?.accept(now);
		await work();
		limit?.end?.();
		await cross();
		lastDone = clock.ms;
		return { status: 201 };
	};
	return { respond, lastDoneMs: () => lastDone };
}

/** The libraries know no clock but the global ones. */
function installTimers(clock: VirtualClock): () => void {
	const restore = clock.install();
	const { setTimeout, clearTimeout } = globalThis;
	interface Handle {
		isCleared: boolean;
		unref(): Handle;
	}
	const set = (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): Handle => {
		const handle: Handle = { isCleared: false, unref: () => handle };
		// Whole milliseconds, and at least one, as in Node.js: AWS's loop would wait for none again and again.
		clock.schedule(Math.max(Math.trunc(ms), 1), () => {
			if (!handle.isCleared) run(...values);
		});
		return handle;
	};
	const clear = (handle?: Handle) => {
		if (handle !== undefined) handle.isCleared = true;
	};
	Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
	return () => {
		Object.assign(globalThis, { setTimeout, clearTimeout });
		restore();
	};
}
