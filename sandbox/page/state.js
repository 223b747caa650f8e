import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';

/** A burst of events causes few refreshes. */
const MIN_REFRESH_MS = 200;
/** Browsers reconnect after a lost connection, but not after a refused one. */
const RETRY_AFTER_MS = 1_000;
const TOAST_MS = 5_000;
const MAX_LINES = 5_000;

/** A value that redraws the components that use it. */
function store(value) {
	const watchers = new Set();
	return {
		get: () => value,
		set(next) {
			value = next;
			for (const watcher of watchers) watcher(next);
		},
		use() {
			const [, redraw] = useState(value);
			useEffect(() => {
				watchers.add(redraw);
				// It may have changed since the first draw.
				redraw(value);
				return () => watchers.delete(redraw);
			}, []);
			return value;
		},
	};
}

/** Boards, tasks, webhooks, faults, assumptions, settings and account; `null` until loaded. */
export const data = store(null);
/** Newest first. */
export const log = store([]);
/** Whether the sandbox responds; `null` at first. */
export const connection = store(null);
export const toast = store('');
/** What the log is restricted to. */
export const filter = store({ text: '', failed: false });
/** The open dialog: a component and its properties. */
export const dialog = store(null);

export function showToast(text) {
	toast.set(text);
	setTimeout(() => toast.get() === text && toast.set(''), TOAST_MS);
}

/** Runs `act` now, and once more after the interval if it was called meanwhile. */
function throttled(act) {
	let state = 'idle';
	return async function run() {
		if (state !== 'idle') return void (state = 'pending');
		state = 'busy';
		await act().finally(() =>
			setTimeout(() => {
				const again = state === 'pending';
				state = 'idle';
				if (again) void run();
			}, MIN_REFRESH_MS),
		);
	};
}

const PARTS = ['boards', 'tasks', 'webhooks', 'faults', 'assumptions', 'settings', 'account'];

const refresh = throttled(async () => {
	const contents = await Promise.all(PARTS.map((part) => call('GET', `/${part}`)));
	const latest = Object.fromEntries(PARTS.map((part, index) => [part, contents[index]]));
	if (JSON.stringify(latest) !== JSON.stringify(data.get())) data.set(latest);
});

let lines = new Map();
const showLines = throttled(async () => {
	const newest = [...lines.values()].sort((a, b) => b.number - a.number).slice(0, MAX_LINES);
	lines = new Map(newest.map((line) => [line.number, line]));
	log.set(newest);
});

function put(line) {
	lines.set(line.number, line);
	void showLines();
}

/** Keeps the page up to date. */
export function subscribe() {
	const events = new EventSource('/sandbox/events');
	const on = (type, react) =>
		events.addEventListener(type, async (event) => {
			void refresh();
			await react(JSON.parse(event.data));
		});
	on('start', async () => {
		connection.set(true);
		lines = new Map();
		void showLines();
		// Lines that arrived meanwhile are newer.
		for (const line of await call('GET', '/log')) if (!lines.has(line.number)) put(line);
	});
	on('line', put);
	on('changed', () => undefined);
	events.onerror = () => {
		connection.set(false);
		if (events.readyState === EventSource.CLOSED) setTimeout(subscribe, RETRY_AFTER_MS);
	};
	// Otherwise leaving the page would show that the connection is lost.
	addEventListener('pagehide', () => events.close());
}
