/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test support, never published */
import type { Clock } from '../../nodes/WorkspaceTaskService/time';
import { Heap } from './heap';

interface Timer {
	at: number;
	order: number;
	run: () => void;
	isCancelled?: boolean;
}

const START = 60_000_000;
const DATE = Date.UTC(2026, 5, 1);
const TIMEOUT = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const nextTurn = setImmediate;

/** Time jumps from timer to timer; nothing really waits. Random numbers are the same in every run. */
export class VirtualClock implements Clock {
	/** In milliseconds, precise enough for fractions of them. */
	time = START;
	random: () => number;
	private readonly timers = new Heap<Timer>();
	private order = 0;

	constructor(seed = 1) {
		this.random = sequence(seed);
	}

	now = () => this.time;

	/** Since the start. */
	get ms(): number {
		return this.time - START;
	}

	/** How many timers are open. */
	get open(): number {
		return this.timers.all.filter(({ isCancelled }) => isCancelled !== true).length;
	}

	schedule(delayMs: number, run: () => void): Timer {
		const timer = { at: this.time + delayMs, order: this.order++, run };
		this.timers.push(timer);
		return timer;
	}

	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const timer = this.schedule(ms, resolve);
			if (signal === undefined) return;
			const end = () => {
				timer.isCancelled = true;
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
			while (this.timers.first?.isCancelled) this.timers.pop();
			const { first } = this.timers;
			if (first === undefined || first.at > until) return false;
			this.time = Math.max(this.time, first.at);
			// Timers of the same time fire in order, in one turn of the event loop.
			while ((this.timers.first?.at ?? Infinity) <= this.time) {
				const timer = this.timers.pop();
				if (timer?.isCancelled !== true) timer?.run();
			}
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
		Object.assign(globalThis, { Date: VirtualDate, performance: { now: () => this.ms } });
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

/** A seeded sequence (mulberry32). @returns from 0 up to 1 */
export function sequence(state: number): () => number {
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** From 0 up to 1, by name: what a shrunk world lacks changes nothing for the rest. */
export function chanceOf(...parts: Array<string | number>): number {
	let hash = 0;
	for (const part of parts) {
		const name = typeof part === 'number' ? String.fromCharCode(part, part >>> 16) : part;
		for (let at = 0; at < name.length; at++) hash = Math.imul(hash, 31) + name.charCodeAt(at);
		hash = Math.imul(hash, 31) | 0;
	}
	return sequence(hash)();
}
