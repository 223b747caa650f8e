import { byId } from './dom.js';
import { logEntry } from './logEntry.js';

const MOST_ENTRIES = 200;
const NOTHING = {
	all: 'Nothing yet. Requests to the service and deliveries to webhooks appear here.',
	request: 'No requests yet.',
	delivery: 'No deliveries yet. Edit a task while a webhook is registered.',
};

/** What arrived while the log was paused, by number. */
const held = new Map();
let paused = false;

export function watchLog() {
	byId('pause').onclick = () => pause(!paused);
	for (const choice of document.querySelectorAll('input[name=shown]')) {
		choice.onchange = () => filter(choice.value);
	}
	describeEmptiness();
}

/** Puts the latest entries in place of everything shown. */
export function restartLog(latest) {
	clearLog();
	for (const entry of latest) place(entry);
	describeEmptiness();
}

export function clearLog() {
	held.clear();
	byId('entries').replaceChildren();
	describePause();
	describeEmptiness();
}

/** A new entry goes on top; news about one that is shown replaces it. */
export function logged(entry) {
	if (paused) return hold(entry);
	place(entry);
	describeEmptiness();
}

function hold(entry) {
	held.set(entry.number, entry);
	if (held.size > MOST_ENTRIES) held.delete(held.keys().next().value);
	describePause();
}

function place(entry) {
	const list = byId('entries');
	const shown = list.querySelector(`[data-number="${entry.number}"]`);
	const node = logEntry(entry);
	if (!shown) {
		list.prepend(node);
		if (list.children.length > MOST_ENTRIES) list.lastElementChild.remove();
		return;
	}
	const hadFocus = shown.contains(document.activeElement);
	node.firstElementChild.open = shown.firstElementChild.open;
	shown.replaceWith(node);
	if (hadFocus) node.querySelector('summary').focus();
}

function pause(now) {
	paused = now;
	byId('pause').setAttribute('aria-pressed', String(paused));
	if (!paused) {
		for (const entry of held.values()) place(entry);
		held.clear();
	}
	describePause();
	describeEmptiness();
}

function describePause() {
	byId('pause').textContent = paused ? `Resume (${held.size} new)` : 'Pause';
}

function filter(choice) {
	byId('entries').dataset.shown = choice;
	describeEmptiness();
}

function describeEmptiness() {
	const choice = byId('entries').dataset.shown;
	const selector = choice === 'all' ? 'li' : `li[data-kind=${choice}]`;
	byId('log-empty').textContent = NOTHING[choice];
	byId('log-empty').hidden = byId('entries').querySelector(selector) !== null;
}
