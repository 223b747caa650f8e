import type { Clock } from '../../nodes/WorkspaceTaskService/shared/clock';
import { seededRandom } from '../../sandbox/random';

interface Timer {
	at: number;
	run: () => void;
}

const DATE = Date.UTC(2026, 5, 1);
const TIMEOUT = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const nextTurn = setImmediate;

/** Time jumps from timer to timer; nothing really waits. Random numbers are the same in every run. */
export class VirtualClock implements Clock {
	/** Since the start, with fractions. */
	ms = 0;
	random: () => number;
	/** The next one is the last. */
	private readonly timers: Timer[] = [];

	constructor(seed = 1) {
		this.random = seededRandom(seed);
	}

	now = () => this.ms;

	/** How many timers are open. */
	get open(): number {
		return this.timers.length;
	}

	schedule(delayMs: number, run: () => void): Timer {
		const timer = { at: this.ms + delayMs, run };
		let [first, last] = [0, this.timers.length];
		while (first < last) {
			const middle = (first + last) >> 1;
			if ((this.timers[middle]?.at ?? 0) > timer.at) first = middle + 1;
			else last = middle;
		}
		this.timers.splice(first, 0, timer);
		return timer;
	}

	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const timer = this.schedule(ms, resolve);
			if (signal === undefined) return;
			const end = () => {
				this.timers.splice(this.timers.lastIndexOf(timer), 1);
				reject(signal.reason);
			};
			signal.addEventListener('abort', end, { once: true });
			timer.run = () => {
				signal.removeEventListener('abort', end);
				resolve();
			};
		});
	}

	/** Runs until nothing waits or the time is `until`. */
	async runAll(until?: number): Promise<void> {
		await this.runUntil(() => false, until);
	}

	/** @returns whether `isOver` became true before the time was `until` or nothing was left to do */
	async runUntil(isOver: () => boolean, until = Infinity): Promise<boolean> {
		for (;;) {
			await new Promise((resolve) => nextTurn(resolve));
			if (isOver()) return true;
			const next = this.timers.at(-1);
			if (next === undefined || next.at > until) return false;
			this.ms = Math.max(this.ms, next.at);
			// Timers of the same time fire in order, in one turn of the event loop.
			while ((this.timers.at(-1)?.at ?? Infinity) <= this.ms) this.timers.pop()?.run();
		}
	}

	/** Stands in for the clocks of this realm. @returns what puts them back */
	install(): () => void {
		const own = Object.getOwnPropertyDescriptors(globalThis);
		const { timeout } = AbortSignal;
		const { random } = Math;
		const date = () => DATE + this.ms;
		class VirtualDate extends Date {
			static now = date;

			constructor(...values: unknown[]) {
				super(...((values.length === 0 ? [date()] : values) as [number]));
			}
		}
		// Assigning would reach a setter of Node.js, which keeps the value.
		const performance = { now: () => this.ms };
		Object.defineProperty(globalThis, 'performance', { configurable: true, value: performance });
		Object.assign(globalThis, { Date: VirtualDate });
		Object.assign(Math, { random: this.random });
		AbortSignal.timeout = (ms) => {
			const controller = new AbortController();
			this.schedule(ms, () => controller.abort(TIMEOUT));
			return controller.signal;
		};
		return () => {
			for (const name of ['Date', 'performance'] as const)
				Object.defineProperty(globalThis, name, own[name]);
			Object.assign(Math, { random });
			Object.assign(AbortSignal, { timeout });
		};
	}
}

/** From 0 up to 1, by name: what a shrunk world lacks changes nothing for the rest. */
export function chanceOf(...parts: Array<string | number>): number {
	let hash = 0;
	for (const part of parts) {
		const name = typeof part === 'number' ? String.fromCharCode(part, part >>> 16) : part;
		for (let at = 0; at < name.length; at++) hash = Math.imul(hash, 31) + name.charCodeAt(at);
		hash = Math.imul(hash, 31) | 0;
	}
	return seededRandom(hash)();
}
