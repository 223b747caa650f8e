import { useState } from 'preact/hooks';
import { call } from './api.js';
import { showToast } from './state.js';
import { button, count, Dialog, field, html, open, options, Panel, select, tag } from './ui.js';
import { KINDS, MOMENTS, PRESETS, ROUTES } from './texts.js';

async function add(label, fault) {
	await call('POST', '/faults', fault);
	showToast(`Fault added: ${label}`);
}

async function remove(id) {
	await call('DELETE', id === undefined ? '/faults' : `/faults/${id}`);
	document.getElementById('faults').focus();
	showToast('Removed');
}

const routeName = (on, route) => (route === '*' ? `Every ${on}` : route);
const routesOf = (on) => options(ROUTES[on].map((route) => [route, routeName(on, route)]));

export function Faults({ faults }) {
	const [route, setRoute] = useState(ROUTES.request[0]);
	const actions = html`
		${faults.length > 0 && button('Remove all', () => remove())}
		${button('New fault', () => open(NewFault), { kind: 'primary' })}
	`;
	const onChange = ({ target }) => setRoute(target.value);
	const preset = ([label, fault]) => {
		const addIt = () => add(label, { route, ...fault });
		return html`<li>${button(`+ ${label}`, addIt, { kind: 'small' })}</li>`;
	};
	return html`
		<${Panel} id="faults" title="Faults" actions=${actions}>
			${select('Common faults, applied to', 'preset-route', routesOf('request'), { onChange })}
			<ul class="chips" aria-label="Common faults">
				${PRESETS.map(preset)}
			</ul>
			<p class="empty" hidden=${faults.length > 0}>
				No faults. Add one to see how your workflow handles it.
			</p>
			<ul class="rows">
				${faults.map(faultRow)}
			</ul>
		<//>
	`;
}

const briefly = ({ kind, status = '', on, route }) =>
	`${KINDS[kind].label} ${status} (${routeName(on, route)})`;

/** For the top of the page, where nobody overlooks what fails on purpose. */
export function activeText(faults, changed) {
	const active = faults.filter(({ remaining }) => remaining !== 0);
	const verb = (list) => (list.length === 1 ? 'is' : 'are');
	return [
		active.length > 0 &&
			html`<a href="#faults">${count(active.length, 'fault')}</a> ${verb(active)} active:
				${' '}${[...new Set(active.map(briefly))].join('; ')}.${' '}`,
		changed.length > 0 &&
			html`<a href="#settings">${count(changed.length, 'setting')}</a> ${verb(changed)} changed:
				${' '}${changed.join(', ')}.`,
	];
}

function faultRow(fault) {
	const { id, on, route, kind, remaining, hits } = fault;
	const text = [KINDS[kind].label, ...detailsOf(fault)].join(', ');
	const left = remaining === null ? 'until removed' : `${remaining} left`;
	return html`
		<li class="row" key=${id}>
			${tag(`fault ${id}`, remaining === 0 ? '' : 'warn')}
			<div class="row-text">
				<span>${text}</span>
				<span class="meta">${routeName(on, route)} · ${left} · hit ${hits}×</span>
			</div>
			${button('Remove', () => remove(id), { kind: 'small', 'aria-label': `Remove fault ${id}` })}
		</li>
	`;
}

function detailsOf({ status, body, retryAfter = {}, when, delayMs, probability = 1 }) {
	const { seconds, date } = retryAfter;
	return [
		status && `status ${status}`,
		body !== undefined && `body ${body || 'empty'}`,
		seconds !== undefined && `Retry-After ${seconds} s`,
		date !== undefined && `Retry-After as a date, in ${date} s`,
		MOMENTS[when],
		delayMs !== undefined && `${delayMs} ms`,
		probability < 1 && `probability ${probability}`,
	].filter(Boolean);
}

const NUMBERS = ['status', 'delayMs', 'times', 'probability'];

/** Without empty fields. */
function faultOf(on, { retryAfter, ...given }) {
	const filled = Object.entries(given).filter(([, value]) => value !== '');
	const read = ([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value];
	const pause = retryAfter && { retryAfter: { seconds: Number(retryAfter) } };
	return { on, ...pause, ...Object.fromEntries(filled.map(read)) };
}

const kindsOn = (side) =>
	Object.entries(KINDS)
		.filter(([, { on }]) => on === side)
		.map(([kind, { label }]) => [kind, label]);

function NewFault() {
	const [kind, setKind] = useState('status');
	const { on, hint, label, fields } = KINDS[kind];
	const has = (name) => fields.split(' ').includes(name);
	const moments = Object.entries(MOMENTS).filter(([at]) => at !== 'during' || kind === 'reset');
	const number = (text, name, more) =>
		field(text, name, { type: 'number', key: `${kind}-${name}`, ...more });
	const kinds = html`
		<optgroup label="Requests">${options(kindsOn('request'), kind)}</optgroup>
		<optgroup label="Deliveries">${options(kindsOn('delivery'), kind)}</optgroup>
	`;
	const change = ({ target }) => setKind(target.value);
	const submit = (values) => add(label, faultOf(on, values));
	return html`
		<${Dialog} title="New fault" label="Add fault" submit=${submit}>
			${select('What goes wrong', 'kind', kinds, { hint, onChange: change })}
			${select('Applies to', 'route', routesOf(on))}
			<div class="pair">
				${has('status') && number('Status', 'status', { defaultValue: kind === 'status' ? 429 : 503 })}
				${has('when') && select('When', 'when', options(moments))}
				${has('retryAfter') && number('Retry-After (s)', 'retryAfter', { placeholder: 'none' })}
				${has('delayMs') && number('Delay (ms)', 'delayMs', { defaultValue: 3_000 })}
				${has('contentType') && field('Content type', 'contentType', { placeholder: 'text/plain' })}
			</div>
			${has('body') && field('Body', 'body', { as: 'textarea', rows: 2, placeholder: 'the usual body' })}
			<div class="pair">
				${number('How often', 'times', { placeholder: 'until removed' })}
				${number('Probability, 0 to 1', 'probability', { step: 0.1, placeholder: '1' })}
			</div>
		<//>
	`;
}
