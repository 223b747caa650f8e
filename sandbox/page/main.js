import { render } from 'preact';
import { Boards } from './boards.js';
import { Faults } from './faults.js';
import { Log } from './log.js';
import { showToast, start, state } from './state.js';
import { count, html } from './ui.js';
import { Webhooks } from './webhooks.js';

const SECTIONS = ['Boards', 'Webhooks', 'Faults', 'Log'];
const CONNECTION = {
	null: 'Connecting…',
	true: '● Live',
	false: 'The sandbox does not respond. Is it still running?',
};

function App({ latest, isLive, toast, dialog }) {
	return html`
		<${Top} n8nUrl=${latest?.account.n8nUrl} isLive=${isLive} />
		<p class="notice tag warn" role="status">${latest && activeText(latest.faults)}</p>
		<p class="box toast" role="status">${toast}</p>
		${
			latest &&
			html`
				<main class="stack">
					<${Boards} ...${latest} />
					<${Webhooks} webhooks=${latest.webhooks} />
					<${Faults} faults=${latest.faults} />
				</main>
				<${Log} lines=${latest.log} />
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

const Top = ({ n8nUrl, isLive }) => html`
	<header class="top flow">
		<img src="/sandbox/page/icon.svg" alt="" width="32" height="32" />
		<div class="what">
			<h1>Workspace Task Service</h1>
			<p class="meta">Sandbox on this machine. Nothing here reaches the real service.</p>
		</div>
		<p class=${isLive === false ? 'tag bad' : 'meta'} role="status">${CONNECTION[isLive]}</p>
		${n8nUrl && html`<a class="button" href=${n8nUrl} target="n8n">Open n8n</a>`}
		<nav class="flow" aria-label="Sections">
			${SECTIONS.map((name) => html`<a href=${`#${name.toLowerCase()}`}>${name}</a>`)}
		</nav>
	</header>
`;

addEventListener('unhandledrejection', ({ reason }) =>
	showToast(String(reason?.message ?? reason)),
);

start(() => render(html`<${App} ...${state} />`, document.body));
