import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { showToast } from './state.js';
import { button, clock, count, Dialog, field, html, open, Panel, tag } from './ui.js';
import { afterLoss, causeOf, healthOf, isTestUrl } from './texts.js';

const EMPTY =
	'No webhooks yet. Publish an n8n workflow that starts with the trigger, or register one with POST /api/v1/webhooks.';

export const Webhooks = ({ webhooks }) => html`
	<${Panel} id="webhooks" title="Webhooks">
		${webhooks.length === 0 && html`<p class="meta">${EMPTY}</p>`}
		<ul class="rows">
			${webhooks.map((webhook) => html`<${Row} key=${webhook.id} ...${webhook} />`)}
		</ul>
	<//>
`;

function Row(webhook) {
	const { id, url, events, created_at, health } = webhook;
	const { kind, label, reason } = healthOf(webhook);
	const small = (text) => ({ kind: 'small', 'aria-label': text });
	return html`
		<li class="row">
			${tag(label, kind)}
			<span class="what">webhook ${id}${isTestUrl(url) && ', n8n test URL'}</span>
			${button('Send event…', () => open(SendEvent, { id }), small(`Send event to webhook ${id}`))}
			${button('Delete…', () => open(Delete, webhook), small(`Delete webhook ${id}`))}
			<div class="row-text">
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
	const form = { title: `Delete webhook ${id}?`, label: 'Delete webhook' };
	const submit = async () => {
		await call('DELETE', `/webhooks/${id}`);
		showToast(`Webhook ${id} deleted`);
	};
	return html`
		<${Dialog} ...${form} submit=${submit}>
			<p><code>${url}</code></p>
			${active && html`<p>${afterLoss(url)}</p>`}
		<//>
	`;
}

const EVENTS = ['task.created', 'task.updated', 'task.deleted', 'task.completed', 'board.created'];

function SendEvent({ id }) {
	const [event, setEvent] = useState('task.created');
	const [sample, setSample] = useState(null);
	useEffect(() => {
		call('GET', `/samples/${encodeURIComponent(event || 'none')}`).then(setSample, () => undefined);
	}, [event]);
	const submit = async ({ body }) => {
		const { headers } = sample;
		const response = await call('POST', `/webhooks/${id}/deliveries`, { headers, body });
		const { status } = response;
		showToast(status ? `Webhook ${id} responded with ${status}` : causeOf(response));
	};
	const body = sample ? JSON.stringify(JSON.parse(sample.body), null, 2) : '';
	return html`
		<${Dialog} title=${`Send event to webhook ${id}`} label="Send once" submit=${submit}>
			${field('Event', 'event', {
				list: 'events',
				value: event,
				onInput: ({ target }) => setEvent(target.value),
				hint: 'Any event type, even one that never occurs or that the webhook is not subscribed to.',
			})}
			<datalist id="events">${EVENTS.map((name) => html`<option value=${name} />`)}</datalist>
			${field('Body', 'body', {
				as: 'textarea',
				rows: 12,
				class: 'code',
				defaultValue: body,
				hint: 'Sent as is, valid or not. It is not retried, and no task changes.',
			})}
		<//>
	`;
}
