import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { say } from './state.js';
import { Button, clock, count, Dialog, Field, html, open, Panel, Tag } from './ui.js';
import { causeOf, healthOf, isTestAddress } from './words.js';

export const Webhooks = ({ webhooks }) => html`
	<${Panel} id="webhooks" title="Webhooks">
		${
			webhooks.length === 0 &&
			html`
				<p class="empty">
					No webhooks yet. Publish an n8n workflow that starts with the trigger, or register one
					with POST /api/v1/webhooks.
				</p>
			`
		}
		<ul class="rows">
			${webhooks.map((webhook) => html`<${Row} key=${webhook.id} ...${webhook} />`)}
		</ul>
	<//>
`;

function Row({ id, url, events, active, created_at, health }) {
	const { kind, word, why } = healthOf({ url, active, health });
	return html`
		<li class="row" id=${`webhook-${id}`} tabindex="-1">
			<div class="chips">
				<${Tag} kind=${kind}>${word}<//>
				<a href=${`#webhook-${id}`}>webhook ${id}</a>
				${isTestAddress(url) && html`<${Tag} kind="warn">n8n test address<//>`}
			</div>
			<${Button}
				kind="small"
				aria-label=${`Send event to webhook ${id}`}
				onClick=${() => open(SendEvent, { id })}
				>Send event…<//
			>
			<${Button}
				kind="small"
				aria-label=${`Delete webhook ${id}`}
				onClick=${() => open(Delete, { id, url, active })}
				>Delete…<//
			>
			<div class="row-text">
				<code>${url}</code>
				${why && html`<span>${why}</span>`}
				<span class="meta">
					${events.join(', ')} · registered${' '}
					<time datetime=${created_at}>${clock(created_at)}</time>
					${health && ` · ${health.succeeded} of ${count(health.attempts, 'attempt')} succeeded`}
				</span>
			</div>
		</li>
	`;
}

function Delete({ id, url, active }) {
	const submit = async () => {
		await call('DELETE', `/webhooks/${id}`);
		say(`Webhook ${id} deleted`);
	};
	return html`
		<${Dialog}
			title=${`Delete webhook ${id}?`}
			label="Delete webhook"
			kind="danger"
			submit=${submit}
			returnTo="webhooks"
		>
			<p><code>${url}</code></p>
			${
				active &&
				!isTestAddress(url) &&
				html`
					<p>
						n8n registers once and relies on it: the workflow receives nothing until you change its
						Registration Label and publish it again.
					</p>
				`
			}
		<//>
	`;
}

const EVENTS = ['task.created', 'task.updated', 'task.deleted', 'task.completed', 'board.created'];

/** Any kind of event, or any body, once. */
function SendEvent({ id }) {
	const [event, setEvent] = useState('task.created');
	const [sample, setSample] = useState(null);
	useEffect(() => {
		call('GET', `/samples/${encodeURIComponent(event || 'none')}`).then(setSample, () => undefined);
	}, [event]);
	const submit = async ({ body }) => {
		const { status, error } = await call('POST', `/webhooks/${id}/deliveries`, {
			headers: sample.headers,
			body,
		});
		say(status ? `Webhook ${id} answered ${status}` : causeOf({ status, error }));
	};
	const body = sample && JSON.stringify(JSON.parse(sample.body), null, 2);
	return html`
		<${Dialog} title=${`Send event to webhook ${id}`} label="Send once" submit=${submit}>
			<${Field}
				label="Event"
				name="event"
				list="events"
				value=${event}
				onInput=${({ target }) => setEvent(target.value)}
				hint="Any kind, also one that never occurs or that the webhook did not subscribe to."
			/>
			<datalist id="events">${EVENTS.map((name) => html`<option value=${name} />`)}</datalist>
			<${Field}
				label="Body"
				name="body"
				as="textarea"
				rows="12"
				class="code"
				value=${body ?? ''}
				hint="Sent exactly as it is, valid or not. It is not retried, and no task changes."
			/>
		<//>
	`;
}
