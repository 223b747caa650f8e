import { showAccount } from './account.js';
import { call } from './api.js';
import { watchBoards } from './boards.js';
import { byId, say } from './dom.js';
import { watchFaults } from './faults.js';
import { openForm } from './form.js';
import { clearLog, logged, restartLog, watchLog } from './log.js';
import { refresh } from './refresh.js';

/** A browser reconnects by itself after a lost connection, but not after a refused one. */
const RETRY_AFTER_MS = 1_000;

function follow() {
	const events = new EventSource('/sandbox/events');
	const on = (type, react) =>
		events.addEventListener(type, ({ data }) => {
			react(JSON.parse(data));
			void refresh();
		});
	on('start', (latest) => {
		connected(true);
		restartLog(latest);
		void showAccount();
	});
	on('entry', logged);
	on('cleared', clearLog);
	on('changed', () => connected(true));
	events.onerror = () => {
		connected(false);
		if (events.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_AFTER_MS);
	};
	// Leaving the page closes the stream, which needs no notice.
	addEventListener('pagehide', () => events.close());
}

function connected(live) {
	byId('connection').textContent = live ? 'Live' : 'Connecting…';
	byId('connection').dataset.live = live;
	byId('notice').hidden = live;
	if (!live) byId('notice').textContent = 'The sandbox does not answer. Is it still running?';
}

function watchReset() {
	const submit = async () => {
		await call('POST', '/reset');
		say('The sandbox was reset');
	};
	byId('reset-open').onclick = () => openForm(byId('reset-dialog'), { submit });
}

addEventListener('unhandledrejection', ({ reason }) => {
	byId('notice').textContent = String(reason?.message ?? reason);
	byId('notice').hidden = false;
});

watchBoards();
watchFaults();
watchLog();
watchReset();
follow();
