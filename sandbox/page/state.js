import { call } from './api.js';

const REFRESH_DELAY_MS = 100;
/** Browsers reconnect after a lost connection, but not after a refused one. */
const RETRY_AFTER_MS = 1_000;
const TOAST_MS = 5_000;

/** The control routes whose contents the page shows. */
const PARTS = ['account', 'boards', 'tasks', 'webhooks', 'faults', 'log'];

/** What the page shows. */
export const state = {
	/** By part; `null` until loaded. */
	latest: null,
	/** Whether the sandbox responds; `null` at first. */
	isLive: null,
	toast: '',
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

let lastRefresh = Promise.resolve();
let isDue = false;

/** Reads all parts again, soon: a burst of events causes few refreshes. */
function refresh() {
	if (isDue) return;
	isDue = true;
	lastRefresh = lastRefresh
		.then(() => new Promise((resolve) => setTimeout(resolve, REFRESH_DELAY_MS)))
		.then(readLatest)
		// The connection is lost, which the event source notices.
		.catch(() => undefined);
}

async function readLatest() {
	isDue = false;
	const contents = await Promise.all(PARTS.map((part) => call('GET', `/${part}`)));
	update({ latest: Object.fromEntries(PARTS.map((part, index) => [part, contents[index]])) });
}

/** @param redraw is called for each change */
export function start(redraw) {
	draw = redraw;
	draw();
	subscribe();
}

function subscribe() {
	const events = new EventSource('/sandbox/events');
	events.onopen = () => {
		update({ isLive: true });
		refresh();
	};
	events.onmessage = refresh;
	events.onerror = () => {
		update({ isLive: false });
		if (events.readyState === EventSource.CLOSED) setTimeout(subscribe, RETRY_AFTER_MS);
	};
	// Otherwise leaving the page would show that the connection is lost.
	addEventListener('pagehide', () => events.close());
}
