import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { say } from './state.js';
import { button, clock, count, Dialog, field, html, open, Panel, tag } from './ui.js';
import { afterLoss, causeOf, healthOf, isTestAddress } from './words.js';

const NONE =
	'No webhooks yet. Publish an n8n workflow that starts with the trigger, or register one with POST /api/v1/webhooks.';

export const Webhooks = ({ webhooks }) => html`
	<${Panel} id="webhooks" title="Webhooks">
		${webhooks.length === 0 && html`<p class="empty">${NONE}</p>`}
		<ul class="rows">
			${webhooks.map((webhook) => html`<${Row} key=${webhook.id} ...${webhook} />`)}
		</ul>
	<//>
`;

function Row(webhook) {
	const { id, url, events, created_at, health } = webhook;
	const { kind, word, why } = healthOf(webhook);
	const small = (label) => ({ kind: 'small', 'aria-label': label });
	return html`
		<li class="row" id=${`webhook-${id}`} tabindex="-1">
			<div class="chips">
				${tag(word, kind)} <a href=${`#webhook-${id}`}>webhook ${id}</a>
				${isTestAddress(url) && tag('n8n test address', 'warn')}
			</div>
			<div class="chips">
				${button('Send event…', () => open(SendEvent, { id }), small(`Send event to webhook ${id}`))}
				${button('Delete…', () => open(Delete, webhook), small(`Delete webhook ${id}`))}
			</div>
			<div class="row-text">
				<code>${url}</code>
				${why && html`<span>${why}</span>`}
				<span class="meta">
					${events.join(', ')} · registered ${clock(created_at)}
					${health?.attempts > 0 && ` · ${health.succeeded} of ${count(health.attempts, 'attempt')} succeeded`}
				</span>
			</div>
		</li>
	`;
}

function Delete({ id, url, active }) {
	const form = { title: `Delete webhook ${id}?`, label: 'Delete webhook', kind: 'danger' };
	const submit = async () => {
		await call('DELETE', `/webhooks/${id}`);
		say(`Webhook ${id} deleted`);
	};
	return html`
		<${Dialog} ...${form} submit=${submit} returnTo="webhooks">
			<p><code>${url}</code></p>
			${active && html`<p>${afterLoss(url)}</p>`}
		<//>
	`;
}

const EVENTS = ['task.created', 'task.updated', 'task.deleted', 'task.completed', 'board.created'];

/** Any event or body, once. */
function SendEvent({ id }) {
	const [event, setEvent] = useState('task.created');
	const [sample, setSample] = useState(null);
	useEffect(() => {
		call('GET', `/samples/${encodeURIComponent(event || 'none')}`).then(setSample, () => undefined);
	}, [event]);
	const submit = async ({ body }) => {
		const { headers } = sample;
		const answer = await call('POST', `/webhooks/${id}/deliveries`, { headers, body });
		say(answer.status ? `Webhook ${id} answered ${answer.status}` : causeOf(answer));
	};
	const body = sample ? JSON.stringify(JSON.parse(sample.body), null, 2) : '';
	return html`
		<${Dialog} title=${`Send event to webhook ${id}`} label="Send once" submit=${submit}>
			${field('Event', 'event', {
				list: 'events',
				value: event,
				onInput: ({ target }) => setEvent(target.value),
				hint: 'Any kind, also one that never occurs or that the webhook did not subscribe to.',
			})}
			<datalist id="events">${EVENTS.map((name) => html`<option value=${name} />`)}</datalist>
			${field('Body', 'body', {
				as: 'textarea',
				rows: 12,
				class: 'code',
				value: body,
				hint: 'Sent exactly as it is, valid or not. It is not retried, and no task changes.',
			})}
		<//>
	`;
}
