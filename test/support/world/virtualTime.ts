/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test support, never published */
import { AsyncLocalStorage } from 'node:async_hooks';

import { Heap } from '../heap';
import { sequence } from './scenario/random';

/** What sets timers: those of a process that was killed never fire. */
export interface Owner {
	isDead: boolean;
}

interface Timer {
	at: number;
	order: number;
	run: () => void;
	owner?: Owner;
	isCancelled?: boolean;
	/** Does not keep a process alive, as that of `AbortSignal.timeout`. */
	isUnref?: boolean;
}

const START = Date.UTC(2026, 5, 1);
const MAX_DELAY_MS = 2 ** 31 - 1;
const nextTurn = setImmediate;

/** Time jumps from timer to timer. While installed, it stands in for all clocks of this realm. */
export class VirtualTime {
	now = START;
	readonly owner = new AsyncLocalStorage<Owner>();
	private readonly timers = new Heap<Timer>();
	private order = 0;

	/** Since the start. */
	get ms(): number {
		return this.now - START;
	}

	/** Timers that a living process forgot. */
	get openTimers(): number {
		const isOpen = ({ owner, isCancelled, isUnref }: Timer) =>
			owner !== undefined && !owner.isDead && isCancelled !== true && isUnref !== true;
		return this.timers.all.filter(isOpen).length;
	}

	schedule(delayMs: number, run: () => void, owner?: Owner): Timer {
		const timer: Timer = { at: this.now + delayMs, order: this.order++, run, owner };
		this.timers.push(timer);
		return timer;
	}

	async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.schedule(ms, resolve));
	}

	/** @returns whether `isOver` became true before the time was up or nothing was left to do */
	async runUntil(isOver: () => boolean, maxMs: number): Promise<boolean> {
		for (;;) {
			await new Promise((resolve) => nextTurn(resolve));
			if (isOver()) return true;
			const next = this.timers.first;
			if (next === undefined || next.at - START > maxMs) return false;
			this.now = Math.max(this.now, next.at);
			// Timers of the same time fire in order, in one turn of the event loop.
			while ((this.timers.first?.at ?? Infinity) <= this.now) this.fire(this.timers.pop());
		}
	}

	/** @returns what puts the real clocks back */
	install(seed: number): () => void {
		const own = Object.getOwnPropertyDescriptors(globalThis);
		const { timeout } = AbortSignal;
		const { random } = Math;
		const RealDate = Date;
		const set = (callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
			const delayMs = ms >= 1 && ms <= MAX_DELAY_MS ? ms : 1;
			const owner = this.owner.getStore() ?? { isDead: false };
			const timer = this.schedule(delayMs, () => callback(...values), owner);
			const handle = { timer, ref: () => handle, hasRef: () => true, unref: () => handle };
			return handle;
		};
		const clear = (handle?: { timer?: Timer }) => {
			if (handle?.timer !== undefined) handle.timer.isCancelled = true;
		};
		const VirtualDate = new Proxy(RealDate, {
			construct: (_, values: [], target) =>
				Reflect.construct(RealDate, values.length === 0 ? [this.now] : values, target) as Date,
			get: (target, name) => (name === 'now' ? () => this.now : Reflect.get(target, name)),
		});
		Object.assign(globalThis, {
			setTimeout: set,
			clearTimeout: clear,
			Date: VirtualDate,
			performance: { now: () => this.ms },
		});
		Math.random = sequence(seed);
		AbortSignal.timeout = (ms) => {
			const controller = new AbortController();
			const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
			this.schedule(ms, () => controller.abort(reason), this.owner.getStore()).isUnref = true;
			return controller.signal;
		};
		return () => {
			for (const name of ['setTimeout', 'clearTimeout', 'Date', 'performance'] as const)
				Object.defineProperty(globalThis, name, own[name]);
			Object.assign(Math, { random });
			Object.assign(AbortSignal, { timeout });
		};
	}

	private fire(timer: Timer | undefined): void {
		if (timer === undefined || timer.isCancelled || timer.owner?.isDead) return;
		if (timer.owner === undefined) return timer.run();
		this.owner.run(timer.owner, timer.run);
	}
}
