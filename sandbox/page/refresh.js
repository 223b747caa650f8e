import { call } from './api.js';
import { showBoards } from './boards.js';
import { showFaults } from './faults.js';
import { showWebhooks } from './webhooks.js';

/** So that a burst of news costs a few looks, not one for each. */
const SHORTEST_GAP_MS = 200;
const NOT_FOUND = 404;

let looking = false;
let lookAgain = false;
let shown = '';
let hasFaults = true;

/** Shows the latest boards, tasks, webhooks and faults; news during a look cause one more. */
export async function refresh() {
	lookAgain = looking;
	if (looking) return;
	looking = true;
	try {
		await look();
	} finally {
		setTimeout(() => {
			looking = false;
			if (lookAgain) void refresh();
		}, SHORTEST_GAP_MS);
	}
}

async function look() {
	const [boards, tasks, webhooks, faults] = await Promise.all([
		call('GET', '/boards'),
		call('GET', '/tasks'),
		call('GET', '/webhooks'),
		hasFaults ? call('GET', '/faults').catch(none) : undefined,
	]);
	const latest = JSON.stringify([boards, tasks, webhooks, faults ?? null]);
	if (latest === shown) return;
	shown = latest;
	showBoards(boards, tasks);
	showWebhooks(webhooks);
	showFaults(faults);
}

/** A sandbox without faults has no such route. */
function none(refusal) {
	if (refusal.status !== NOT_FOUND) throw refusal;
	hasFaults = false;
	return undefined;
}
