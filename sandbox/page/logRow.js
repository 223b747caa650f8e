import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { clock, count, html, tag } from './ui.js';
import { causeOf, failed } from './texts.js';

export function Row({ line }) {
	const [isOpen, setOpen] = useState(false);
	const { kind, subject, message, attempt, at } = line;
	const cause = message ?? (kind === 'delivery' && failed(line) && causeOf(line));
	const reason = [attempt > 1 && `attempt ${attempt}`, cause].filter(Boolean).join(' · ');
	return html`
		<li>
			<button
				type="button"
				class="flow line"
				aria-expanded=${isOpen}
				onClick=${() => setOpen(!isOpen)}
			>
				${tag(kind === 'request' ? 'in' : 'out')}
				<span class="what lines">
					<span>${headline(line)}</span>
					${subject && html`<span class="meta clamped">${subject}</span>`}
					${reason && html`<span class="meta clamped">${reason}</span>`}
				</span>
				<${Status} ...${line} />
				<time class="meta" datetime=${at}>${clock(at)}</time>
			</button>
			${isOpen && html`<${Details} line=${line} />`}
		</li>
	`;
}

const headline = ({ kind, method, path, event, webhookId }) =>
	kind === 'request' ? `${method} ${path}` : `${event} → webhook ${webhookId}`;

function Status(line) {
	const { kind, status, error, fault, notListening } = line;
	const faultMark = fault !== null && ` by fault ${fault}`;
	const word = error !== null && kind === 'delivery' ? 'no response' : (error ?? status);
	const style = failed(line) ? 'bad' : status && !notListening && 'ok';
	return tag([word ?? 'responding…', faultMark], style);
}

/** Both sides. */
function Details({ line: { number, status, ms } }) {
	const [exchange, setExchange] = useState(null);
	useEffect(() => {
		call('GET', `/log/${number}`).then(setExchange, () => undefined);
	}, [number, status, ms]);
	if (!exchange) return null;
	const { url, method, documented, deliveryId, sent, response } = exchange;
	const after = ms === null ? '' : ` after ${ms} ms`;
	return html`
		<div class="details stack">
			<code>${method} ${url}</code>
			${documented === false && html`<p class="meta">Not in the API document.</p>`}
			${deliveryId && html`<p class="meta">${deliveryId}</p>`}
			<${Message} title="Sent" ...${sent} />
			${
				response
					? html`<${Message} title=${`Response ${status}${after}`} ...${response} />`
					: html`<p class="meta">No response${after || ' yet'}</p>`
			}
		</div>
	`;
}

const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));

const Message = ({ title, headers, body }) => html`
	<h3>${title}</h3>
	<details>
		<summary>${count(Object.keys(headers).length, 'header')}</summary>
		<pre class="box">${textOf(headers)}</pre>
	</details>
	${
		body === null || body === ''
			? html`<p class="meta">No body</p>`
			: html`<pre class="box">${textOf(body)}</pre>`
	}
`;
