import { call } from './api.js';
import { showToast } from './state.js';
import { button, clock, count, Dialog, html, open, Panel, tag } from './ui.js';
import { afterDeletion, healthOf, isTestUrl } from './texts.js';

const EMPTY =
	'No webhooks yet. Publish an n8n workflow that starts with the trigger, or register one with POST /api/v1/webhooks.';

export const Webhooks = ({ webhooks }) => html`
	<${Panel} id="webhooks" title="Webhooks">
		${webhooks.length === 0 && html`<p class="meta">${EMPTY}</p>`}
		<ul class="stack">
			${webhooks.map((webhook) => html`<${Row} key=${webhook.id} ...${webhook} />`)}
		</ul>
	<//>
`;

function Row(webhook) {
	const { id, url, events, created_at, health } = webhook;
	const { kind, label, reason } = healthOf(webhook);
	const named = { kind: 'small', 'aria-label': `Delete webhook ${id}` };
	return html`
		<li class="box stack tight">
			<div class="flow">
				${tag(label, kind)}
				<span class="what">webhook ${id}${isTestUrl(url) && ', n8n test URL'}</span>
				${button('Delete…', () => open(Delete, webhook), named)}
			</div>
			<div class="lines">
				<code>${url}</code>
				${reason && html`<span>${reason}</span>`}
				<span class="meta">
					${events.join(', ')} · registered ${clock(created_at)}
					${health?.attempts > 0 && ` · ${health.succeeded} of ${count(health.attempts, 'attempt')} succeeded`}
				</span>
			</div>
		</li>
	`;
}

function Delete({ id, url, active }) {
	const submit = async () => {
		await call('DELETE', `/webhooks/${id}`);
		showToast(`Webhook ${id} deleted`);
	};
	return html`
		<${Dialog} title=${`Delete webhook ${id}?`} label="Delete webhook" submit=${submit}>
			<p><code>${url}</code></p>
			${active && html`<p>${afterDeletion(url)}</p>`}
		<//>
	`;
}
