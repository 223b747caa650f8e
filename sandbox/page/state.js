import { call } from './api.js';

/** A burst of events causes few refreshes. */
const MIN_REFRESH_MS = 200;
/** Browsers reconnect after a lost connection, but not after a refused one. */
const RETRY_AFTER_MS = 1_000;
const TOAST_MS = 5_000;
const MAX_LINES = 5_000;

/** What the page shows. */
export const state = {
	/** Boards, tasks, webhooks, faults and account; `null` until loaded. */
	latest: null,
	/** The log, newest first. */
	lines: [],
	/** Whether the sandbox responds; `null` at first. */
	isLive: null,
	toast: '',
	/** What the log is restricted to. */
	filter: { text: '', failed: false },
	/** A component and its properties. */
	dialog: null,
};

let draw;

/** Redraws the page. */
export function update(changes) {
	Object.assign(state, changes);
	draw();
}

export function showToast(toast) {
	update({ toast });
	setTimeout(() => state.toast === toast && update({ toast: '' }), TOAST_MS);
}

/** Runs `act` now, and once more after the interval if it was called meanwhile. */
function throttled(act) {
	let phase = 'idle';
	return async function run() {
		if (phase !== 'idle') return void (phase = 'pending');
		phase = 'busy';
		await act().finally(() =>
			setTimeout(() => {
				const again = phase === 'pending';
				phase = 'idle';
				if (again) void run();
			}, MIN_REFRESH_MS),
		);
	};
}

const PARTS = ['boards', 'tasks', 'webhooks', 'faults', 'account'];

const refresh = throttled(async () => {
	const contents = await Promise.all(PARTS.map((part) => call('GET', `/${part}`)));
	const latest = Object.fromEntries(PARTS.map((part, index) => [part, contents[index]]));
	if (JSON.stringify(latest) !== JSON.stringify(state.latest)) update({ latest });
});

let lines = new Map();
const showLines = throttled(async () => {
	const newest = [...lines.values()].sort((a, b) => b.number - a.number).slice(0, MAX_LINES);
	lines = new Map(newest.map((line) => [line.number, line]));
	update({ lines: newest });
});

function put(line) {
	lines.set(line.number, line);
	void showLines();
}

/** @param redraw is called for each change */
export function start(redraw) {
	draw = redraw;
	draw();
	subscribe();
}

function subscribe() {
	const events = new EventSource('/sandbox/events');
	const on = (type, react) =>
		events.addEventListener(type, async (event) => {
			void refresh();
			await react(JSON.parse(event.data));
		});
	on('start', async () => {
		update({ isLive: true });
		lines = new Map();
		void showLines();
		// Lines that arrived meanwhile are newer.
		for (const line of await call('GET', '/log')) if (!lines.has(line.number)) put(line);
	});
	on('line', put);
	on('changed', () => undefined);
	events.onerror = () => {
		update({ isLive: false });
		if (events.readyState === EventSource.CLOSED) setTimeout(subscribe, RETRY_AFTER_MS);
	};
	// Otherwise leaving the page would show that the connection is lost.
	addEventListener('pagehide', () => events.close());
}
