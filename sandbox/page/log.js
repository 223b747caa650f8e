import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';
import { headline, Row } from './logRow.js';
import { filter as logFilter, log, NO_FILTER, showToast, target } from './state.js';
import { button, copyButton, html, options, Panel, tag } from './ui.js';
import { failed } from './texts.js';

const PAGE_SIZE = 200;
const ANNOUNCE_EVERY_MS = 5_000;

const KINDS = { '': 'Kind', request: 'Requests', delivery: 'Deliveries' };
const STATUSES = { 2: '2xx', 3: '3xx', 4: '4xx', 5: '5xx', none: 'No response' };

function matches(line, { text, task, kind, webhook, status, failed: failedOnly }) {
	const lineStatus = String(line.status ?? 'none');
	return (
		(task === '' || line.taskId === task) &&
		(kind === '' || line.kind === kind) &&
		(webhook === '' || String(line.webhookId) === webhook) &&
		(status === '' || lineStatus.startsWith(status)) &&
		(!failedOnly || failed(line)) &&
		(text === '' || textOf(line).includes(text.toLowerCase()))
	);
}

const lineText = ({ at, status, error, subject, message, ...line }) =>
	[at, headline(line), status ?? error, subject, message].filter(Boolean).join('  ');

const texts = new WeakMap();

/** The searched text, built once per line. */
function textOf(line) {
	if (!texts.has(line)) texts.set(line, Object.values(line).join(' ').toLowerCase());
	return texts.get(line);
}

export function Log({ webhooks }) {
	const latest = log.use();
	const linked = Number(/^log-(\d+)$/.exec(target.use())?.[1]);
	const [frozen, setFrozen] = useState(null);
	const filter = logFilter.use();
	const [limit, setLimit] = useState(PAGE_SIZE);
	const lines = frozen ?? latest;
	const found = lines.filter((line) => line.number === linked || matches(line, filter));
	const position = found.findIndex(({ number }) => number === linked);
	const rows = found.slice(0, Math.max(limit, position + 1));
	const unseen = frozen ? latest.filter(({ number }) => !(number <= frozen[0]?.number)).length : 0;
	const empty = latest.length === 0 ? 'Requests and deliveries appear here.' : 'No matches.';
	const toggle = () => setFrozen(frozen ? null : latest);
	const toResend = found.filter((line) => line.nextAt === null && line.webhookId && failed(line));
	const resend = async () => {
		const responses = [];
		for (const { number } of toResend) responses.push(await call('POST', `/log/${number}/resend`));
		const arrived = responses.filter(({ status }) => status >= 200 && status < 300);
		showToast(`${arrived.length} of ${responses.length} arrived`);
	};
	const actions = html`
		${toResend.length > 0 && button(`Resend failed (${toResend.length})`, resend)}
		${copyButton('log', () => found.map(lineText).join('\n'), 'Copy log')}
		<span class="meta" hidden=${unseen === 0}>${unseen} new</span>
		${button('Pause', toggle, { id: 'pause', 'aria-pressed': frozen !== null })}
	`;
	return html`
		<${Panel} id="log" title="Log" actions=${actions}>
			<${Filters} filter=${filter} change=${logFilter.set} webhooks=${webhooks}>
				${found.length} of ${lines.length} · ${found.filter(failed).length} failed
			<//>
			<${Announcer} lines=${latest} />
			<p class="empty" hidden=${found.length > 0}>${empty}</p>
			<ul class="entries">
				${rows.map(
					(line) => html`
						<${Row} key=${line.number} line=${line} linked=${line.number === linked} />
					`,
				)}
			</ul>
			${found.length > rows.length && button('Show more', () => setLimit(limit + PAGE_SIZE))}
		<//>
	`;
}

function Filters({ filter, change, webhooks, children }) {
	const set = (name) => (event) => change({ ...filter, [name]: event.target.value });
	const isChanged = Object.keys(filter).some((name) => filter[name] !== NO_FILTER[name]);
	const choice = (label, name, pairs) => html`
		<select aria-label=${label} value=${filter[name]} onChange=${set(name)}>
			${options(pairs, filter[name])}
		</select>
	`;
	const ids = webhooks.map(({ id }) => [String(id), `Webhook ${id}`]);
	const toggle = () => change({ ...filter, failed: !filter.failed });
	return html`
		<div class="filters" role="search" aria-label="Log">
			<input
				id="find"
				type="search"
				aria-label="Find in the log"
				placeholder="Find: title, path, id …"
				value=${filter.text}
				onInput=${set('text')}
			/>
			${choice('Kind', 'kind', Object.entries(KINDS))}
			${choice('Webhook', 'webhook', [['', 'Webhook'], ...ids])}
			${choice('Status', 'status', [['', 'Status'], ...Object.entries(STATUSES)])}
			<label class="check">
				<input type="checkbox" checked=${filter.failed} onChange=${toggle} />
				Failed only
			</label>
			<span class="meta">${filter.task && tag(`task ${filter.task}`, 'warn')} ${children}</span>
			${isChanged && button('Clear', () => change(NO_FILTER), { kind: 'small' })}
		</div>
	`;
}

/** Announces new entries to screen readers, at most every few seconds. Retries are not new. */
function Announcer({ lines }) {
	const [text, setText] = useState('');
	const current = useRef(lines);
	current.current = lines;
	useEffect(() => {
		let announced = lines[0]?.number ?? 0;
		const timer = setInterval(() => {
			const fresh = current.current.filter(({ number }) => number > announced);
			if (fresh.length === 0) return;
			announced = fresh[0].number;
			setText(`${fresh.length} new in the log, ${fresh.filter(failed).length} failed`);
		}, ANNOUNCE_EVERY_MS);
		return () => clearInterval(timer);
	}, []);
	return html`<p class="sr-only" role="status">${text}</p>`;
}
