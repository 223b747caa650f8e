import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { say } from './state.js';
import { button, clock, copyButton, html } from './ui.js';
import { causeOf } from './words.js';

const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));

/** Both sides of a request, or of each attempt of a delivery. */
export function Details({ line: { number, kind, attempts, status, ms } }) {
	const [exchanges, setExchanges] = useState([]);
	useEffect(() => {
		call('GET', `/log/${number}`).then(setExchanges, () => undefined);
	}, [number, attempts, status, ms]);
	const last = exchanges.at(-1);
	if (!last) return null;
	const resend = async () => {
		const answer = await call('POST', `/log/${number}/resend`);
		say(answer.status ? `Sent again: ${answer.status}` : causeOf(answer));
	};
	const curl = async () => (await call('GET', `/log/${number}/curl`)).command;
	return html`
		<div class="details">
			<div class="chips">
				${kind === 'delivery' && button('Send again', resend, { kind: 'small' })}
				${copyButton('command, with its secrets', curl, 'Copy as cURL')}
				${copyButton('body', () => textOf(last.sent.body), 'Copy body')}
			</div>
			${exchanges
				.map((exchange, index) => html`<${Exchange} key=${index} of=${number} ...${exchange} />`)
				.reverse()}
		</div>
	`;
}

function Exchange({ of, sent, answer, url, method, at, ms, status, error, fault, ...more }) {
	const { attempt, deliveryId, documented } = more;
	const name = attempt ? `Attempt ${attempt} of entry ${of}` : `Entry ${of}`;
	const cause = error || attempt ? causeOf({ status, error }) : `It answered ${status}`;
	const after = ms === null ? '' : ` after ${ms} ms`;
	const isFine = error === null && status < 300;
	return html`
		<h3>${attempt ? `Attempt ${attempt}` : 'Request'} <span class="meta">${clock(at)}</span></h3>
		${fault !== null && html`<p class="meta">Fault ${fault} applied.</p>`}
		${documented === false && html`<p class="meta">Not in the API document.</p>`}
		<p><code>${method} ${url}</code></p>
		${deliveryId && html`<p class="meta">${deliveryId}</p>`}
		<${Message} title="Sent" name=${`${name}, sent`} ...${sent} />
		${
			answer
				? html`<${Message}
						title=${`Answer ${status}${after}`}
						name=${`${name}, answer`}
						...${answer}
					/>`
				: html`<p class="meta">No answer${after || ' yet'}</p>`
		}
		${!isFine && (error || status) && html`<p>${cause}.</p>`}
	`;
}

const Message = ({ title, name, headers, body }) => html`
	<h4>${title}</h4>
	<details>
		<summary>${Object.keys(headers).length} headers</summary>
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
