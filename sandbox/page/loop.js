import { log } from './state.js';
import { count, html } from './ui.js';

const WINDOW_MS = 60_000;
const MOST_ALIKE = 8;
const MOST_SHOWN = 60;

/** Tasks created within a minute whose titles repeat or contain that of one shortly before. */
function alikeIn(lines) {
	const since = new Date(Date.now() - WINDOW_MS).toISOString();
	const created = lines.filter(
		({ at, method, path, status, subject }) =>
			at > since && method === 'POST' && path === '/api/v1/tasks' && status < 300 && subject,
	);
	return created.filter(({ subject }, index) =>
		created.slice(index + 1, index + 4).some((earlier) => subject.includes(earlier.subject)),
	);
}

/** A workflow that starts on new tasks and creates one starts itself, without end. */
export function LoopBanner() {
	const alike = alikeIn(log.use());
	if (alike.length < MOST_ALIKE) return null;
	return html`
		<p class="notice">
			<b role="alert">Is a workflow starting itself?</b> ${count(alike.length, 'task')} like
			“${alike[0].subject.slice(0, MOST_SHOWN)}” were created within a minute. If a workflow starts
			on new tasks and creates one, turn on <b> Ignore Own Tasks</b> in its trigger, or unpublish
			it.
		</p>
	`;
}
