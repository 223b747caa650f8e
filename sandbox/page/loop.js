import { log } from './state.js';
import { count, html } from './ui.js';

const WINDOW_MS = 60_000;
const SUSPICIOUS_TASKS = 8;
const MAX_TITLE_CHARACTERS = 60;

/** Tasks of the last minute whose title contains that of one of the three before. */
function similarTasks(lines) {
	const since = new Date(Date.now() - WINDOW_MS).toISOString();
	const created = lines.filter(
		({ at, method, path, status, subject }) =>
			at > since && method === 'POST' && path === '/api/v1/tasks' && status < 300 && subject,
	);
	return created.filter(({ subject }, index) =>
		created.slice(index + 1, index + 4).some((earlier) => subject.includes(earlier.subject)),
	);
}

/** A workflow that starts on new tasks and creates one starts itself in an endless loop. */
export function LoopBanner() {
	const similar = similarTasks(log.use());
	if (similar.length < SUSPICIOUS_TASKS) return null;
	return html`
		<p class="notice bad">
			<b role="alert">Is a workflow starting itself?</b> ${count(similar.length, 'task')} like
			“${similar[0].subject.slice(0, MAX_TITLE_CHARACTERS)}” were created within a minute. If a
			workflow starts on new tasks and creates one, turn on <b> Ignore Own Tasks</b> in its trigger,
			or unpublish it.
		</p>
	`;
}
