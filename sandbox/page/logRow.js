import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';
import { showTask, showToast } from './state.js';
import { button, clock, copyButton, count, html, tag } from './ui.js';
import { causeOf, failed } from './texts.js';

export function Row({ line, linked }) {
	const [isOpen, setOpen] = useState(linked);
	const element = useRef();
	useEffect(() => {
		if (!linked) return;
		setOpen(true);
		element.current.scrollIntoView({ block: 'nearest' });
	}, [linked]);
	const { number, kind, subject, message, at } = line;
	return html`
		<li ref=${element}>
			<div class="line">
				<button type="button" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
					${kind === 'request' ? tag('in') : tag('out', 'out')}
					<span class="what">
						<span>${headline(line)}</span>
						${subject && html`<span class="meta clamped">${subject}</span>`}
						${message && html`<span class="meta clamped">${message}</span>`}
						${kind === 'delivery' && html`<${Attempts} line=${line} />`}
					</span>
					<${Status} ...${line} />
				</button>
				<a class="meta" href=${`#log-${number}`}><time datetime=${at}>${clock(at)}</time></a>
			</div>
			${isOpen && html`<${Details} line=${line} />`}
		</li>
	`;
}

export const headline = ({ kind, method, path, event, webhookId }) =>
	kind === 'request' ? `${method} ${path}` : `${event} → webhook ${webhookId}`;

function Status(line) {
	const { kind, status, error, fault, notListening } = line;
	const faultMark = fault === null ? '' : html` <span class="sr-only">by fault ${fault}</span>⚡`;
	const word = error !== null && kind === 'delivery' ? 'no response' : (error ?? status);
	const style = failed(line) ? 'bad' : status && !notListening && 'ok';
	return tag([word ?? 'responding…', faultMark], style);
}

/** The number of attempts, the time of the next one, and why the last one failed. */
function Attempts({ line }) {
	const { attempts, nextAt } = line;
	const [now, setNow] = useState(Date.now());
	const seconds = nextAt ? Math.ceil((new Date(nextAt) - now) / 1_000) : 0;
	useEffect(() => {
		setNow(Date.now());
		if (!nextAt) return;
		const timer = setInterval(() => setNow(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, [nextAt]);
	const parts = [
		(attempts > 1 || seconds > 0) && count(attempts, 'attempt'),
		seconds > 0 && `next in ${seconds} s`,
		line.notListening ? 'n8n is not listening' : failed(line) && causeOf(line),
	];
	return html`<span class="meta">${parts.filter(Boolean).join(' · ')}</span>`;
}

const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));

const messageText = ({ headers, body }) =>
	[...Object.entries(headers).map((pair) => pair.join(': ')), '', textOf(body) ?? ''].join('\n');

const asText = ({ method, url, at, ms, sent, answer: response, status, error }) =>
	`${at} ${method} ${url}\n${messageText(sent)}\n\n${
		response
			? `Response ${status} after ${ms} ms\n${messageText(response)}`
			: `No response: ${error}`
	}`;

/** Both sides of a request, or of each attempt of a delivery. */
function Details({ line: { number, kind, attempts, status, ms, taskId } }) {
	const [exchanges, setExchanges] = useState([]);
	useEffect(() => {
		call('GET', `/log/${number}`).then(setExchanges, () => undefined);
	}, [number, attempts, status, ms]);
	const last = exchanges.at(-1);
	if (!last) return null;
	const resend = async () => {
		const response = await call('POST', `/log/${number}/resend`);
		showToast(response.status ? `Resent: ${response.status}` : causeOf(response));
	};
	return html`
		<div class="details">
			<div class="chips">
				${taskId && button('Only this task', () => showTask(taskId), { kind: 'small' })}
				${kind === 'delivery' && button('Resend', resend, { kind: 'small' })}
				${copyButton('body', () => textOf(last.sent.body), 'Copy body')}
				${copyButton('both sides, without secrets', () => exchanges.map(asText).join('\n\n'), 'Copy as text')}
			</div>
			${exchanges
				.map((exchange, index) => html`<${Exchange} key=${index} of=${number} ...${exchange} />`)
				.reverse()}
		</div>
	`;
}

function Exchange({ of, sent, answer: response, url, method, at, ms, status, ...more }) {
	const { attempt, deliveryId, documented, error, fault } = more;
	const name = attempt ? `Attempt ${attempt} of entry ${of}` : `Entry ${of}`;
	const cause = error || attempt ? causeOf({ status, error }) : `Responded with ${status}`;
	const after = ms === null ? '' : ` after ${ms} ms`;
	const succeeded = error === null && status < 300;
	return html`
		<h3>${attempt ? `Attempt ${attempt}` : 'Request'} <span class="meta">${clock(at)}</span></h3>
		${fault !== null && html`<p class="meta">Fault ${fault} applied.</p>`}
		${documented === false && html`<p class="meta">Not in the API document.</p>`}
		<p><code>${method} ${url}</code></p>
		${deliveryId && html`<p class="meta">${deliveryId}</p>`}
		<${Message} title="Sent" name=${`${name}, sent`} ...${sent} />
		${
			response
				? html`<${Message}
						title=${`Response ${status}${after}`}
						name=${`${name}, response`}
						...${response}
					/>`
				: html`<p class="meta">No response${after || ' yet'}</p>`
		}
		${!succeeded && (error || status) && html`<p>${cause}.</p>`}
	`;
}

const Message = ({ title, name, headers, body }) => html`
	<h4>${title}</h4>
	<details>
		<summary>${count(Object.keys(headers).length, 'header')}</summary>
		<dl class="facts">
			${Object.entries(headers).map(
				([header, value]) => html`
					<dt>${header}</dt>
					<dd><code>${value}</code></dd>
				`,
			)}
		</dl>
	</details>
	${
		body === null || body === ''
			? html`<p class="meta">No body</p>`
			: html`<pre tabindex="0" role="group" aria-label=${`Body of ${name}`}>${textOf(body)}</pre>`
	}
`;
