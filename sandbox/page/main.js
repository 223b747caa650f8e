import { render } from 'preact';
import { call } from './api.js';
import { Boards } from './boards.js';
import { Connect } from './connect.js';
import { Faults } from './faults.js';
import { Log } from './log.js';
import { showToast, start, state } from './state.js';
import { button, count, Dialog, html, open } from './ui.js';
import { afterLoss } from './texts.js';
import { Webhooks } from './webhooks.js';

const SECTIONS = ['Boards', 'Webhooks', 'Faults', 'Log'];
const CONNECTION = {
	null: 'Connecting…',
	true: '● Live',
	false: 'The sandbox does not respond. Is it still running?',
};

function App({ latest, isLive, toast, dialog, lines, filter }) {
	return html`
		<${Top} account=${latest?.account} isLive=${isLive} />
		<p class="notice tag warn" role="status">${latest && activeText(latest.faults)}</p>
		<p class="toast" role="status">${toast}</p>
		${
			latest &&
			html`
				<main>
					<${Connect} account=${latest.account} />
					<${Boards} ...${latest} />
					<${Webhooks} webhooks=${latest.webhooks} />
					<${Faults} faults=${latest.faults} />
				</main>
				<${Log} lines=${lines} filter=${filter} />
			`
		}
		${dialog && html`<${dialog.component} ...${dialog.properties} />`}
	`;
}

/** Where nobody overlooks what fails on purpose. */
function activeText(faults) {
	const active = faults.filter(({ remaining }) => remaining !== 0);
	return (
		active.length > 0 && html`Changed by <a href="#faults">${count(active.length, 'fault')}</a>`
	);
}

function Top({ account, isLive }) {
	return html`
		<header class="top">
			<img src="/sandbox/page/icon.svg" alt="" width="32" height="32" />
			<div class="title">
				<h1>Workspace Task Service</h1>
				<p class="meta">Sandbox on this machine. Nothing here reaches the real service.</p>
			</div>
			<div class="chips">
				<p class=${isLive === false ? 'tag bad' : 'meta'} role="status">${CONNECTION[isLive]}</p>
				${account?.n8nUrl && html`<a class="button" href=${account.n8nUrl} target="n8n">Open n8n</a>`}
				${button('Reset…', () => open(Reset))}
			</div>
			<nav class="chips" aria-label="Sections">
				${SECTIONS.map((name) => html`<a href=${`#${name.toLowerCase()}`}>${name}</a>`)}
			</nav>
		</header>
	`;
}

function Reset() {
	const lost = state.latest.webhooks.filter(({ active }) => active);
	const submit = async () => {
		await call('POST', '/reset');
		showToast('The sandbox was reset');
	};
	return html`
		<${Dialog} title="Reset the sandbox?" label="Reset the sandbox" submit=${submit}>
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

addEventListener('unhandledrejection', ({ reason }) =>
	showToast(String(reason?.message ?? reason)),
);

start(() => render(html`<${App} ...${state} />`, document.body));
