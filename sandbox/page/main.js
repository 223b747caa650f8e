import { h, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from './api.js';
import { Boards } from './boards.js';
import { Connect } from './connect.js';
import { activeText, Faults } from './faults.js';
import { Log } from './log.js';
import { LoopBanner } from './loop.js';
import { connection, data, dialog, showToast, subscribe, target, toast } from './state.js';
import { changedSettings, Settings } from './settings.js';
import { NewTask, TaskDialog } from './tasks.js';
import { button, Dialog, html, open } from './ui.js';
import { afterLoss } from './texts.js';
import { Webhooks } from './webhooks.js';

const SECTIONS = ['Boards', 'Webhooks', 'Faults', 'Settings', 'Log'];

function App() {
	const latest = data.use();
	const { component, properties } = dialog.use() ?? {};
	const linked = useTarget(latest);
	const isLost = connection.use() === false;
	return html`
		<a class="skip" href="#boards">Skip to the boards</a>
		<a class="skip" href="#log">Skip to the log</a>
		<${Top} account=${latest?.account} />
		<p class="notice bad" role="alert">
			${isLost && 'The sandbox does not respond. Is it still running?'}
		</p>
		<p class="notice warn" role="status">
			${latest && activeText(latest.faults, changedSettings(latest))}
		</p>
		<p class="toast" role="status">${toast.use()}</p>
		${
			latest &&
			html`
				<main>
					<${LoopBanner} />
					<${Connect} account=${latest.account} />
					<${Boards} ...${latest} />
					<${Webhooks} webhooks=${latest.webhooks} />
					<${Faults} faults=${latest.faults} />
					<${Settings} ...${latest} />
				</main>
				<${Log} webhooks=${latest.webhooks} />
			`
		}
		${component && html`<${component} ...${properties} />`}
		${linked && html`<${TaskDialog} key=${linked.id} task=${linked} boards=${latest.boards} />`}
	`;
}

/** Focuses the webhook or section that the URL names; returns the task that it names. */
function useTarget(latest) {
	const name = target.use();
	useEffect(() => {
		const element = document.getElementById(name);
		// The browser has focused it, and the user may have gone on inside.
		if (!element?.contains(document.activeElement)) element?.focus();
	}, [name, latest === null]);
	return latest?.tasks.find(({ id }) => name === `task-${id}`);
}

function Top({ account }) {
	const live = connection.use();
	return html`
		<header class="top">
			<img src="/sandbox/page/icon.svg" alt="" width="32" height="32" />
			<div class="title">
				<h1>Workspace Task Service</h1>
				<p class="meta">Sandbox on this machine. Nothing here reaches the real service.</p>
			</div>
			<p class="live" data-live=${live} role="status">${live ? 'Live' : 'Connecting…'}</p>
			${account?.n8nUrl && html`<a class="button" href=${account.n8nUrl} target="n8n">Open n8n</a>`}
			${button('?', () => open(Help), { 'aria-label': 'Help' })}
			${button('Reset…', () => open(Reset))}
		</header>
		<nav class="jump" aria-label="Sections">
			${SECTIONS.map((name) => html`<a href=${`#${name.toLowerCase()}`}>${name}</a>`)}
		</nav>
	`;
}

function Reset() {
	const lost = data.get().webhooks.filter(({ active }) => active);
	const submit = async () => {
		await call('POST', '/reset');
		showToast('The sandbox was reset');
	};
	return html`
		<${Dialog} title="Reset the sandbox?" label="Reset the sandbox" kind="danger" submit=${submit}>
			<p>
				Restores the initial boards and tasks, and deletes webhooks, due deliveries, faults and this
				log. Password and token stay the same.
			</p>
			<ul class="rows" aria-label="Lost webhooks">
				${lost.map(({ url }) => html`<li><code>${url}</code><br />${afterLoss(url)}</li>`)}
			</ul>
		<//>
	`;
}

const SHORTCUTS = {
	'/': ['Find in the log', () => document.getElementById('find')?.focus()],
	n: ['New task', () => data.get() && open(NewTask, { boards: data.get().boards })],
	p: ['Pause or resume the log', () => document.getElementById('pause')?.click()],
	'?': ['Show this list', () => open(Help)],
};

const Help = () => html`
	<${Dialog} title="Keyboard">
		<dl class="facts">
			${Object.entries(SHORTCUTS).map(([key, [what]]) => [h('dt', {}, key), h('dd', {}, what)])}
		</dl>
		<p class="hint">
			Tasks, webhooks and log entries have their own URLs: open a task, or click the number of a
			webhook or the time of a log entry.
		</p>
	<//>
`;

addEventListener('keydown', (event) => {
	const { key, ctrlKey, metaKey, altKey, target: element } = event;
	if (ctrlKey || metaKey || altKey || element.closest('input, select, textarea, dialog')) return;
	if (!SHORTCUTS[key]) return;
	event.preventDefault();
	SHORTCUTS[key][1]();
});

addEventListener('hashchange', () => target.set(location.hash.slice(1)));

addEventListener('unhandledrejection', ({ reason }) =>
	showToast(String(reason?.message ?? reason)),
);

render(html`<${App} />`, document.body);
subscribe();
