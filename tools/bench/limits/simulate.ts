import { LIMITS } from '../../../test/support/rateLimit';
import { VirtualClock } from '../../../test/support/virtualClock';
import type { Client, Send } from './clients';
import type { World } from './worlds';

/** After three hours, what is left is lost. */
const END_MS = 3 * 3_600_000;
const REFUSAL_MS = 3;
/** What this node sends at a time. */
const IN_FLIGHT = 50;

/**
 * Runs a client in a world, in virtual time.
 * @returns the time until the last item was done, as a multiple of the possible; undefined if one was
 * lost
 */
export async function simulate(client: Client, world: World): Promise<number | undefined> {
	const clock = new VirtualClock();
	const restore = installTimers(clock);
	try {
		const service = serve(clock, world);
		const idealMs = possibleMs(world);
		const starts = planStarts(world, idealMs);
		const results = Array.from({ length: world.processes }, () => {
			const open = client(clock, world);
			return starts.map(async ({ startMs, items }) => {
				await clock.wait(startMs);
				const sendItem = open();
				const sent = Array.from({ length: items }, (_, index) => sendItem(service.respond, index));
				return await Promise.allSettled(sent);
			});
		});
		let isLossless: boolean | undefined;
		void Promise.all(results.flat()).then((all) => {
			isLossless = all.flat().every(({ status }) => status === 'fulfilled');
		});
		await clock.runUntil(() => isLossless !== undefined, END_MS);
		return isLossless ? service.lastDoneMs() / idealMs : undefined;
	} finally {
		restore();
	}
}

/** The executions of a process. */
function planStarts({ executions, everyMs, items, singles }: World, idealMs: number) {
	return [
		...Array.from({ length: singles }, (_, number) => ({
			startMs: (0.8 * idealMs * (number + 1)) / (singles + 1),
			items: 1,
		})),
		...Array.from({ length: executions }, (_, number) => ({ startMs: number * everyMs, items })),
	];
}

/** The time of a client that knows the limit and sends as early as it may. */
function possibleMs(world: World): number {
	const { latencyMs, networkMs, processes, atOnce = Infinity } = world;
	const count = (world.items * world.executions + world.singles) * processes;
	const limit = makeLimit(world);
	const inFlight = Math.min(IN_FLIGHT * processes, atOnce);
	const ends: number[] = [];
	let now = 0;
	for (let sent = 0; sent < count; sent++) {
		now = Math.max(now, ends.at(-inFlight) ?? 0);
		for (let nextAt; (nextAt = limit?.(now)) !== undefined;) now = nextAt;
		ends.push(now + latencyMs + networkMs);
	}
	return ends.at(-1) ?? 0;
}

function makeLimit({ rate }: World) {
	if (rate === undefined) return undefined;
	const [kind, size, windowMs] = rate;
	return LIMITS[kind](size, windowMs);
}

function serve(clock: VirtualClock, world: World) {
	const { latencyMs, networkMs, atOnce = Infinity, retryAfter } = world;
	const limit = makeLimit(world);
	let working = 0;
	let lastDoneMs = 0;
	const cross = async () => await clock.wait((networkMs / 2) * (0.5 + clock.random()));
	const askedMs = (waitMs: number) => {
		if (retryAfter === 'missing' || waitMs === Infinity) return undefined;
		return retryAfter === 'exact' ? Math.ceil(waitMs) : Math.ceil(waitMs / 1_000) * 1_000;
	};
	const respond: Send = async () => {
		await cross();
		const now = clock.ms;
		const nextAt = working < atOnce ? limit?.(now) : Infinity;
		if (nextAt !== undefined) {
			await clock.wait(REFUSAL_MS);
			await cross();
			return { status: 429, retryAfterMs: askedMs(nextAt - now) };
		}
		working += 1;
		await clock.wait(latencyMs * (0.9 + 0.2 * clock.random()));
		working -= 1;
		await cross();
		lastDoneMs = clock.ms;
		return { status: 201 };
	};
	return { respond, lastDoneMs: () => lastDoneMs };
}

/** The libraries know no clock but the global ones. */
function installTimers(clock: VirtualClock): () => void {
	const restore = clock.install();
	const { setTimeout, clearTimeout } = globalThis;
	type Timer = ReturnType<VirtualClock['schedule']>;
	// Whole milliseconds, and at least one, as in Node.js.
	const set = (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): Timer =>
		clock.schedule(Math.max(Math.trunc(ms), 1), () => run(...values));
	const clear = (timer?: Timer) => {
		if (timer !== undefined) timer.run = () => {};
	};
	Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
	return () => {
		Object.assign(globalThis, { setTimeout, clearTimeout });
		restore();
	};
}
